// Writes one sheet of a template: formats before values, so that nothing typed is read as something else.
import { labelled } from '../../languages/labels';
import { columnLetters, readArea } from '../workbook/area';
import { columnPoints } from '../workbook/newSheet';
import { colorIn, styleIn, type Logo, type Look } from '../../templates/look';
import { styles, type Style } from '../../templates/styles';
import type {
  TemplateCell,
  TemplateSheet,
  ChartKind,
  TemplateChart,
  Conditional,
  ConditionalStyle,
  InputRule,
  Validation,
} from '../../templates/template';
import { withSheetNames, type SheetNames, rangeOf } from './sheetReferences';

// What a cell accepts, and how it looks depending on its value.

function excelRule(rule: Validation): Excel.DataValidationRule {
  switch (rule.kind) {
    case 'list':
      return { list: { inCellDropDown: true, source: rule.values.join(',') } };
    case 'whole':
      return { wholeNumber: { formula1: rule.from, formula2: rule.to, operator: 'Between' } };
    case 'decimal':
      return { decimal: { formula1: rule.from, formula2: rule.to, operator: 'Between' } };
    case 'date':
      return { date: { formula1: '=TODAY()', operator: 'GreaterThanOrEqualTo' } };
  }
}

function writeInput(range: Excel.Range, { rule, hint }: InputRule): void {
  const { dataValidation } = range;
  const others = rule.kind === 'list' && rule.others === 'allowed';
  dataValidation.rule = excelRule(rule);
  dataValidation.prompt = { showPrompt: true, title: labelled('Input'), message: hint };
  dataValidation.errorAlert = {
    showAlert: !others,
    style: 'Stop',
    title: labelled('Not accepted'),
    message: hint,
  };
}

function writeConditional(range: Excel.Range, { rule, style = {} }: Conditional): void {
  const { conditionalFormats } = range;
  if (rule.kind === 'heat') {
    conditionalFormats.add('ColorScale').colorScale.criteria = {
      minimum: { type: 'Number', formula: '0', color: '#ffffff' },
      maximum: { type: 'Number', formula: String(rule.full), color: rule.color },
    };
    return;
  }
  const { custom } = conditionalFormats.add('Custom');
  custom.rule.formula = rule.formula;
  paint(custom.format, style);
}

function paint(format: Excel.ConditionalRangeFormat, { fill, color, bold }: ConditionalStyle): void {
  if (fill !== undefined) format.fill.color = fill;
  if (color !== undefined) format.font.color = color;
  if (bold !== undefined) format.font.bold = bold;
}

// Creates a chart from ranges: Excel's charts take no formulas. Excel has no alternative text for charts in its API, so
// the name, which screen readers read, says in a sentence what the chart shows.

const types = {
  bar: 'BarClustered',
  column: 'ColumnClustered',
  stacked: 'ColumnStacked',
  line: 'LineMarkers',
  scatter: 'XYScatter',
  range: 'StockHLC',
} as const satisfies Readonly<Record<ChartKind, Excel.ChartType | `${Excel.ChartType}`>>;

const longestName = 200;

function writeChart({ context, sheet, names, look }: Place, given: TemplateChart): Excel.Chart {
  const at = (reference: string) => rangeOf(context, reference, names);
  const chart = sheet.charts.add(types[given.kind], at(sourceOf(given)), 'Columns');
  chart.name = given.says.slice(0, longestName);
  chart.title.text = given.title;
  chart.legend.visible = given.series.length > 1;
  chart.legend.position = 'Bottom';
  chart.setPosition(given.from, given.to);
  if (given.points !== undefined)
    labelPoints(chart, readArea(given.points)?.columns ?? 1, given.line ?? false, look);
  given.series.forEach(({ name, values, categories }, index) => {
    const exists = index === 0 || given.kind === 'range';
    const series = exists ? chart.series.getItemAt(index) : chart.series.add(name);
    series.name = name;
    if (!exists) series.setValues(at(values));
    series.setXAxisValues(at(categories));
  });
  setAxes(chart, given);
  return chart;
}

