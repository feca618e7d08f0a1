// The charts of a template as parts of an .xlsx file, with the values that they show: another program draws and prints them without
// the sheets that they read.
import { readArea } from '../../src/excel/workbook/area';
import type { TemplateChart } from '../../src/templates/template';
import { place, type Calculated, type Scalar } from './filledBoard';
import { xml } from './xlsx';

const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';

/** The columns of `{sheet}!A1:C9`, without what is empty in the file. */
function columnsOf(values: Calculated, reference: string): Scalar[][] {
  const [, sheet = '', range = ''] = /^\{(\w+)\}!(.+)$/.exec(reference)!;
  const { row, column, rows, columns } = readArea(range)!;
  return Array.from({ length: columns }, (_, c) =>
    Array.from({ length: rows }, (_, r) => values.get(sheet)?.get(place(row + r, column + c))?.value ?? ''),
  );
}

const points = (values: readonly Scalar[], isShown: (value: Scalar) => boolean) =>
  `<c:ptCount val="${values.length}"/>${values
    .map((value, index) =>
      isShown(value) ? `<c:pt idx="${index}"><c:v>${xml(String(value))}</c:v></c:pt>` : '',
    )
    .join('')}`;
const numbers = (values: readonly Scalar[]) =>
  `<c:numLit><c:formatCode>General</c:formatCode>${points(values, (value) => typeof value === 'number')}</c:numLit>`;
const texts = (values: readonly Scalar[]) =>
  `<c:strLit>${points(values, (value) => value !== '' && !String(value).startsWith('#'))}</c:strLit>`;

const rich = (text: string, size: number) =>
  `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="${size}00"/></a:pPr><a:r><a:rPr sz="${size}00"/><a:t>${xml(text)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;
const small = '<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="800"/></a:pPr></a:p></c:txPr>';

const colors = ['077380', 'e08a00', '8a979c', 'c0392b'] as const;
const fill = (color: string) => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;

/** Only as far as the last row that has something to show. */
function shown({ kind, series, points, line }: TemplateChart, values: Calculated): string {
  const order = (index: number, name: string) =>
    `<c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:v>${xml(name)}</c:v></c:tx>`;
  if (points !== undefined) {
    const [across = [], ...columns] = columnsOf(values, points);
    return columns
      .map(([name = '', ...own], index) => {
        const size = index === 0 ? 12 : line && index === columns.length - 1 ? 3 : 7;
        const marker = `<c:marker><c:symbol val="${index === 0 ? 'diamond' : 'circle'}"/><c:size val="${size}"/><c:spPr>${fill(colors[index === 0 ? 3 : size === 3 ? 1 : 0])}</c:spPr></c:marker>`;
        return `<c:ser>${order(index, String(name))}<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${marker}<c:xVal>${numbers(across.slice(1))}</c:xVal><c:yVal>${numbers(own)}</c:yVal></c:ser>`;
      })
      .join('');
  }
  return series
    .map(({ name, values: read, categories }, index) => {
      const [own = []] = columnsOf(values, read);
      const [named = []] = columnsOf(values, categories);
      const end = 1 + Math.max(...own.map((value, at) => (typeof value === 'number' ? at : 0)));
      const look =
        kind === 'range'
          ? `<c:spPr><a:ln><a:noFill/></a:ln></c:spPr><c:marker><c:symbol val="${index === 2 ? 'diamond' : 'none'}"/></c:marker>`
          : `<c:spPr>${fill(colors[index % colors.length]!)}</c:spPr><c:invertIfNegative val="0"/>`;
      return `<c:ser>${order(index, name)}${look}<c:cat>${texts(named.slice(0, end))}</c:cat><c:val>${numbers(own.slice(0, end))}</c:val></c:ser>`;
    })
    .join('');
}

export function chartXml(chart: TemplateChart, values: Calculated): string {
  const { kind } = chart;
  const isBar = kind === 'bar';
  const inside = shown(chart, values);
  const axes = '<c:axId val="1"/><c:axId val="2"/>';
  const plot =
    kind === 'scatter'
      ? `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>${inside}${axes}</c:scatterChart>`
      : kind === 'range'
        ? `<c:stockChart>${inside}<c:hiLowLines><c:spPr><a:ln w="25400">${fill(colors[0])}</a:ln></c:spPr></c:hiLowLines>${axes}</c:stockChart>`
        : `<c:barChart><c:barDir val="${isBar ? 'bar' : 'col'}"/><c:grouping val="${kind === 'stacked' ? 'stacked' : 'clustered'}"/><c:varyColors val="0"/>${inside}${kind === 'stacked' ? '<c:overlap val="100"/>' : ''}${axes}</c:barChart>`;
  const axis = (id: 1 | 2, title: string | undefined, format: string, isReversed: boolean) => {
    const name = id === 1 && kind !== 'scatter' ? 'catAx' : 'valAx';
    const side = (id === 1) === isBar ? 'l' : 'b';
    const from = id === 2 && /^(?:bar|column|stacked)$/.test(kind) ? '<c:min val="0"/>' : '';
    return `<c:${name}><c:axId val="${id}"/><c:scaling><c:orientation val="${isReversed ? 'maxMin' : 'minMax'}"/>${from}</c:scaling><c:delete val="0"/><c:axPos val="${side}"/>${title === undefined ? '' : rich(title, 8)}<c:numFmt formatCode="${xml(format)}" sourceLinked="0"/>${small}<c:crossAx val="${3 - id}"/></c:${name}>`;
  };
  const legend =
    chart.series.length > 1 ? `<c:legend><c:legendPos val="b"/><c:overlay val="0"/>${small}</c:legend>` : '';
  return `<c:chartSpace xmlns:c="${drawing}/chart" xmlns:a="${drawing}/main"><c:chart>${rich(chart.title, 12)}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot}${axis(1, chart.categoryTitle, chart.categoryFormat ?? 'General', isBar)}${axis(2, chart.valueTitle, chart.valueFormat, false)}</c:plotArea>${legend}<c:plotVisOnly val="0"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`;
}

/** Where the charts of a sheet are: their relations are numbered as they are listed. */
export function drawingXml(charts: readonly TemplateChart[], relations: string): string {
  const corner = (name: string, row: number, column: number) =>
    `<d:${name}><d:col>${column}</d:col><d:colOff>0</d:colOff><d:row>${row}</d:row><d:rowOff>0</d:rowOff></d:${name}>`;
  const anchors = charts.map(({ from, to, title }, index) => {
    const [start, end] = [readArea(from)!, readArea(to)!];
    return `<d:twoCellAnchor>${corner('from', start.row, start.column)}${corner('to', end.row + 1, end.column + 1)}<d:graphicFrame macro=""><d:nvGraphicFramePr><d:cNvPr id="${index + 2}" name="${xml(title)}"/><d:cNvGraphicFramePr/></d:nvGraphicFramePr><d:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></d:xfrm><a:graphic><a:graphicData uri="${drawing}/chart"><c:chart xmlns:c="${drawing}/chart" r:id="r${index + 1}"/></a:graphicData></a:graphic></d:graphicFrame><d:clientData/></d:twoCellAnchor>`;
  });
  return `<d:wsDr xmlns:d="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main" xmlns:r="${relations}">${anchors.join('')}</d:wsDr>`;
}
