// A template as it is printed: its widths, styles, formats and page layout in the terms of an .xlsx file, as the builder
// (src/excel/templates) gives them to Excel.
import { pagesAcross } from '../../src/excel/templates/sheetWriter';
import { columnPoints } from '../../src/excel/workbook/newSheet';
import { readArea } from '../../src/excel/workbook/area';
import { styles, type Style } from '../../src/templates/styles';
import type { Template, TemplateSheet } from '../../src/templates/template';
import { place, type Calculated, type CalculatedCell } from './filledBoard';
import { chartXml, drawingXml } from './chartXml';
import { relations, xml, type BookLook, type SheetLook } from './xlsx';

type CellLook = Style & { readonly format?: string };

/** The cells of a range; whole columns are as long as the sheet is. */
function cellsOf(range: string, rows: number): string[] {
  const area = readArea(/\d/.test(range) ? range : range.replace(/(\w+):(\w+)/, `$11:$2${rows}`))!;
  return Array.from({ length: area.rows * area.columns }, (_, index) =>
    place(area.row + Math.floor(index / area.columns), area.column + (index % area.columns)),
  );
}

/** The number of each entry of a list that has no two equal ones. */
class Numbered {
  readonly entries: string[] = [];
  numberOf(entry: string): number {
    const known = this.entries.indexOf(entry);
    return known < 0 ? this.entries.push(entry) - 1 : known;
  }
}

/** As narrow as Excel's own; the widths of columns are measured in its digits. Where it is missing, everything is smaller. */
const typeface = 'Liberation Sans Narrow';

const argb = (color: string) => `FF${color.slice(1).toUpperCase()}`;

class Styles {
  private readonly fonts = new Numbered();
  private readonly fills = new Numbered();
  private readonly borders = new Numbered();
  private readonly formats = new Numbered();
  private readonly cells = new Numbered();

  constructor() {
    this.fills.numberOf('<fill><patternFill patternType="none"/></fill>');
    this.fills.numberOf('<fill><patternFill patternType="gray125"/></fill>');
    this.numberOf({});
  }

  numberOf({ bold, italic, size, color, fill, wrap, align, middle, lines, format }: CellLook): number {
    const font = this.fonts.numberOf(
      `<font>${bold ? '<b/>' : ''}${italic ? '<i/>' : ''}<sz val="${size ?? 11}"/><color rgb="${argb(color ?? '#000000')}"/><name val="${typeface}"/></font>`,
    );
    const filled =
      fill === undefined
        ? 0
        : this.fills.numberOf(
            `<fill><patternFill patternType="solid"><fgColor rgb="${argb(fill)}"/></patternFill></fill>`,
          );
    const border = this.borders.numberOf(
      `<border><left/><right/><top/>${lines === undefined ? '<bottom/>' : `<bottom style="thin"><color rgb="${argb(lines)}"/></bottom>`}<diagonal/></border>`,
    );
    const number = format === undefined ? 0 : 164 + this.formats.numberOf(format);
    return this.cells.numberOf(
      `<xf numFmtId="${number}" fontId="${font}" fillId="${filled}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment${align ? ` horizontal="${align.toLowerCase()}"` : ''}${middle ? ' vertical="center"' : ''}${wrap ? ' wrapText="1"' : ''}/></xf>`,
    );
  }

  get xml(): string {
    const list = (name: string, { entries }: Numbered) =>
      `<${name} count="${entries.length}">${entries.join('')}</${name}>`;
    const numbered = this.formats.entries.map(
      (format, index) => `<numFmt numFmtId="${164 + index}" formatCode="${xml(format)}"/>`,
    );
    return `<numFmts count="${numbered.length}">${numbered.join('')}</numFmts>${list('fonts', this.fonts)}${list('fills', this.fills)}${list('borders', this.borders)}<cellStyleXfs count="1"><xf/></cellStyleXfs>${list('cellXfs', this.cells)}`;
  }
}

function sheetLook(sheet: TemplateSheet, rows: number, styled: Styles, values: Calculated): SheetLook {
  const looks = new Map<string, CellLook>();
  const add = (range: string, look: CellLook) => {
    for (const at of cellsOf(range, rows)) looks.set(at, { ...looks.get(at), ...look });
  };
  for (const { range, format } of sheet.formats) add(range, { format });
  for (const { range, ...own } of sheet.looks ?? []) add(range, own);
  for (const { range, style } of sheet.styles) add(range, styles[style]);
  const columns = sheet.widths.map(
    (characters, index) =>
      // The file counts in characters, with the margin of the cell.
      `<col min="${index + 1}" max="${index + 1}" width="${columnPoints(characters) / 0.75 / 7}" customWidth="1"/>`,
  );
  return {
    head: `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetFormatPr defaultRowHeight="15" customHeight="1"/><cols>${columns.join('')}</cols>`,
    tail: `<pageMargins left="0.39" right="0.39" top="0.39" bottom="0.39" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="${sheet.landscape ? 'landscape' : 'portrait'}" fitToWidth="${pagesAcross(sheet)}" fitToHeight="${/\d/.test(sheet.printArea ?? '') ? 1 : 0}"/>`,
    styleOf: new Map([...looks].map(([at, look]) => [at, styled.numberOf(look)])),
    heights: new Map(
      [...looks].flatMap(([at, { height, size = 0 }]) =>
        height === undefined && size <= 11 ? [] : [[readArea(at)!.row, height ?? size * 1.4]],
      ),
    ),
    ...(sheet.charts && {
      drawing: {
        place: drawingXml(sheet.charts, relations),
        charts: sheet.charts.map((chart) => chartXml(chart, values)),
      },
    }),
  };
}

const absolute = (range: string) => range.replace(/[A-Z]+|\d+/g, '$$$&');

/** With the cells that are empty but have a look: they are printed too. */
export function printed(template: Template, values: Calculated): { book: Calculated; look: BookLook } {
  const styled = new Styles();
  const sheets = template.sheets.map((sheet) => {
    const cells = values.get(sheet.key) ?? new Map<string, CalculatedCell>();
    const rows = Math.max(1, ...[...cells.keys()].map((at) => readArea(at)!.row + 1));
    return { sheet, cells, look: sheetLook(sheet, rows, styled, values) };
  });
  const names = sheets.flatMap(({ sheet }, index) => {
    const { key, printArea, frozenRows, titleColumns } = sheet;
    const titles = [
      ...(titleColumns === undefined ? [] : [`${key}!${absolute(titleColumns)}`]),
      ...(frozenRows === 0 ? [] : [`${key}!$${frozenRows}:$${frozenRows}`]),
    ];
    return [
      ...(printArea === undefined
        ? []
        : [['_xlnm.Print_Area', `${key}!${absolute(printArea)}`, index] as const]),
      ...(titles.length === 0 ? [] : [['_xlnm.Print_Titles', titles.join(), index] as const]),
    ];
  });
  return {
    book: new Map(
      sheets.map(({ sheet, cells, look }) => [
        sheet.key,
        new Map<string, CalculatedCell>([
          ...[...look.styleOf.keys()].map((at) => [at, { value: '' }] as const),
          ...cells,
        ]),
      ]),
    ),
    look: {
      sheets: new Map(sheets.map(({ sheet, look }) => [sheet.key, look])),
      styles: styled.xml,
      names: names
        .map(
          ([name, refersTo, index]) =>
            `<definedName name="${name}" localSheetId="${index}">${refersTo}</definedName>`,
        )
        .join(''),
    },
  };
}
