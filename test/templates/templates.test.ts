// What every template keeps to, so that the builder can write it and filling it finds its samples.
import { operationOf } from '../../src/operations';
import { readBack } from '../../src/taskpane/formulas/draft/readBack';
import { templatePrice } from '../../src/taskpane/start/fillPlan';
import { templates } from '../../src/templates/templates';
import type { Template, TemplateCell } from '../../src/templates/template';

const cellsOf = ({ sheets }: Template): TemplateCell[] =>
  sheets.flatMap(({ blocks }) => blocks.flatMap(({ rows }) => rows.flat()));
const formulasOf = (template: Template): string[] =>
  [...cellsOf(template), ...template.sheets.map(({ liveStatus }) => liveStatus)].filter(
    (cell): cell is string => typeof cell === 'string' && cell.startsWith('='),
  );

/** Functions that Microsoft 365 and the playground have. */
const known = new Set(
  'IF IFERROR AND OR NOT NA EXACT LEFT RIGHT SEARCH VALUE TEXT FIXED CHOOSE DAY MONTH YEAR HOUR MINUTE ISERROR ISNUMBER ISTEXT COUNT COUNTA COUNTIF SUM SUMIF SUMIFS SUMPRODUCT AVERAGE MEDIAN MIN MAX QUARTILE FILTER INDEX MATCH SLOPE INTERCEPT ABS SORTBY SEQUENCE TAKE ROWS INT TODAY MOD ROW LEN LOWER TRIM FIND SUBSTITUTE MMULT TRANSPOSE ROUNDUP COUNTIFS'.split(
    ' ',
  ),
);

it.each(templates)('has no longer text in a formula than Excel takes: $id', (template) => {
  const formulas = [...formulasOf(template), ...template.live.map(({ formula }) => formula)];
  const texts = formulas.flatMap((formula) => formula.match(/"(?:[^"]|"")*"/g) ?? []);
  expect(texts.filter((text) => text.length > 257)).toEqual([]);
});

it('has the templates for each kind of user, each with an id of its own', () => {
  expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
  expect(templates.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'Price monitor',
      'Valuation comparison',
      'Trip planner',
      'Supplier list',
      'Employer profiles',
      'Assortment check',
    ]),
  );
});

describe.each(templates.map((template) => [template.id, template] as const))('%s', (_id, template) => {
  const keys = template.sheets.map(({ key }) => key);

  it('refers to its own sheets only', () => {
    const charts = template.sheets.flatMap(({ charts: own = [] }) =>
      own.flatMap(({ series }) => series.flatMap(({ values, categories }) => [values, categories])),
    );
    const texts = [
      ...formulasOf(template),
      ...charts,
      ...template.live.map(({ formula }) => formula),
      ...template.names.map(({ refersTo }) => refersTo),
    ];
    const used = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}!/g)].map(([, key]) => key));
    expect(used.filter((key) => !keys.includes(key ?? ''))).toEqual([]);
  });

  it('uses functions that every Microsoft 365 has, and writes no call that could spend', () => {
    const called = formulasOf(template).flatMap((formula) =>
      [...formula.replace(/"[^"]*"/g, '""').matchAll(/([A-Z][A-Z.]+)\(/g)].map(([, name]) => name ?? ''),
    );
    expect([...new Set(called)].filter((name) => !known.has(name))).toEqual([]);
  });

  it('marks its samples, and shows none that looks like an error', () => {
    expect(cellsOf(template).filter((cell) => typeof cell === 'string' && cell.startsWith('#'))).toEqual([]);
    for (const { blocks, status } of template.sheets) {
      expect(status).toBe('A3');
      expect(blocks[0]?.rows[2]?.[0]).toMatch(/^Sample data\./);
    }
  });

  it('fills with formulas that the form can read, at the price on its card', () => {
    for (const { formula, operation, at, samples, requests } of template.live) {
      expect(samples.startsWith(at)).toBe(true);
      if (requests === 0 && /^=(MATCH\.STATUS|HISTORY\.(CHANGE|TREND))\(/.test(formula)) continue;
      expect(readBack(formula.replace(/\{(\w+)\}/g, '$1'), () => undefined)?.operation).toBe(operation);
      expect(formula).toContain(operationOf(operation).function);
    }
    expect(templatePrice(template).credits).toBeGreaterThan(0);
  });

  it('shows the age of every table and of every board, and fills sheets of its own layout only', () => {
    expect(template.layout).toBeGreaterThanOrEqual(2);
    for (const { liveStatus } of template.sheets) expect(liveStatus).toMatch(/^=/);
    const cellAt = (key: string, at: string) =>
      template.sheets.find((sheet) => sheet.key === key)?.blocks.find((block) => block.at === at)
        ?.rows[0]?.[0];
    for (const { formula } of template.live.filter((table) =>
      /\.(SEARCH|VALUE|COMPANY)\(/.test(table.formula),
    )) {
      const [, key = '', at = ''] = /\{(\w+)\}!(A4)\)$/.exec(formula) ?? [];
      expect(`${formula} ${JSON.stringify(cellAt(key, at))}`).toContain('stamp=yes');
    }
  });

  it('offers lists that Excel takes, and names that are names', () => {
    for (const { inputs = [] } of template.sheets)
      for (const { rule } of inputs)
        if (rule.kind === 'list') expect(rule.values.join(',').length).toBeLessThanOrEqual(255);
    for (const { name } of template.names) expect(name).toMatch(/^[A-Z][A-Za-z_]+$/);
    for (const { name } of template.sheets) expect(name.length).toBeLessThanOrEqual(28);
  });

  it('gives every chart a title, a sentence and its series', () => {
    const charts = template.sheets.flatMap(({ charts: own = [] }) => own);
    expect(charts.length).toBeGreaterThan(0);
    for (const { kind, title, says, series, points } of charts) {
      expect(title).not.toBe('');
      expect(says.length).toBeGreaterThan(20);
      expect(series.length).toBe(kind === 'range' ? 3 : series.length);
      expect(series.length > 0 || points !== undefined).toBe(true);
    }
  });
});
