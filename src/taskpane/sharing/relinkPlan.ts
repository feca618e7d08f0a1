// What relinking will ask for, at its price, and what stays as values; and the relinking itself, for no more than that price.
// The responses are fetched first, so that a formula that is brought back finds them in the cache: it never asks unseen.
import type { IsStopped } from '../../engine/engine';
import type { DataResponse } from '../../engine/request/response';
import { makeDataRequest } from '../../engine/request/dataRequest';
import type { FrozenBook, LeftAlone, Relinkable, RelinkReport } from '../../excel/freezing/relinking';
import type { Workbook } from '../../excel/workbook/workbook';
import type { Formula } from '../../spill/read/formula/formula';
import { said, t } from '../../languages/t';
import {
  fetchPlanned,
  planFetch,
  type Asks,
  type FetchPlan,
  type StillWanted,
} from '../formulas/pricing/fetchPlan';
import { requestsIn, type ReadingParts, type WantedRequest } from '../formulas/pricing/formulaRequests';
import { spillSize } from '../formulas/tableLook';
import { failureText } from '../text/failureText';
import { shortPrice, credits, plural } from '../text/words';

interface Planned {
  readonly formula: Relinkable;
  readonly wanted: readonly WantedRequest[];
  readonly whole?: Formula;
}

export interface RelinkPlan {
  readonly ready: readonly Planned[];
  readonly left: readonly LeftAlone[];
  readonly fetch: FetchPlan;
}

export async function planRelink(
  { ready, left }: FrozenBook,
  engine: Asks,
  parts: ReadingParts,
  now: number,
): Promise<RelinkPlan> {
  const planned: Planned[] = [];
  const unread: LeftAlone[] = [];
  for (const formula of ready) {
    const reading = await requestsIn(formula, parts);
    if (reading.state === 'unread')
      unread.push({ cell: formula.cell, why: t('sharing.staysAsValues', { says: reading.says }) });
    else planned.push({ formula, ...reading });
  }
  const wanted = planned.flatMap((each) => each.wanted);
  return { ready: planned, left: [...left, ...unread], fetch: await planFetch(engine, wanted, now) };
}

export interface RelinkHost {
  untouched(all: readonly Relinkable[]): () => Promise<ReadonlySet<string>>;
  relink(all: readonly Relinkable[]): Promise<RelinkReport>;
  blocker: Workbook['blocker'];
}

/** The cell in the way of a result that became larger; undefined where it fits, or where only Excel knows its size. */
async function inTheWay(
  { formula, whole }: Planned,
  responses: ReadonlyMap<string, DataResponse>,
  host: RelinkHost,
): Promise<string | undefined> {
  if (!whole) return undefined;
  const size = spillSize(whole, ({ params, raw }) => {
    const found = responses.get(makeDataRequest(whole.operation, params, raw).key);
    return found && Math.max(found.records.length, 1);
  });
  return host.blocker(formula.cell, size.rows, size.columns, formula.area);
}

export async function runRelink(plan: RelinkPlan, engine: Asks, host: RelinkHost, isStopped: IsStopped) {
  const look = host.untouched(plan.ready.map(({ formula }) => formula));
  const wanted: StillWanted = async () => {
    // While Excel cannot be read, the cells are taken to be there.
    const there = await look().catch(() => undefined);
    const still = plan.ready.filter(({ formula }) => there?.has(formula.cell) ?? true);
    const keys = new Set(still.flatMap((each) => each.wanted.map(({ request }) => request.key)));
    return ({ key }) => keys.has(key);
  };
  const { responses, spent, failures } = await fetchPlanned(engine, plan.fetch, isStopped, wanted);
  const left: LeftAlone[] = [];
  const found: Relinkable[] = [];
  for (const each of plan.ready) {
    const failure = each.wanted.map(({ request }) => failures.get(request.key)).find(Boolean);
    const blocker = failure === undefined ? await inTheWay(each, responses, host) : undefined;
    const { cell } = each.formula;
    if (failure !== undefined)
      left.push({ cell, why: t('sharing.staysAsValues2', { reason: failureText(failure) }) });
    else if (blocker !== undefined)
      left.push({ cell, why: t('sharing.staysAsValuesIts', { blocker: said(blocker) }) });
    else found.push(each.formula);
  }
  const report = await host.relink(found);
  return { relinked: report.relinked, left: [...left, ...report.left], spent };
}

const named = 5;

/** One line for each cell that stays as it is. */
export function leftLines(left: readonly LeftAlone[]): string[] {
  const lines = left
    .slice(0, named)
    .map(({ cell, why }) => `${said(cell)} ${said(why)}${/[.!?。؟]$/.test(said(why)) ? '' : '.'}`);
  return left.length > named ? [...lines, t('sharing.andMore2', { count: left.length - named })] : lines;
}

export function relinkPlanText({ ready, left, fetch }: RelinkPlan): string {
  if (ready.length === 0)
    return left.length === 0 ? t('sharing.thereAreNoFrozen') : t('sharing.noneOfTheFrozen');
  const { toFetch, requests, cached } = fetch.quote;
  const what = t('sharing.canBeRelinked', {
    formulas: plural(ready.length, 'formula'),
    price: shortPrice(fetch.quote),
  });
  if (toFetch === 0) return requests === 0 ? what : t('sharing.allResultsAreCached', { what });
  return t('sharing.toFetch', { what, requests: plural(toFetch, 'request'), cached });
}

export const relinkedText = (relinked: number, spent: number): string =>
  relinked === 0
    ? t('sharing.nothingWasRelinked', {
        result:
          spent > 0
            ? t('sharing.spentTheResultsAre', { credits: credits(spent) })
            : t('common.nothingWasSpent'),
      })
    : t('sharing.relinked', {
        formulas: plural(relinked, 'formula'),
        result: spent > 0 ? t('common.spent', { credits: credits(spent) }) : t('common.free'),
      });