/** Each point is a series, because only the name of a series follows its cell. */
function labelPoints(chart: Excel.Chart, columns: number, hasLine: boolean, look: Look): void {
  const line = hasLine ? columns - 2 : columns;
  for (let index = 0; index < columns - 1; index++) {
    const series = chart.series.getItemAt(index);
    const color = index === 0 ? '#c0392b' : index === line ? '#e08a00' : colorIn(look, '#077380');
    series.markerStyle = index === 0 ? 'Diamond' : 'Circle';
    series.markerSize = index === 0 ? 12 : index === line ? 3 : 7;
    series.markerBackgroundColor = color;
    series.markerForegroundColor = color;
    if (hasLine && index >= line - 1) continue;
    series.hasDataLabels = true;
    series.dataLabels.showSeriesName = true;
    series.dataLabels.showValue = false;
    series.dataLabels.position = 'Top';
  }
}

function setAxes(chart: Excel.Chart, given: TemplateChart): void {
  const { valueAxis, categoryAxis } = chart.axes;
  valueAxis.title.text = given.valueTitle;
  valueAxis.numberFormat = given.valueFormat;
  if (given.categoryTitle !== undefined) categoryAxis.title.text = given.categoryTitle;
  if (given.categoryFormat !== undefined) categoryAxis.numberFormat = given.categoryFormat;
  // Excel would begin where values that differ little begin, and make the difference look large.
  if (['bar', 'column', 'stacked'].includes(given.kind)) valueAxis.minimum = 0;
  // The first row of the table is on top.
  if (given.kind === 'bar') categoryAxis.reversePlotOrder = true;
}

/** A stock chart needs its three series from the start, in neighbouring columns: high, low, close. */
function sourceOf({ kind, series, points, title }: TemplateChart): string {
  const first = points ?? series[0]?.values;
  if (first === undefined) throw new RangeError(`The chart "${title}" has no series.`);
  if (kind !== 'range') return first;
  const last = series.at(-1)?.values ?? first;
  return `${first.split(':')[0] ?? first}:${last.split(':')[1] ?? ''}`;
}

interface Place {
  readonly context: Excel.RequestContext;
  readonly sheet: Excel.Worksheet;
  readonly names: SheetNames;
  /** The serial number of today. */
  readonly today: number;
  readonly look: Look;
}

export function writeSheet(place: Place, template: TemplateSheet): void {
  const { sheet, look } = place;
  sheet.tabColor = colorIn(look, template.tab);
  if (look.font !== '') sheet.getRange().format.font.name = look.font;
  sheet.showGridlines = template.gridlines ?? false;
  template.widths.forEach((characters, column) => {
    const letter = columnLetters(column);
    sheet.getRange(`${letter}:${letter}`).format.columnWidth = columnPoints(characters);
  });
  // One value stands for the whole range: Excel takes thousands of rows in pieces only.
  for (const { range, format } of template.formats)
    sheet.getRange(range).numberFormat = format as unknown as string[][];
  for (const { at, rows } of template.blocks) writeBlock(place, at, rows);
  for (const range of template.tables ?? []) {
    const table = sheet.tables.add(range, true);
    table.style = 'TableStyleLight1';
    table.showBandedRows = false;
  }
  for (const { range, ...own } of template.looks ?? []) applyStyle(sheet.getRange(range), styleIn(look, own));
  for (const { range, style } of template.styles)
    applyStyle(sheet.getRange(range), styleIn<Style>(look, styles[style]));
  for (const input of template.inputs ?? []) writeInput(sheet.getRange(input.range), input);
  // Excel puts each new rule before the others; of two that color the same cell, the one that is listed first counts.
  for (const conditional of [...(template.conditionals ?? [])].reverse())
    writeConditional(sheet.getRange(conditional.range), {
      ...conditional,
      ...(conditional.style && { style: styleIn(look, conditional.style) }),
    });
  if (template.frozenRows > 0) sheet.freezePanes.freezeRows(template.frozenRows);
  setPageLayout(sheet, template);
}

