// Relinking as a person goes through it: find, see the price, agree, undo. Priced again when they agree: if it costs more by
// then, nothing is sent and the new price is shown.
import { useState } from 'react';
import {
  frozenFormulas,
  relink,
  undoRelink,
  type LeftAlone,
  type Relinked,
} from '../../excel/freezing/relinking';
import { writeArea } from '../../excel/workbook/area';
import type { IsStopped } from '../../engine/engine';
import { valuesFrom } from '../formulas/draft/draftRequests';
import { usePane } from '../shell/paneContext';
import { useAttempt } from '../shell/useAttempt';
import { useDraft } from '../shell/useDraft';
import { useSets } from '../shell/useSets';
import { plural } from '../text/words';
import { planRelink, runRelink, type RelinkHost, type RelinkPlan } from './relinkPlan';
import { relinkedText, relinkPlanText } from './relinkText';

export type RelinkScope = 'sheet' | 'workbook';

interface Wish {
  readonly scope: RelinkScope;
  /** Only these cells; all that are frozen if there are none. */
  readonly cells?: readonly string[];
}

interface Question {
  readonly wish: Wish;
  readonly plan: RelinkPlan;
}

export function useRelink() {
  const { runtime, workbook, now } = usePane();
  const sets = useSets();
  const [question, setQuestion] = useState<Question>();
  const [left, setLeft] = useState<readonly LeftAlone[]>([]);
  const [relinked, setRelinked] = useDraft<readonly Relinked[]>('relinked', () => []);
  const { busy, says, attempt, forget } = useAttempt();
  const { engine } = runtime;

  const planFor = async ({ scope, cells }: Wish): Promise<RelinkPlan> => {
    const book = await frozenFormulas(scope);
    const own = <One extends { readonly cell: string }>(all: readonly One[]) =>
      cells ? all.filter(({ cell }) => cells.includes(cell)) : all;
    const parts = {
      valuesFor: (cell: string) => valuesFrom(workbook, cell),
      sets,
      wireNames: runtime.settings.current().wireNames,
    };
    return planRelink({ ready: own(book.ready), left: own(book.left) }, engine, parts, now());
  };
  const ask = (wish: Wish, plan: RelinkPlan): string => {
    setQuestion(plan.ready.length > 0 ? { wish, plan } : undefined);
    setLeft(plan.left);
    return relinkPlanText(plan);
  };
  const run = async (plan: RelinkPlan, isStopped: IsStopped): Promise<string> => {
    const host: RelinkHost = {
      relink: (all) =>
        runtime.holdNew({ areas: all.map(({ area }) => area), formulas: all.map(({ cell }) => cell) }, () =>
          relink(all),
        ),
      blocker: (...given) => workbook.blocker(...given),
    };
    const report = await runRelink(plan, engine, host, isStopped);
    setLeft([...plan.left, ...report.left]);
    setRelinked((old) => [...old, ...report.relinked]);
    return relinkedText(report.relinked.length, report.spent);
  };

  return {
    busy,
    says,
    left,
    plan: question?.plan,
    relinked: relinked.length,
    find: (scope: RelinkScope) => attempt(async () => ask({ scope }, await planFor({ scope }))),
    agree: () =>
      attempt(async () => {
        if (!question) return '';
        const isStopped = engine.watchStops();
        setQuestion(undefined);
        const plan = await planFor(question.wish);
        if (plan.fetch.quote.credits <= question.plan.fetch.quote.credits) return run(plan, isStopped);
        return `The price changed, so nothing was sent. ${ask(question.wish, plan)}`;
      }),
    /** At once where it is free; else the price is shown first. */
    bringBack: (cells: readonly string[]) =>
      attempt(async () => {
        const isStopped = engine.watchStops();
        const wish = { scope: 'workbook', cells } as const;
        const plan = await planFor(wish);
        return plan.fetch.quote.credits === 0 && plan.ready.length > 0
          ? run(plan, isStopped)
          : ask(wish, plan);
      }),
    undo: () =>
      attempt(async () => {
        const areas = relinked.map(({ place }) => writeArea(place));
        const undone = await runtime.holdNew({ areas }, () => undoRelink(relinked));
        setRelinked([]);
        runtime.cells.forget(relinked.map(({ cell }) => cell));
        return `${plural(undone, 'formula')} frozen again.`;
      }),
    cancel: () => {
      setQuestion(undefined);
      setLeft([]);
      forget();
    },
  };
}

export type Relink = ReturnType<typeof useRelink>;
