// Which requests a Refresh would repeat, worked out before anything is sent, so that its price can be shown.
import type { Engine, Quote, RefreshReport } from '../../../engine/engine';
import type { DataRequest } from '../../../engine/request/dataRequest';
import type { Asking, CellRegistry, CellUse } from '../../../excel/runtime';
import { isDataFormula } from '../../../excel/workbook/spillwayFormula';
import type { FormulaCell, Scope, Workbook } from '../../../excel/workbook/workbook';
import { cellKey } from '../cellReference';
import { callsIn, type ReadingParts } from './formulaRequests';
import { credits, plural } from '../../text/words';
import { joined, t, type PlainKey } from '../../../languages/t';

export interface RefreshWish {
  readonly scope: Scope;
  readonly only: 'all' | 'failed' | 'older';
  /** Milliseconds, for `older`. */
  readonly age: number;
}

export interface RefreshPlan {
  readonly cells: readonly string[];
  readonly requests: readonly DataRequest[];
  /** What each call of these cells asks for, and what it shows of it. */
  readonly asking: readonly Asking[];
  /** Cells whose request cannot be known before Excel has calculated them. */
  readonly unknown: readonly string[];
  /** The selected cells hold no Spillway formula; their figures come from these cells. */
  readonly elsewhere?: boolean;
}

interface PlanParts extends ReadingParts {
  readonly workbook: Workbook;
  readonly cells: CellRegistry;
  readonly engine: Engine;
  readonly now: number;
}

export async function planRefresh(wish: RefreshWish, parts: PlanParts): Promise<RefreshPlan> {
  const uses = new Map(parts.cells.uses().map((use) => [cellKey(use.cell), use]));
  const { scope } = wish;
  const here = (await parts.workbook.formulas(scope)).filter(({ formula }) => isDataFormula(formula));
  const elsewhere = here.length === 0 && (scope === 'cell' || scope === 'selection');
  const formulas = elsewhere ? await parts.workbook.sources(scope) : here;
  const cells: string[] = [];
  const unknown: string[] = [];
  const requests: DataRequest[] = [];
  const asking: Asking[] = [];
  for (const found of formulas) {
    const use = uses.get(cellKey(found.cell));
    const own = use && use.requests.length > 0 ? (use.calls ?? [use]) : await readCalls(found, parts);
    if (!own) unknown.push(found.cell);
    const calls = own ?? [];
    const wanted = await wantedRequests(
      calls.flatMap((call) => call.requests),
      use,
      wish,
      parts,
    );
    if (wanted.length > 0) cells.push(found.cell);
    requests.push(...wanted);
    asking.push(...calls);
  }
  return {
    cells,
    requests: parts.engine.distinct(requests),
    asking,
    unknown,
    ...(elsewhere && { elsewhere }),
  };
}

/** Whether a person who saw the price of one plan has agreed to the other: the same requests for the same cells. */
export function isSamePlan(one: RefreshPlan, other: RefreshPlan): boolean {
  const contents = ({ cells, requests }: RefreshPlan) =>
    JSON.stringify([cells, requests.map(({ key, count }) => [key, count])]);
  return contents(one) === contents(other);
}

async function readCalls(found: FormulaCell, parts: ReadingParts): Promise<readonly Asking[] | undefined> {
  const { cell } = found;
  const reading = await callsIn(found, parts);
  if (reading.state === 'unread') return undefined;
  // A result as of a date is what it is.
  return reading.calls
    .filter(({ formula }) => formula.view.as_of === undefined)
    .map(({ formula: { view }, requests }) => ({ cell, requests, where: view.where, matched: view.matched }));
}

async function wantedRequests(
  requests: readonly DataRequest[],
  use: CellUse | undefined,
  wish: RefreshWish,
  { engine, now }: PlanParts,
): Promise<readonly DataRequest[]> {
  if (wish.only === 'all') return requests;
  const wanted: DataRequest[] = [];
  for (const request of requests) {
    const known = await engine.remembered(request);
    const failed = known?.failure !== undefined || (known?.response === undefined && use?.failed === true);
    const old = known?.response !== undefined && now - known.response.fetchedAt >= wish.age;
    if (wish.only === 'failed' ? failed : old) wanted.push(request);
  }
  return wanted;
}

export const scopeLabels: Readonly<Record<Scope, PlainKey>> = {
  cell: 'formulas.thisCell',
  selection: 'common.selectedCells',
  sheet: 'common.thisSheet',
  workbook: 'common.wholeWorkbook',
};

const day = 86_400_000;

/** What a refresh can be limited to, and the sentences about its price and its outcome. */
export const refreshChoices: Readonly<Record<string, PlainKey>> = {
  all: 'formulas.all',
  failed: 'formulas.failedOnly',
  [`older ${day / 24}`]: 'formulas.olderThan1Hour',
  [`older ${day}`]: 'formulas.olderThan1Day',
  [`older ${7 * day}`]: 'formulas.olderThan7Days',
  [`older ${30 * day}`]: 'formulas.olderThan30Days',
};

export function wishOf(scope: Scope, choice: string): RefreshWish {
  const [only = 'all', age = '0'] = choice.split(' ');
  return { scope, only: only as RefreshWish['only'], age: Number(age) };
}

/** One cell by its name: the selection may be elsewhere by the time a person has decided. */
export const cellsText = (cells: readonly string[]): string =>
  cells.length === 1 ? cells.join() : plural(cells.length, 'cell');

export function planText(
  { cells, requests, unknown, elsewhere }: RefreshPlan,
  quote: Pick<Quote, 'credits'>,
): string {
  const rest =
    unknown.length > 0 && t('formulas.couldntBeReadAnd', { cells: plural(unknown.length, 'cell') });
  if (requests.length === 0 && elsewhere && !rest) return t('formulas.nothingToRefreshThese');
  const sentences =
    requests.length === 0
      ? [t('formulas.nothingToRefreshIn')]
      : [
          elsewhere && t('formulas.theseFiguresComeFrom', { cells: joined('items', cells) }),
          t('formulas.planned', {
            cells: cellsText(cells),
            requests: plural(requests.length, 'request'),
            credits: credits(quote.credits),
          }),
        ];
  return joined('sentences', [...sentences, rest]);
}

export function reportText({ fetched, failed, handedOver = 0, spent }: RefreshReport): string {
  const others = [
    ...(failed > 0 ? [t('formulas.failed', { failed })] : []),
    ...(handedOver > 0 ? [t('formulas.handedOver', { handedOver })] : []),
  ];
  return joined('facts', [
    t('formulas.fetched', { fetched }),
    ...others,
    t('formulas.spent', { credits: credits(spent) }),
  ]);
}
