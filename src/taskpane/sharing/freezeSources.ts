// The "Sources" sheet: where each frozen value came from, so that a book without formulas can still be checked.
import type { Engine, LedgerEntry } from '../../engine/engine';
import type { DataRequest } from '../../engine/request/dataRequest';
import type { CellUse, History } from '../../excel/runtime';
import type { CellValue, FormulaCell, FreezeReport, Frozen } from '../../excel/workbook/workbook';
import { operationOf } from '../../operations';
import { joined, named, t } from '../../languages/t';
import { cellKey } from '../formulas/cellReference';
import { requestText } from '../text/outcome';
import { sheetTime, plural } from '../text/words';

interface Provenance {
  readonly frozen: readonly Frozen[];
  readonly uses: readonly CellUse[];
  readonly ledger: readonly LedgerEntry[];
  /** When the shown response to a request was fetched, by its key. */
  readonly times: ReadonlyMap<string, number>;
  /** All times at which it was observed, ascending, by its key: what changes and low or high values rest on. */
  readonly observed: ReadonlyMap<string, readonly number[]>;
  readonly frozenAt: number;
}

/** From the cache: the ledger forgets, and does not know what another window or a colleague fetched. */
async function fetchTimes(
  requests: readonly DataRequest[],
  engine: Pick<Engine, 'remembered'>,
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const request of requests) {
    const at = (await engine.remembered(request).catch(() => undefined))?.response?.fetchedAt;
    if (at !== undefined) times.set(request.key, at);
  }
  return times;
}

/** From the history; without it, the sheet still says when the values were fetched. */
async function observationTimes(
  requests: readonly DataRequest[],
  history: () => Promise<Pick<History, 'reader'>>,
): Promise<Map<string, readonly number[]>> {
  const times = new Map<string, readonly number[]>();
  const { reader } = await history();
  for (const key of new Set(requests.map((request) => request.key))) {
    const lists = await reader.lists(key);
    times.set(
      key,
      lists.map(({ at }) => at),
    );
  }
  return times;
}

/** `3 times, 2026-11-01 to 2026-11-15`. */
function observedText(times: readonly number[] = []): string {
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return '';
  const day = (at: number) => sheetTime(at).slice(0, 10);
  return times.length === 1
    ? t('sharing.once', { day: day(first) })
    : t('sharing.timesTo', { times: times.length, day: day(first), day2: day(last) });
}

export function sourcesSheet({ frozen, uses, ledger, times, observed, frozenAt }: Provenance): CellValue[][] {
  const byCell = new Map(uses.map((use) => [cellKey(use.cell), use]));
  const fetched = new Map<string, LedgerEntry>();
  for (const entry of ledger) {
    const known = fetched.get(entry.key);
    if (entry.outcome === 'fetched' && (!known || known.at < entry.at)) fetched.set(entry.key, entry);
  }
  const rows = frozen.flatMap(({ cell, area, formula }): CellValue[][] => {
    const requests = byCell.get(cellKey(cell))?.requests ?? [];
    if (requests.length === 0) return [[cell, area, formula, '', '', '', '', '']];
    return requests.map((request, index) => {
      const entry = fetched.get(request.key);
      const fetchedAt = times.get(request.key) ?? entry?.at;
      return [
        index === 0 ? cell : '',
        index === 0 ? area : '',
        index === 0 ? formula : '',
        named(operationOf(request.operation).title),
        requestText(request),
        fetchedAt === undefined ? '' : sheetTime(fetchedAt),
        observedText(observed.get(request.key)),
        entry?.spent ?? '',
      ];
    });
  });
  return [
    [
      t('sharing.cell'),
      t('sharing.range'),
      t('common.formula'),
      t('common.source'),
      t('common.parameters'),
      t('sharing.fetched'),
      t('sharing.observed'),
      t('sharing.credits'),
    ],
    ...rows,
    [t('sharing.frozen'), sheetTime(frozenAt)],
    [t('sharing.theValuesAreAs')],
  ];
}

export async function sourcesOf(
  frozen: readonly Frozen[],
  uses: readonly CellUse[],
  engine: Pick<Engine, 'remembered' | 'ledger'>,
  history: () => Promise<Pick<History, 'reader'>>,
  frozenAt: number,
): Promise<CellValue[][]> {
  const cells = new Set(frozen.map(({ cell }) => cellKey(cell)));
  const requests = uses.filter(({ cell }) => cells.has(cellKey(cell))).flatMap((use) => use.requests);
  const [ledger, times, observed] = await Promise.all([
    engine.ledger(),
    fetchTimes(requests, engine),
    observationTimes(requests, history).catch(() => new Map<string, readonly number[]>()),
  ]);
  return sourcesSheet({ frozen, uses, ledger, times, observed, frozenAt });
}

export interface Freezable {
  readonly cells: readonly FormulaCell[];
  /** Cells that would lose what they refer to. */
  readonly users: readonly string[];
}

const mostNamed = 5;

export function foundText({ cells, users }: Freezable): string {
  if (cells.length === 0) return t('sharing.noSpillwayFormulasFound');
  const replaced = t('sharing.willBeReplacedWith', { formulas: plural(cells.length, 'formula') });
  if (users.length === 0) return replaced;
  const list = joined('items', users.slice(0, mostNamed));
  const cellsText =
    users.length > mostNamed ? t('sharing.andMore', { list, count: users.length - mostNamed }) : list;
  return t('sharing.toASpilledRange', { replaced, users: users.length, cells: cellsText });
}

export const nothingFrozen = () => t('sharing.nothingWasFrozenThe');

export function frozenText({ frozen, skipped, failed }: FreezeReport, sheet: string): string {
  return joined('sentences', [
    t('sharing.frozen2', { formulas: plural(frozen.length, 'formula') }),
    t('sharing.theSheetListsWhere', { sheet }),
    skipped.length > 0 && t('sharing.withErrors', { cells: skipped.length }),
    failed.length > 0 && t('sharing.excelDidntAllowChanges', { formulas: plural(failed.length, 'formula') }),
  ]);
}
