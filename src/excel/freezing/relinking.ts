// Brings frozen formulas back from what is kept in the workbook, for anyone who has Spillway. A formula returns only to cells
// that are as freezing left them, and only if it does nothing but compute and call Spillway. What it will cost was shown
// before (src/taskpane/sharing), so this only writes.
import { isDataFormula } from '../workbook/spillwayFormula';
import { formulaProblem } from '../workbook/safeFormula';
import { literal } from '../workbook/literal';
import { cellValues, quoteSheet, writeArea, type Area, rangeAt } from '../workbook/area';
import { piecesOf, syncInBatches } from '../workbook/pieces';
import { runAsOne } from '../workbook/runAsOne';
import type { FormulaCell, Frozen, CellValue } from '../workbook/workbook';
import { bringBack, readFrozen, type KeptAt, digestOf, placed } from './frozenParts';

// Whether the cells of a frozen formula are still as freezing left them. Only then may the formula come back: what a person
// has typed, moved or deleted since is theirs.

type FrozenState =
  /** As it was frozen, or only partly written because Excel was closed meanwhile. */
  | 'unchanged'
  /** The cell holds a formula of Spillway again. */
  | 'linked'
  | 'changed';

interface CellsToCheck {
  readonly place: Area;
  readonly digests: readonly string[];
}

interface Read {
  readonly values: CellValue[][];
  readonly formulas: unknown[][];
  readonly formats: string[][];
  readonly types: string[][];
}

interface CheckedCells {
  readonly state: FrozenState;
  /** What the cells hold now, to put it back. */
  readonly now: Read;
}

interface Piece {
  readonly index: number;
  readonly piece: Area;
  range?: Excel.Range;
}

async function stateOf({ place, digests }: CellsToCheck, now: Read): Promise<FrozenState> {
  if (isDataFormula(now.formulas[0]?.[0])) return 'linked';
  const hasFormula = now.formulas.some((row, r) => row.some((formula, c) => formula !== now.values[r]?.[c]));
  const pieces = piecesOf(place);
  if (hasFormula || pieces.length !== digests.length) return 'changed';
  const same = await Promise.all(
    pieces.map(async ({ row, rows }, index) => {
      const values = now.values.slice(row - place.row, row - place.row + rows);
      if ((await digestOf(values)) === digests[index]) return 'same';
      return values.flat().every((value) => value === '') ? 'empty' : 'other';
    }),
  );
  // Pieces are written from the top: if the first is there, those that are empty were not reached.
  return same[0] === 'same' && !same.includes('other') ? 'unchanged' : 'changed';
}

/** One for each of the given; a sheet is read in pieces that Excel on the web can hand over. */
async function checkCells(
  context: Excel.RequestContext,
  all: readonly CellsToCheck[],
): Promise<CheckedCells[]> {
  const found = all.map((): Read => ({ values: [], formulas: [], formats: [], types: [] }));
  const pieces = all.flatMap(({ place }, index) => piecesOf(place).map((piece): Piece => ({ index, piece })));
  await syncInBatches(
    pieces,
    (item) => {
      item.range = rangeAt(context, writeArea(item.piece));
      item.range.load(['values', 'formulas', 'numberFormat', 'valueTypes']);
    },
    async (batch) => {
      await context.sync();
      for (const { index, range } of batch) {
        const into = found[index];
        if (!into || !range) continue;
        into.values.push(...(range.values as CellValue[][]));
        into.formulas.push(...(range.formulas as unknown[][]));
        into.formats.push(...(range.numberFormat as string[][]));
        into.types.push(...(range.valueTypes as string[][]));
      }
      for (const item of batch) delete item.range;
    },
  );
  return Promise.all(
    all.map(async (cells, index) => ({ state: await stateOf(cells, found[index]!), now: found[index]! })),
  );
}

type Placed = NonNullable<ReturnType<typeof placed>>;

/** A formula that can come back. */
export interface Relinkable extends Frozen {
  readonly at: number;
  readonly place: Placed['place'];
  readonly digests: readonly string[];
}

/** A formula that stays as values, and why, in words that follow the cell. */
export interface LeftAlone {
  readonly cell: string;
  readonly why: string;
}

export interface FrozenBook {
  readonly ready: readonly Relinkable[];
  readonly left: readonly LeftAlone[];
}

const changed = 'was edited, moved or deleted after it was frozen';
const sheetGone = 'was on a sheet that was deleted';
const notOurs = 'is not a Spillway formula';
const tooNew = 'were frozen by a newer version of Spillway: reload the add-in to update it, then relink';

