// A template's titles, notes, headings, hints, charts and what its formulas say, in another language. What a person enters and what
// functions return stays: a workbook works in every language. What one formula says and another compares is the same text in both,
// so it is the same text in the language too.
import type { Block, Template, TemplateSheet } from '../../templates/template';
import { readArea, type Area } from '../workbook/area';

/** Options, or no words at all. */
const isCode = /^(?:\w+=|\P{L}*$)/u;

const quoted = /"((?:[^"]|"")*)"/g;
/** Options, names of functions and fields, figures, and values that an option must not have: `(empty)`. */
const isOption = /[=*]|^[A-Z.]+$|^\(\w+\)$|\w[(,]\w|^(?!.*\p{L}{2})/u;
/** What MATCH.STATUS, `matched` and inputs without a list say; formulas compare it. */
const codes = new Set([
  'new candidate',
  'undecided',
  'gone',
  'Undecided',
  'Gone',
  'yes',
  'no',
  'all',
  'any',
  'same',
]);

/** Excel takes a text of 255 characters in a formula. */
function formulaIn(say: (text: string) => string, formula: string, entered: ReadonlySet<string>): string {
  return formula.replaceAll(quoted, (whole, text: string) => {
    if (isOption.test(text) || codes.has(text) || entered.has(text)) return whole;
    const [cell = ''] = /\b[A-Z]{1,2}\d+\b/.exec(text) ?? [];
    const own = say(cell === '' ? text : text.replace(cell, '{cell}')).replace('{cell}', cell);
    return `"${own.replaceAll('"', '""')}"`;
  });
}

const holds = ({ row, column, rows, columns }: Area, r: number, c: number): boolean =>
  r >= row && r < row + rows && c >= column && c < column + columns;

export function templateIn(say: (text: string) => string, template: Template): Template {
  const entered = new Set(
    template.sheets.flatMap(({ inputs = [] }) =>
      inputs.flatMap(({ rule }) => (rule.kind === 'list' ? rule.values : [])),
    ),
  );
  const inFormula = (formula: string) => formulaIn(say, formula, entered);
  const texts = (sheet: TemplateSheet): TemplateSheet => {
    const { liveStatus, styles, inputs = [], charts = [], conditionals = [] } = sheet;
    const kept = [
      ...styles.filter(({ style }) => style === 'input' || style === 'sample').map(({ range }) => range),
      ...inputs.map(({ range }) => range),
      ...template.live.filter((table) => table.sheet === sheet.key).map(({ samples }) => samples),
    ].map((range) => readArea(range)!);
    const block = ({ at, rows }: Block): Block => {
      const from = readArea(at)!;
      return {
        at,
        rows: rows.map((row, r) =>
          row.map((cell, c) => {
            if (typeof cell !== 'string') return cell;
            if (cell.startsWith('=')) return inFormula(cell);
            return isCode.test(cell) || kept.some((area) => holds(area, from.row + r, from.column + c))
              ? cell
              : say(cell);
          }),
        ),
      };
    };
    return {
      ...sheet,
      blocks: sheet.blocks.map(block),
      liveStatus: inFormula(liveStatus),
      ...(sheet.conditionals && {
        conditionals: conditionals.map((each) =>
          each.rule.kind === 'formula'
            ? { ...each, rule: { ...each.rule, formula: inFormula(each.rule.formula) } }
            : each,
        ),
      }),
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
