// What formulas show: values, their types and formats, read before anything is changed. A format that came with a value
// (CustomFunctionsRuntime 1.4) may belong to the value and not to its cell; valuesAsJson (ExcelApi 1.16) tells it.
import { readArea, writeArea, type Area } from '../workbook/area';
import { cardOf, type CardValue } from './cardValue';
import { inBatches, piecesOf } from '../workbook/pieces';
import { rangeAt } from '../workbook/rangeAt';
import type { CellValue, FormulaCell } from '../workbook/workbook';

export interface Shown {
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

interface Piece {
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

function take({ of, range }: Piece, json: boolean): void {
  if (!range) return;
  const values = range.values as CellValue[][];
  const types = range.valueTypes as readonly (readonly string[])[];
  const own = range.numberFormat as string[][];
  type Rich = readonly (readonly { numberFormat?: unknown }[])[] | undefined;
  const rich = (json && (range.valuesAsJson as Rich)) || [];
  of.values.push(...values);
  of.cards.push(...values.map((row, r) => row.map((_, c) => cardOf(rich[r]?.[c]))));
  of.formats.push(...own);
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

export async function readShown(
  context: Excel.RequestContext,
  cells: readonly FormulaCell[],
): Promise<Shown[]> {
  const [first] = cells;
  if (!first) return [];
  const json = await tellsFormats(context, first.cell);
  const all = await locate(context, cells);
  const pieces = all.flatMap((of) => piecesOf(of.area).map((piece): Piece => ({ of, piece })));
  await inBatches(
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