async function place(context: Excel.RequestContext, all: readonly KeptAt[], onlyActive: boolean) {
  const { worksheets } = context.workbook;
  const active = worksheets.getActiveWorksheet();
  worksheets.load(['items/id', 'items/name']);
  active.load('id');
  await context.sync();
  const { items } = worksheets;
  const ready: Relinkable[] = [];
  const left: LeftAlone[] = [];
  for (const kept of all) {
    const sheet =
      items.find(({ id }) => id === kept.sheetId) ??
      items.find(({ name }) => name.toLowerCase() === kept.sheet.toLowerCase());
    if (onlyActive && sheet?.id !== active.id) continue;
    const cell = `${quoteSheet(sheet?.name ?? kept.sheet)}!${kept.cell}`;
    const there = sheet && placed(kept, sheet.name);
    const problem = isDataFormula(kept.formula) ? formulaProblem(kept.formula) : notOurs;
    if (!sheet) left.push({ cell, why: sheetGone });
    else if (!there) left.push({ cell, why: changed });
    else if (problem === undefined) ready.push({ ...there, at: kept.at, digests: kept.digests });
    else left.push({ cell, why: `can’t be relinked: its formula ${problem}` });
  }
  return { ready, left };
}

/** What was frozen in this workbook and is still values. */
export const frozenFormulas = (scope: 'sheet' | 'workbook'): Promise<FrozenBook> =>
  Excel.run(async (context) => {
    const { kept, newer } = await readFrozen(context);
    const unread = newer > 0 ? [{ cell: 'Some formulas', why: tooNew }] : [];
    if (kept.length === 0) return { ready: [], left: unread };
    const { ready, left } = await place(context, kept, scope === 'sheet');
    const checked = await checkCells(context, ready);
    const inState = (state: CheckedCells['state']) =>
      ready.filter((_, index) => checked[index]?.state === state);
    return {
      ready: inState('unchanged'),
      left: [...unread, ...left, ...inState('changed').map(({ cell }) => ({ cell, why: changed }))],
    };
  });

/**
 * Looks, again and again, which of these still show what they showed at the first look: a formula does not come back to a cell that a
 * person has edited, moved or deleted.
 */
export function untouched(all: readonly Relinkable[]): () => Promise<ReadonlySet<string>> {
  const cells = all.map(({ cell }) => cell);
  let first: ReadonlyMap<string, unknown> | undefined;
  return () =>
    Excel.run(async (context) => {
      const now = await cellValues(context, cells);
      first ??= now;
      return new Set(cells.filter((cell) => now.has(cell) && now.get(cell) === first?.get(cell)));
    });
}

export interface Relinked extends FormulaCell {
  readonly place: Placed['place'];
  /** What the cells held before. */
  readonly before: CheckedCells['now'];
}

export interface RelinkReport {
  readonly relinked: readonly Relinked[];
  readonly left: readonly LeftAlone[];
}

async function putBack(context: Excel.RequestContext, { place: area, before }: Relinked): Promise<void> {
  for (const piece of piecesOf(area)) {
    const from = piece.row - area.row;
    const range = rangeAt(context, writeArea(piece));
    const cells = before.values
      .slice(from, from + piece.rows)
      .map((row, r) =>
        row.map((value, c) =>
          value === '' && before.types[from + r]?.[c] === 'Empty'
            ? { value, format: before.formats[from + r]![c]! }
            : literal(value, before.formats[from + r]![c]!, before.types[from + r]?.[c] === 'Error'),
        ),
      );
    range.numberFormat = cells.map((row) => row.map(({ format }) => format));
    range.values = cells.map((row) => row.map(({ value }) => value));
    await context.sync();
  }
}

const refused = 'is on a sheet that can’t be edited';

/** Checks each again in the moment it is written. What Excel refuses partway gets its values back. */
export const relink = (all: readonly Relinkable[]): Promise<RelinkReport> =>
  runAsOne(async (context) => {
    const relinked: Relinked[] = [];
    const left: LeftAlone[] = [];
    for (const each of all) {
      const { cell, formula, place: area } = each;
      let done: Relinked | undefined;
      try {
        const [now] = await checkCells(context, [each]);
        if (now?.state === 'changed') left.push({ cell, why: changed });
        if (now?.state !== 'unchanged') continue;
        done = { cell, formula, place: area, before: now.now };
        await bringBack(context, [each]);
        relinked.push(done);
      } catch (error) {
        const code = codeOf(error);
        if (code === 'UndoNotSupported') throw error;
        if (done) await putBack(context, done).catch(() => undefined);
        left.push({ cell, why: code === 'ItemNotFound' ? sheetGone : refused });
      }
    }
    return { relinked, left };
  });

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | undefined)?.code;

/** Where the formula is still the one that was brought back, its cells hold again what they held before. */
export const undoRelink = (all: readonly Relinked[]): Promise<number> =>
  runAsOne(async (context) => {
    const cells = all.map(({ cell }) => cell);
    const formulas = await cellValues(context, cells, 'formulas');
    const same = all.filter(({ cell, formula }) => formulas.get(cell) === formula);
    for (const each of same) await putBack(context, each);
    return same.length;
  });
