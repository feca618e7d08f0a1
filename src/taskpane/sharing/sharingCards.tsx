// Send to anyone, and back: freeze for people without the add-in, relink for those who have it.
import { useState } from 'react';
import type { IsStopped } from '../../engine/engine';
import type { CardChoice } from '../../excel/freezing/cardValue';
import { freeze as freezeCells } from '../../excel/freezing/freezing';
import {
  frozenFormulas,
  relink,
  undoRelink,
  untouched,
  type LeftAlone,
  type Relinked,
} from '../../excel/freezing/relinking';
import { findSpillUsers } from '../../excel/freezing/spillReferences';
import { writeArea } from '../../excel/workbook/area';
import type { FormulaCell, Scope } from '../../excel/workbook/workbook';
import { t } from '../../languages/t';
import { Act, Confirmation, FocusScope, OutcomeText } from '../controls/actions';
import { Choice } from '../controls/fields';
import { usePane, useAttempt, useDraft, useReadingParts, useStateAbout } from '../shell/usePane';
import { shortPrice, plural } from '../text/words';
import { foundText, frozenText, nothingFrozen, sourcesOf, type Freezable } from './freezeSources';
import {
  leftLines,
  planRelink,
  relinkedText,
  relinkPlanText,
  runRelink,
  type RelinkHost,
  type RelinkPlan,
} from './relinkPlan';

export function SharingCards() {
  const relink = useRelink();
  return (
    <div className="sw-stack">
      <FreezeCard relink={relink} />
      <RelinkCard relink={relink} />
    </div>
  );
}

/**
 * Freeze: formulas become values and a Sources sheet is written, so that the book opens anywhere without the add-in.
 */
function FreezeCard({ relink }: { readonly relink: Relink }) {
  const { runtime, workbook, now } = usePane();
  const [scope, setScope] = useDraft<Scope>('freeze scope', () => 'selection');
  const [cards, setCards] = useDraft<CardChoice>('freeze cards', () => 'keep');
  const [frozen, setFrozen] = useDraft<readonly string[]>('frozen', () => []);
  const [found, setFound] = useStateAbout<Freezable>(scope);
  const { busy, says, attempt, forget } = useAttempt();
  const dismiss = () => {
    setFound(undefined);
    forget();
  };
  const find = () =>
    attempt(async () => {
      const cells = await workbook.formulas(scope);
      const users = cells.length > 0 ? await findSpillUsers(cells) : [];
      const isAsked = setFound(cells.length > 0 ? { cells, users } : undefined);
      return isAsked ? foundText({ cells, users }) : '';
    });
  const freeze = (cells: readonly FormulaCell[]) =>
    attempt(async () => {
      setFound(undefined);
      const uses = runtime.cells.uses();
      const written = { areas: cells.map(({ cell }) => cell) };
      const report = await runtime.holdNew(written, () => freezeCells(cells, { cards, at: now() }));
      // What they asked for and did not get is wanted no more.
      runtime.cells.forget(report.frozen.map(({ cell }) => cell));
      if (report.frozen.length === 0) return nothingFrozen();
      setFrozen((old) => [...new Set([...old, ...report.frozen.map(({ cell }) => cell)])]);
      const rows = await sourcesOf(report.frozen, uses, runtime.engine, () => runtime.history(), now());
      return frozenText(report, await workbook.addSheet('Sources', rows, 'behind'));
    });
  const undo = () => {
    setFrozen([]);
    return relink.bringBack(frozen);
  };
  return (
    <section className="sw-stack" aria-label={t('sharing.freeze')}>
      <p className="sw-small">{t('sharing.replacesSpillwayFormulasWith')}</p>
      <Choice
        label={t('sharing.freeze')}
        value={scope}
        choices={{
          selection: t('common.selectedCells'),
          sheet: t('common.thisSheet'),
          workbook: t('common.wholeWorkbook'),
        }}
        onChange={(next) => {
          setScope(next);
          dismiss();
        }}
      />
      <Choice
        label={t('sharing.cardsAndPictures')}
        value={cards}
        choices={{ keep: t('sharing.keepThem'), flatten: t('sharing.plainValues') }}
        onChange={setCards}
      />
      <OutcomeText says={says} isWarning={(found?.users.length ?? 0) > 0} />
      <FocusScope className="sw-row">
        {found ? (
          <Confirmation
            question={t('sharing.freeze')}
            action={t(found.users.length > 0 ? 'sharing.freezeAnyway' : 'sharing.freezeFormulas', {
              formulas: plural(found.cells.length, 'formula'),
            })}
            onConfirm={() => freeze(found.cells)}
            onCancel={dismiss}
          />
        ) : (
          <Act says={t('sharing.findFormulas')} busy={busy} onClick={find} />
        )}
        {frozen.length > 0 && (
          <Act
            says={t('sharing.undoFreeze', { frozen: frozen.length })}
            isOff={busy || relink.busy}
            onClick={undo}
          />
        )}
      </FocusScope>
    </section>
  );
}

