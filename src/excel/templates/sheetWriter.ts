// Writes one sheet of a template: formats before values, so that nothing typed is read as something else.
import { columnLetters, readArea } from '../workbook/area';
import { columnPoints } from '../workbook/columnWidth';
import { styles, type Style } from '../../templates/styles';
import type { TemplateCell, TemplateSheet } from '../../templates/template';
import { writeChart } from './chartWriter';
import { writeConditional, writeInput } from './ruleWriter';
import { withSheetNames, type SheetNames } from './sheetReferences';

interface Place {
  readonly context: Excel.RequestContext;
  readonly sheet: Excel.Worksheet;
  readonly names: SheetNames;
  /** The serial number of today. */
  readonly today: number;
}

export function writeSheet(place: Place, template: TemplateSheet): void {
  const { sheet } = place;
  sheet.tabColor = template.tab;
  sheet.showGridlines = template.gridlines ?? false;
  template.widths.forEach((characters, column) => {
    const letter = columnLetters(column);
    sheet.getRange(`${letter}:${letter}`).format.columnWidth = columnPoints(characters);
  });
  for (const { range, format } of template.formats) {
    const area = readArea(range);
    if (area)
      sheet.getRange(range).numberFormat = Array.from({ length: area.rows }, () =>
        Array.from({ length: area.columns }, () => format),
      );
  }
  for (const { at, rows } of template.blocks) writeBlock(place, at, rows);
  for (const { range, ...own } of template.looks ?? []) applyStyle(sheet.getRange(range), own);
  for (const { range, style } of template.styles) applyStyle(sheet.getRange(range), styles[style]);
  for (const input of template.inputs ?? []) writeInput(sheet.getRange(input.range), input);
  for (const conditional of template.conditionals ?? [])
    writeConditional(sheet.getRange(conditional.range), conditional);
  if (template.frozenRows > 0) sheet.freezePanes.freezeRows(template.frozenRows);
  printOnOnePage(sheet, template);
}

export function writeCharts(place: Place, template: TemplateSheet): void {
  for (const chart of template.charts ?? []) writeChart(place.context, place.sheet, chart, place.names);
}

function writeBlock(
  { sheet, names, today }: Place,
  at: string,
  rows: readonly (readonly TemplateCell[])[],
): void {
  const head = readArea(at);
  const width = Math.max(...rows.map((row) => row.length));
  if (!head) return;
  const valueOf = (cell: TemplateCell): string | number | boolean => {
    if (cell === null) return '';
    if (typeof cell === 'object') return today + cell.daysAhead;
    return typeof cell === 'string' ? withSheetNames(cell, names) : cell;
  };
  const range = sheet.getRangeByIndexes(head.row, head.column, rows.length, width);
  range.formulas = rows.map((row) => Array.from({ length: width }, (_, c) => valueOf(row[c] ?? null)));
}

export function applyStyle(range: Excel.Range, style: Style): void {
  const { format } = range;
  if (style.bold !== undefined) format.font.bold = style.bold;
  if (style.italic !== undefined) format.font.italic = style.italic;
  if (style.size !== undefined) format.font.size = style.size;
  if (style.color !== undefined) format.font.color = style.color;
  if (style.fill !== undefined) format.fill.color = style.fill;
  if (style.wrap !== undefined) format.wrapText = style.wrap;
  if (style.align !== undefined) format.horizontalAlignment = style.align;
  if (style.middle) format.verticalAlignment = 'Center';
  if (style.height !== undefined) format.rowHeight = style.height;
  if (style.lines === undefined) return;
  for (const side of ['EdgeBottom', 'InsideHorizontal'] as const) {
    const border = format.borders.getItem(side);
    border.style = 'Continuous';
    border.color = style.lines;
  }
}

function printOnOnePage(sheet: Excel.Worksheet, template: TemplateSheet): void {
  const { pageLayout } = sheet;
  if (template.printArea !== undefined) pageLayout.setPrintArea(template.printArea);
  pageLayout.zoom = { horizontalFitToPages: 1, verticalFitToPages: 0 };
  pageLayout.orientation = template.landscape ? 'Landscape' : 'Portrait';
  if (template.frozenRows === 0) return;
  pageLayout.setPrintTitleRows(`$${template.frozenRows}:$${template.frozenRows}`);
}
