// What Spillway writes makes nothing else spend. Formulas that it writes make others calculate, and what those ask for was not
// in the price that was shown. Nothing here rests on time, because Excel may calculate a moment later, or after a minute:
// - from the write until Excel reports that its calculation is done, everything new that formulas which were there before ask
//   for is held;
// - a formula that depends on what was written stays held until it was called: its first call is the one that the write caused.
// What a person types meanwhile is another formula than was there before the write, and is not held.
import { runPatiently } from '../host';
import type { HoldReason } from '../../engine/request/holdReason';
import type { FormulaCell } from '../workbook/workbook';
import type { CellUse, Runtime, Written } from '../runtime';
import { cellSpelling } from './cellRegistry';
import { fromCells, cellValues, overlap, readArea, type Area, rangeAt, usedRanges } from '../workbook/area';

export interface WrittenBook {
  /** Every formula of the workbook. */
  formulas(): Promise<readonly FormulaCell[]>;
  formulaAt(cell: string): Promise<string>;
  /** Calls after each calculation; resolves when it does so, and rejects where Excel cannot tell. */
  watchCalculated(listener: () => void): Promise<void>;
  /** Whether Excel still calculates, or one of these cells still waits for its result. */
  isCalculating(cells: readonly string[]): Promise<boolean>;
}

export interface OwnWrites {
  readonly holdNew: Runtime['holdNew'];
  /** A cell was called. */
  readonly called: (use: CellUse) => void;
  /** Why a cell has to wait with this request. */
  readonly reasonToHold: (cell: string | undefined, key: string) => Promise<HoldReason | undefined>;
}

/** A write whose calculation is not done. */
interface Open {
  /** The formulas by cell as they were before; undefined where they could not be read. */
  readonly before: ReadonlyMap<string, string> | undefined;
  readonly written: readonly string[];
  isWritten: boolean;
  /** Excel has calculated since the work began. */
  wasCalculated: boolean;
}

/** A cell that has to be called because of a write. */
interface Awaited {
  /** Its formula before the write; undefined for one that was written. */
  readonly formula: string | undefined;
  /** What it asked for when it was called; undefined until then. */
  keys?: ReadonlySet<string>;
}

const reason: HoldReason = 'own_change';

export function createOwnWrites(book: WrittenBook): OwnWrites {
  const open = new Set<Open>();
  const awaited = new Map<string, Awaited>();
  let watching: Promise<boolean> | undefined;
  let looking = false;
  let again = false;

  /** Closes the writes whose calculation is done. One look at a time; an event meanwhile leads to one more. */
  async function look(): Promise<void> {
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    do {
      again = false;
      for (const each of [...open]) {
        if (!each.isWritten || !each.wasCalculated) continue;
        const isBusy = await book.isCalculating(each.written).catch(() => true);
        if (!isBusy) open.delete(each);
      }
    } while (again);
    looking = false;
  }

  const watch = (): Promise<boolean> =>
    (watching ??= book
      .watchCalculated(() => {
        for (const each of open) each.wasCalculated = true;
        void look();
      })
      .then(
        () => true,
        () => {
          watching = undefined;
          return false;
        },
      ));

  async function holdNew<T>({ areas, formulas = [], kind }: Written, work: () => Promise<T>): Promise<T> {
    const start = { written: formulas, isWritten: false, wasCalculated: false };
    const starting: Open = { ...start, before: undefined };
    open.add(starting);
    const [all, tells] = await Promise.all([book.formulas().catch(() => undefined), watch()]);
    const before = all && new Map(all.map(({ cell, formula }) => [cellSpelling(cell), formula]));
    if (kind === 'asked') for (const cell of formulas) before?.delete(cellSpelling(cell));
    const current: Open = { ...start, before };
    open.add(current);
    open.delete(starting);
    for (const { cell, formula } of dependentsOf(all ?? [], [...areas, ...formulas]))
      awaited.set(cellSpelling(cell), { formula });
    for (const cell of formulas)
      if (kind === 'asked') awaited.delete(cellSpelling(cell));
      else awaited.set(cellSpelling(cell), { formula: undefined });
    try {
      return await work();
    } finally {
      current.isWritten = true;
      // Values make only those calculate that depend on them, and Excel may have nothing to calculate at all.
      if (formulas.length === 0 || !tells) open.delete(current);
      void look();
    }
  }

  function called({ cell, requests }: CellUse): void {
    if (awaited.size === 0 || requests.length === 0) return;
    const name = cellSpelling(cell);
    const waiting = awaited.get(name);
    if (!waiting) return;
    const keys = new Set(requests.map(({ key }) => key));
    if (!waiting.keys) waiting.keys = keys;
    else if (![...keys].every((key) => waiting.keys?.has(key))) awaited.delete(name);
  }

  /** Whether the formula is still the one that was there before the write. A cell that cannot be read may be. */
  async function isStill(cell: string, formula: string): Promise<boolean> {
    const now = await book.formulaAt(cell).catch(() => formula);
    return now === formula;
  }

  async function reasonToHold(cell: string | undefined, key: string): Promise<HoldReason | undefined> {
    if (open.size === 0 && awaited.size === 0) return undefined;
    if (cell === undefined) return open.size > 0 ? reason : undefined;
    const name = cellSpelling(cell);
    const waiting = awaited.get(name);
    if (waiting && (waiting.keys === undefined || waiting.keys.has(key))) {
      if (waiting.formula === undefined || (await isStill(cell, waiting.formula))) return reason;
      awaited.delete(name);
    }
    for (const { before } of [...open]) {
      if (!before) return reason;
      const formula = before.get(name);
      if (formula !== undefined && (await isStill(cell, formula))) return reason;
    }
    return undefined;
  }

  return { holdNew, called, reasonToHold };
}