/**
 * Relink: frozen formulas become live again, here or at a colleague's, with the price first and what stays as
 * values.
 */
function RelinkCard({ relink }: { readonly relink: Relink }) {
  const { busy, says, left, plan, scope } = relink;
  return (
    <section className="sw-stack" aria-labelledby="relink-title">
      <h2 id="relink-title">{t('sharing.relink')}</h2>
      <p className="sw-small">{t('sharing.bringsFrozenFormulasBack')}</p>
      <Choice
        label={t('sharing.relink')}
        value={scope}
        choices={{ workbook: t('common.wholeWorkbook'), sheet: t('common.thisSheet') }}
        onChange={(next) => {
          relink.setScope(next);
          relink.cancel();
        }}
      />
      <OutcomeText says={says} />
      {left.length > 0 && (
        <ul className="sw-small sw-list" aria-label={t('sharing.notRelinked')}>
          {leftLines(left).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <FocusScope className="sw-row">
        {plan ? (
          <Confirmation
            question={t('sharing.relink')}
            action={t('sharing.relink2', {
              formulas: plural(plan.ready.length, 'formula'),
              price: shortPrice(plan.fetch.quote),
            })}
            onConfirm={relink.agree}
            onCancel={relink.cancel}
          />
        ) : (
          <Act says={t('sharing.findFrozenFormulas')} busy={busy} onClick={relink.find} />
        )}
        {relink.relinked > 0 && !plan && (
          <Act
            says={t('sharing.undoRelink', { relinked: relink.relinked })}
            isOff={busy}
            onClick={() => relink.undo()}
          />
        )}
      </FocusScope>
    </section>
  );
}

type RelinkScope = 'sheet' | 'workbook';

interface Wish {
  readonly scope: RelinkScope;
  /** Only these cells; all that are frozen if there are none. */
  readonly cells?: readonly string[];
}

interface Question {
  readonly wish: Wish;
  readonly plan: RelinkPlan;
}

/**
 * Relinking as a person goes through it: find, see the price, agree, undo. Priced again when they agree: if it costs
 * more by then, nothing is sent and the new price is shown.
 */
function useRelink() {
  const { runtime, workbook, now } = usePane();
  const reading = useReadingParts();
  const [scope, setScope] = useDraft<RelinkScope>('relink scope', () => 'workbook');
  const [question, setQuestion] = useStateAbout<Question>(scope);
  const [left, setLeft] = useState<readonly LeftAlone[]>([]);
  const [relinked, setRelinked] = useDraft<readonly Relinked[]>('relinked', () => []);
  const { busy, says, attempt, forget } = useAttempt();
  const { engine } = runtime;

  const planFor = async ({ scope, cells }: Wish): Promise<RelinkPlan> => {
    const book = await frozenFormulas(scope);
    const own = <One extends { readonly cell: string }>(all: readonly One[]) =>
      cells ? all.filter(({ cell }) => cells.includes(cell)) : all;
    return planRelink({ ready: own(book.ready), left: own(book.left) }, engine, reading(), now());
  };
  const ask = (wish: Wish, plan: RelinkPlan): string => {
    if (!setQuestion(plan.ready.length > 0 ? { wish, plan } : undefined)) return '';
    setLeft(plan.left);
    return relinkPlanText(plan);
  };
  const run = async (plan: RelinkPlan, isStopped: IsStopped): Promise<string> => {
    const host: RelinkHost = {
      untouched,
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
    scope,
    setScope,
    find: () => attempt(async () => ask({ scope }, await planFor({ scope }))),
    agree: () =>
      attempt(async () => {
        if (!question) return '';
        const isStopped = engine.watchStops();
        setQuestion(undefined);
        const plan = await planFor(question.wish);
        if (plan.fetch.quote.credits <= question.plan.fetch.quote.credits) return run(plan, isStopped);
        return t('sharing.thePriceChangedSo', { ask: ask(question.wish, plan) });
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
        return t('sharing.frozenAgain', { formulas: plural(undone, 'formula') });
      }),
    cancel: () => {
      setQuestion(undefined);
      setLeft([]);
      forget();
    },
  };
}

type Relink = ReturnType<typeof useRelink>;
