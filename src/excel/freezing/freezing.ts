// Turns formulas into the values they show, so that a book opens anywhere. The formulas are kept in the workbook first: if
// Excel is closed at any moment after that, they can be brought back (relinking.ts). Everything is read before anything is
// written: a formula may depend on another that becomes values first.
import { unmarked } from '../../spill/grid/numberFormat';
import { cellValues, columnLetters, writeArea, type Area, readArea, rangeAt } from '../workbook/area';
import { literal } from '../workbook/literal';
import { syncInBatches, piecesOf } from '../workbook/pieces';
import { runAsOne } from '../workbook/runAsOne';
import type { FormulaCell, FreezeReport, Frozen, CellValue } from '../workbook/workbook';
import { flattened, type CardChoice, cardOf, type CardValue } from './cardValue';
import { digestOf, bringBack, addPart, dropSuperseded, runsOf, type FrozenFormula } from './frozenParts';

// What formulas show: values, their types and formats, read before anything is changed. A format that came with a value
// (CustomFunctionsRuntime 1.4) may belong to the value and not to its cell; valuesAsJson (ExcelApi 1.16) tells it.

interface Shown {
  readonly cell: FormulaCell;
  readonly address: string;
  readonly area: Area;
  readonly values: CellValue[][];
  readonly errors: boolean[][];
  /** The cell's own, and the one its number is shown with. */
  readonly formats: string[][];
  readonly seen: string[][];
  /** Cells with a card or a picture, as Excel tells them; undefined for plain ones. */
  readonly cards: (CardValue | undefined)[][];
}

interface ShownPiece {
  readonly of: Shown;
  readonly piece: Area;
  range?: Excel.Range;
}

const errorText = /^#(?:[A-Z/0_]+[!?]|N\/A)$/;

/** Some hosts claim the set and have no such property: asked once, of one cell, so that nothing else fails with it. */
async function tellsFormats(context: Excel.RequestContext, cell: string): Promise<boolean> {
  if (!Office.context.requirements.isSetSupported('ExcelApi', '1.16')) return false;
  const range = rangeAt(context, cell);
  range.load('valuesAsJson');
  return context.sync().then(
    () => true,
    () => false,
  );
}

async function locate(context: Excel.RequestContext, cells: readonly FormulaCell[]): Promise<Shown[]> {
  const ranges = cells.map((cell) => {
    const head = rangeAt(context, cell.cell);
    const spill = head.getSpillingToRangeOrNullObject();
    head.load('address');
    spill.load('address');
    return { cell, head, spill };
  });
  await context.sync();
  return ranges.flatMap(({ cell, head, spill }) => {
    const { address } = spill.isNullObject ? head : spill;
    const area = readArea(address);
    return area ? [{ cell, address, area, values: [], errors: [], formats: [], seen: [], cards: [] }] : [];
  });
}

function take({ of, range }: ShownPiece, json: boolean): void {
  if (!range) return;
  const values = range.values as CellValue[][];
  const types = range.valueTypes as readonly (readonly string[])[];
  const own = range.numberFormat as string[][];
  type Rich = readonly (readonly { numberFormat?: unknown }[])[] | undefined;
  const rich = (json && (range.valuesAsJson as Rich)) || [];
  of.values.push(...values);
  of.cards.push(...values.map((row, r) => row.map((_, c) => cardOf(rich[r]?.[c]))));
  // What comes back with the formula may be up to date.
  of.formats.push(...own.map((row) => row.map(unmarked)));
  of.errors.push(
    ...values.map((row, r) =>
      row.map((value, c) => {
        const type = types[r]?.[c];
        return typeof value === 'string' && (type === undefined ? errorText.test(value) : type === 'Error');
      }),
    ),
  );
  of.seen.push(
    ...own.map((row, r) =>
      row.map((format, c) => {
        const carried = rich[r]?.[c]?.numberFormat;
        return format === 'General' && typeof carried === 'string' ? carried : format;
      }),
    ),
  );
}

async function readShown(context: Excel.RequestContext, cells: readonly FormulaCell[]): Promise<Shown[]> {
  const [first] = cells;
  if (!first) return [];
  const json = await tellsFormats(context, first.cell);
  const all = await locate(context, cells);
  const pieces = all.flatMap((of) => piecesOf(of.area).map((piece): ShownPiece => ({ of, piece })));
  await syncInBatches(
    pieces,
    (item) => {
      item.range = rangeAt(context, writeArea(item.piece));
      item.range.load(['values', 'valueTypes', 'numberFormat', ...(json ? ['valuesAsJson'] : [])]);
    },
    async (batch) => {
      await context.sync();
      for (const item of batch) {
        take(item, json);
        delete item.range;
      }
    },
  );
  return all;
}

/** Not there yet: freezing it would keep nothing of worth. */
const pending = new Set<unknown>(['#BUSY!', '#GETTING_DATA', '#SPILL!']);

const unfinished = ({ values, errors, cards }: Shown): boolean =>
  (errors[0]?.[0] === true && cards[0]?.[0] === undefined) ||
  values.some((row, r) => row.some((value, c) => errors[r]![c] && pending.has(value)));

interface Ready {
  readonly shown: Shown;
  readonly frozen: Frozen;
  readonly literals: readonly (readonly {
    readonly value: Shown['values'][0][0];
    readonly format: string;
  }[])[];
  /** The values as they read afterwards. */
  readonly after: Shown['values'];
}

