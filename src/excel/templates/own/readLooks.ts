// Colours, weights and sizes of cells, and the widths of columns. Excel is asked for each cell, so a large sheet keeps only its
// widths and number formats.
import { widthCharacters } from '../../workbook/columnWidth';
import type { Area } from '../../workbook/area';
import { runsOver } from './formatRuns';
import type { OwnTemplate } from './ownTemplate';

const mostCells = 3_000;
type Look = Omit<OwnTemplate['looks'][number], 'range'>;

const plain = '{}';

/** What differs from a new cell. */
function lookOf({ fill, font }: Excel.RangeFormat): Look {
  const isColor = (color: string) => /^#[0-9a-f]{6}$/i.test(color);
  return {
    ...(font.bold && { bold: true }),
    ...(font.italic && { italic: true }),
    ...(font.size >= 4 && font.size <= 72 && font.size !== 11 && { size: font.size }),
    ...(isColor(font.color) && font.color !== '#000000' && { color: font.color }),
    ...(isColor(fill.color) && fill.color.toUpperCase() !== '#FFFFFF' && { fill: fill.color }),
  };
}

export async function readLooks(context: Excel.RequestContext, { rows, columns }: Area) {
  const sheet = context.workbook.worksheets.getActiveWorksheet();
  const heads = Array.from({ length: columns }, (_, c) => {
    const head = sheet.getRangeByIndexes(0, c, 1, 1);
    head.load('format/columnWidth');
    return head;
  });
  const cells =
    rows * columns > mostCells
      ? []
      : Array.from({ length: rows }, (_, r) =>
          Array.from({ length: columns }, (__, c) => {
            const cell = sheet.getRangeByIndexes(r, c, 1, 1);
            cell.format.fill.load('color');
            cell.format.font.load(['bold', 'italic', 'color', 'size']);
            return cell;
          }),
        );
  await context.sync();
  const looks = runsOver(cells.map((row) => row.map(({ format }) => JSON.stringify(lookOf(format)))))
    .filter(({ value }) => value !== plain)
    .map(({ range, value }) => ({ range, ...(JSON.parse(value) as Look) }));
  const widths = heads.map(({ format }) => Math.min(Math.max(widthCharacters(format.columnWidth), 1), 255));
  return { looks, widths };
}
