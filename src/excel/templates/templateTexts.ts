// A template's titles, notes, headings, hints and charts in another language. What a person enters, what the service returned and
// what formulas say stays: formulas compare it, and a workbook works in every language.
import type { Block, Template, TemplateSheet } from '../../templates/template';
import { readArea, type Area } from '../workbook/area';

/** A formula, options, or no words at all. */
const isCode = /^(?:=|\w+=|\P{L}*$)/u;

const holds = ({ row, column, rows, columns }: Area, r: number, c: number): boolean =>
  r >= row && r < row + rows && c >= column && c < column + columns;

export function templateIn(say: (text: string) => string, template: Template): Template {
  const texts = (sheet: TemplateSheet): TemplateSheet => {
    const { status, styles, inputs = [], charts = [] } = sheet;
    const kept = [
      status,
      ...styles.filter(({ style }) => style === 'input' || style === 'sample').map(({ range }) => range),
      ...inputs.map(({ range }) => range),
      ...template.live.filter((table) => table.sheet === sheet.key).map(({ samples }) => samples),
    ].map((range) => readArea(range)!);
    const block = ({ at, rows }: Block): Block => {
      const from = readArea(at)!;
      return {
        at,
        rows: rows.map((row, r) =>
          row.map((cell, c) =>
            typeof cell !== 'string' ||
            isCode.test(cell) ||
            kept.some((area) => holds(area, from.row + r, from.column + c))
              ? cell
              : say(cell),
          ),
        ),
      };
    };
    return {
      ...sheet,
      blocks: sheet.blocks.map(block),
      ...(sheet.inputs && { inputs: inputs.map((input) => ({ ...input, hint: say(input.hint) })) }),
      ...(sheet.charts && {
        charts: charts.map((chart) => ({
          ...chart,
          title: say(chart.title),
          says: say(chart.says),
          valueTitle: say(chart.valueTitle),
          ...(chart.categoryTitle !== undefined && { categoryTitle: say(chart.categoryTitle) }),
          series: chart.series.map((series) => ({ ...series, name: say(series.name) })),
        })),
      }),
    };
  };
  return { ...template, sheets: template.sheets.map(texts) };
}