function made(shown: Shown, cards: CardChoice): Ready {
  const { cell, address, values, errors, formats, seen } = shown;
  const plain = values.map((row, r) =>
    row.map((value, c) => {
      const card = shown.cards[r]?.[c];
      return card ? flattened(card, value) : { value, error: errors[r]![c] ?? false };
    }),
  );
  return {
    shown,
    frozen: { ...cell, area: address, formats },
    literals: plain.map((row, r) => row.map(({ value, error }, c) => literal(value, seen[r]![c]!, error))),
    after: cards === 'keep' ? values : plain.map((row) => row.map(({ value }) => value)),
  };
}

function toWrite({ shown: { area }, frozen, literals }: Ready) {
  const pieces = piecesOf(area);
  return pieces.map((piece, index) => {
    const rows = literals.slice(piece.row - area.row, piece.row - area.row + piece.rows);
    return {
      of: frozen,
      piece,
      last: index === pieces.length - 1,
      values: rows.map((row) => row.map(({ value }) => value)),
      formats: rows.map((row) => row.map(({ format }) => format)),
    };
  });
}

async function toKeep(
  { shown, frozen, after }: Ready,
  ids: ReadonlyMap<string, string>,
): Promise<FrozenFormula> {
  const { area } = shown;
  const local = (address: string) => address.slice(address.lastIndexOf('!') + 1).replaceAll('$', '');
  return {
    sheetId: ids.get(area.sheet.toLowerCase()) ?? '',
    sheet: area.sheet,
    cell: `${columnLetters(area.column)}${area.row + 1}`,
    area: local(frozen.area),
    formula: frozen.formula,
    formats: runsOf(frozen.formats ?? []),
    digests: await Promise.all(
      piecesOf(area).map(({ row, rows }) => digestOf(after.slice(row - area.row, row - area.row + rows))),
    ),
  };
}

async function sheetIds(context: Excel.RequestContext): Promise<Map<string, string>> {
  const { worksheets } = context.workbook;
  worksheets.load(['items/id', 'items/name']);
  await context.sync();
  return new Map(worksheets.items.map(({ id, name }) => [name.toLowerCase(), id]));
}

/** Formulas that a person has changed since they were read stay. */
async function stillThere(context: Excel.RequestContext, all: readonly Ready[]): Promise<Ready[]> {
  const cells = all.map(({ frozen }) => frozen.cell);
  const formulas = await cellValues(context, cells, 'formulas');
  return all.filter(({ frozen }) => formulas.get(frozen.cell) === frozen.formula);
}

/** Cards of one column that lie below each other are written together. Where Excel refuses them, the plain values stay. */
async function writeCards(context: Excel.RequestContext, { area, cards }: Shown): Promise<void> {
  for (let c = 0; c < area.columns; c += 1) {
    for (let r = 0; r < area.rows; r += 1) {
      const run: unknown[][] = [];
      while (cards[r + run.length]?.[c]) run.push([cards[r + run.length]?.[c]]);
      if (run.length === 0) continue;
      const place = { ...area, row: area.row + r, column: area.column + c, rows: run.length, columns: 1 };
      rangeAt(context, writeArea(place)).valuesAsJson = run as Excel.CellValue[][];
      r += run.length;
    }
  }
  await context.sync();
}

async function writeValues(context: Excel.RequestContext, ready: readonly Ready[], cards: CardChoice) {
  const frozen: Frozen[] = [];
  const touched = new Set<Frozen>();
  let reason: unknown;
  await syncInBatches(
    ready.flatMap(toWrite),
    ({ of, piece, values, formats }) => {
      const range = rangeAt(context, writeArea(piece));
      range.numberFormat = formats;
      range.values = values;
      touched.add(of);
    },
    async (batch) => {
      await context.sync();
      for (const { of, last } of batch) {
        if (!last) continue;
        frozen.push(of);
        touched.delete(of);
      }
    },
  ).catch(async (error: unknown) => {
    reason = error;
    await bringBack(context, [...touched]).catch(() => undefined);
  });
  const done = new Set(frozen);
  for (const { shown, frozen: of } of ready)
    if (cards === 'keep' && done.has(of)) await writeCards(context, shown).catch(() => undefined);
  return { frozen, reason };
}

export interface FreezeOptions {
  readonly cards?: CardChoice;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export async function freeze(
  cells: readonly FormulaCell[],
  { cards = 'keep', at }: FreezeOptions,
): Promise<FreezeReport> {
  const { ready, skipped } = await Excel.run(async (context) => {
    const shown = await readShown(context, cells);
    const usable = shown.filter((each) => !unfinished(each)).map((each) => made(each, cards));
    if (usable.length > 0) {
      const ids = await sheetIds(context);
      const formulas = await Promise.all(usable.map((each) => toKeep(each, ids)));
      await addPart(context, { at, formulas });
    }
    return { ready: usable, skipped: shown.filter(unfinished) };
  });
  const frozen = await runAsOne(async (context) => {
    const there = await stillThere(context, ready);
    const { frozen: written, reason } = await writeValues(context, there, cards);
    if (written.length === 0 && there.length > 0) throw reason;
    return written;
  });
  const done = new Set(frozen.map(({ cell }) => cell));
  const failed = ready.map(({ frozen: { cell } }) => cell).filter((cell) => !done.has(cell));
  // Only tidies up: what it leaves is found again the next time.
  await Excel.run(dropSuperseded).catch(() => undefined);
  return { frozen, skipped: skipped.map(({ cell }) => cell.cell), failed };
}