/** In points: as high as the row of the title, and within what a printed page and a small window show. */
const logoBounds = { height: 24, width: 160, right: 700, top: 2 } as const;
/** How many rows of usual height that covers. */
const logoRows = 2;

/** At the right end of the first rows, and never over what is written in them. */
export function logoPlace({ widths, blocks }: TemplateSheet, logo: Logo) {
  const scale = Math.min(logoBounds.height / logo.height, logoBounds.width / logo.width);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const upTo = (columns: number) =>
    widths.slice(0, columns).reduce((points, characters) => points + columnPoints(characters), 0);
  const filled = blocks.flatMap(({ at, rows }) => {
    const head = readArea(at);
    if (!head) return [];
    const ends = rows.slice(0, Math.max(0, logoRows - head.row));
    return ends.map((row) => head.column + row.findLastIndex((cell) => cell !== null && cell !== '') + 1);
  });
  const left = Math.max(
    Math.min(upTo(widths.length), logoBounds.right) - width,
    upTo(Math.max(0, ...filled)),
  );
  return { left, top: logoBounds.top, width, height };
}

export function writeLogo({ sheet, look: { logo } }: Place, template: TemplateSheet): void {
  if (!logo) return;
  const shape = sheet.shapes.addImage(logo.image);
  const { left, top, width, height } = logoPlace(template, logo);
  shape.name = 'Logo';
  shape.altTextDescription = labelled('Logo');
  shape.lockAspectRatio = false;
  Object.assign(shape, { left, top, width, height });
  // Wider columns must not stretch it.
  shape.placement = 'OneCell';
}

export function writeCharts(place: Place, template: TemplateSheet): void {
  for (const chart of template.charts ?? []) writeChart(place, chart);
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

/** In points: a centimetre, which printers can do. */
const margin = 28;
/** The width of A4, upright and on its side. */
const paperWidths = [595, 842] as const;
/** Text of 11 points is printed with 7 at least: smaller figures cannot be read. */
const smallestScale = 7 / 11;

/** How many pages side by side the columns take. Each page after the first repeats the title columns. */
export function pagesAcross({ printArea, widths, landscape, titleColumns }: TemplateSheet): number {
  // An area with an end holds charts, which a page break would cut through.
  if (/\d/.test(printArea ?? '')) return 1;
  const upTo = (last: number) =>
    widths.slice(0, last).reduce((points, characters) => points + columnPoints(characters), 0);
  const lastOf = (columns: string) => readArea(`${columns.split(':')[1]}1`)!.column + 1;
  const all = upTo(printArea === undefined ? widths.length : lastOf(printArea));
  const repeated = titleColumns === undefined ? 0 : upTo(lastOf(titleColumns));
  const room = paperWidths[landscape ? 1 : 0] - 2 * margin;
  let pages = 1;
  while ((all + (pages - 1) * repeated) * smallestScale > pages * room) pages += 1;
  return pages;
}

function setPageLayout(sheet: Excel.Worksheet, template: TemplateSheet): void {
  const { pageLayout } = sheet;
  if (template.printArea !== undefined) pageLayout.setPrintArea(template.printArea);
  const pages = pagesAcross(template);
  const isOnePage = /\d/.test(template.printArea ?? '');
  pageLayout.zoom = { horizontalFitToPages: pages, verticalFitToPages: isOnePage ? 1 : 0 };
  if (template.titleColumns !== undefined) pageLayout.setPrintTitleColumns(template.titleColumns);
  pageLayout.orientation = template.landscape ? 'Landscape' : 'Portrait';
  // Excel's own would take a sixth of the width of tables that have to be made smaller as it is.
  for (const side of ['leftMargin', 'rightMargin', 'topMargin', 'bottomMargin'] as const)
    pageLayout[side] = margin;
  if (template.frozenRows === 0) return;
  pageLayout.setPrintTitleRows(`$${template.frozenRows}:$${template.frozenRows}`);
}