// What Excel tells about formulas and calculations, for what has to be held while Spillway writes.

const waiting = new Set<unknown>(['#BUSY!', '#GETTING_DATA']);

export const excelBook: WrittenBook = {
  formulas: () =>
    runPatiently(async (context) =>
      (await usedRanges(context, ['address', 'formulas'])).flatMap((range) =>
        fromCells(range.address, range.formulas, (formula, cell) =>
          typeof formula === 'string' && formula.startsWith('=') ? { cell: cell(), formula } : undefined,
        ),
      ),
    ),
  formulaAt: (cell) =>
    runPatiently(async (context) => {
      const range = rangeAt(context, cell);
      range.load('formulas');
      await context.sync();
      return String(range.formulas[0]?.[0] ?? '');
    }),
  watchCalculated: (listener) =>
    runPatiently(async (context) => {
      context.workbook.worksheets.onCalculated.add(() => {
        listener();
        return Promise.resolve();
      });
      await context.sync();
    }),
  isCalculating: (cells) =>
    runPatiently(async (context) => {
      const { application } = context.workbook;
      application.load('calculationState');
      // What stood on a sheet that was deleted waits for nothing.
      const values = await cellValues(context, cells);
      const isDone = String(application.calculationState) === 'Done';
      return !isDone || [...values.values()].some((value) => waiting.has(value));
    }),
};

// Which formulas depend on cells, directly or through others, as far as their text tells. Names, tables and computed references
// are not followed: whoever asks must not rely on a formula's absence from the list. A list of 2,000 rows has a hundred thousand
// cells that repeat a few formulas, so a formula is read once, and cells beside each other are looked at together.

const reference =
  /(?:('(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?(\$?[A-Za-z]{1,3}\$?\d{1,7}(?::\$?[A-Za-z]{1,3}\$?\d{1,7})?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?\d{1,7}:\$?\d{1,7})(?![\p{L}\p{N}_(.!])/gu;

/** The ranges that a formula on a sheet names. */
function referencesIn(formula: string, sheet: string): Area[] {
  const bare = formula.replace(/"(?:[^"]|"")*"/g, '""');
  return [...bare.matchAll(reference)].flatMap(({ 1: on, 2: cells = '', index }) => {
    // The end of a longer name, as in `Rate2024`.
    if (/[\p{L}\p{N}_.]/u.test(bare[index - 1] ?? '')) return [];
    const area = readArea(on === undefined ? cells : `${on}!${cells}`);
    return area ? [{ ...area, sheet: (area.sheet || sheet).toLowerCase() }] : [];
  });
}

/** Cells below each other as one area. */
export function joinedAreas(cells: readonly Area[]): Area[] {
  const sorted = [...cells].sort(
    (a, b) => (a.sheet < b.sheet ? -1 : a.sheet > b.sheet ? 1 : 0) || a.column - b.column || a.row - b.row,
  );
  const areas: Area[] = [];
  for (const cell of sorted) {
    const last = areas.at(-1);
    const isBelow =
      last?.sheet === cell.sheet &&
      last.column === cell.column &&
      last.columns === cell.columns &&
      cell.row <= last.row + last.rows;
    if (!last || !isBelow) areas.push(cell);
    else areas[areas.length - 1] = { ...last, rows: Math.max(last.rows, cell.row + cell.rows - last.row) };
  }
  return areas;
}

/** A formula of a sheet, and the cells that have it. */
interface Shared {
  readonly references: readonly Area[];
  readonly cells: FormulaCell[];
  readonly places: Area[];
}

function sharedFormulas(all: readonly FormulaCell[]): Shared[] {
  const found = new Map<string, Shared>();
  for (const each of all) {
    const place = readArea(each.cell);
    if (!place) continue;
    const sheet = place.sheet.toLowerCase();
    const key = `${sheet}!${each.formula}`;
    const shared = found.get(key) ?? { references: referencesIn(each.formula, sheet), cells: [], places: [] };
    shared.cells.push(each);
    shared.places.push({ ...place, sheet });
    found.set(key, shared);
  }
  return [...found.values()];
}

export function dependentsOf(all: readonly FormulaCell[], written: readonly string[]): FormulaCell[] {
  let reached = written.flatMap((address) => {
    const area = readArea(address);
    return area ? [{ ...area, sheet: area.sheet.toLowerCase() }] : [];
  });
  let left = reached.length > 0 ? sharedFormulas(all) : [];
  const found: FormulaCell[][] = [];
  while (reached.length > 0) {
    const dependent: Shared[] = [];
    const others: Shared[] = [];
    for (const each of left) {
      const isReached = each.references.some((area) => reached.some((cells) => overlap(area, cells)));
      (isReached ? dependent : others).push(each);
    }
    left = others;
    found.push(...dependent.map(({ cells }) => cells));
    reached = joinedAreas(dependent.flatMap(({ places }) => places));
  }
  return found.flat();
}
