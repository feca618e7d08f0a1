import { freeze as freezeAt } from '../../../src/excel/freezing/freezing';
import { frozenFormulas, relink } from '../../../src/excel/freezing/relinking';
import { findBlocker, insertFormula } from '../../../src/excel/workbook/insertion';
import { TypedExcel, type Held } from '../workbook/typedExcel';

const freeze = (cells: Parameters<typeof freezeAt>[0]) => freezeAt(cells, { at: 1 });

const formula = '=BIZBUREAU.SEARCH("roofing")';
const cell = 'Sheet1!B2';
const text = (value: string): Held => ({ value, type: 'String' });
const number = (value: number, carried?: string): Held => ({
  value,
  type: 'Double',
  ...(carried && { carried }),
});

const texts = [
  '01234',
  '1-2',
  '3/4',
  '=A1',
  '=HYPERLINK("x")',
  '+31 20 123 4567',
  '-5',
  '@mention',
  '1E5',
  '12345678901234567890',
  'TRUE',
  'waar',
  'ИСТИНА',
  '#N/A',
  '5%',
  '$5',
  '10:30',
  'May 12',
  '5 mei',
  "'quoted",
  "''twice",
  ' padded ',
  'Plain words here',
  'Apple',
  'x'.repeat(5_000),
  `=${'x'.repeat(400)}`,
  '1'.repeat(300),
  '',
];

function filled(rows: readonly (readonly Held[])[], of = formula, at = cell): TypedExcel {
  const excel = new TypedExcel();
  excel.results.set(of, rows);
  excel.formulas.set(at, of);
  return excel.install();
}

const look = (excel: TypedExcel, address = cell) =>
  excel.cellsOf(excel.spillOf(address) ?? { sheet: 'Sheet1', row: 1, column: 1, rows: 1, columns: 1 });

/** What a person sees and what formulas compute with. */
const seen = (excel: TypedExcel, cells: readonly (readonly string[])[]) =>
  cells.map((row) =>
    row.map((each) => {
      const { value, type, carried } = excel.at(each);
      const own = excel.format(each);
      return { value, type, format: type === 'Double' ? (own === 'General' ? (carried ?? own) : own) : '' };
    }),
  );

describe('frozen cells look and compute as before', () => {
  const rows = [
    [text('Name'), text('Price'), text('Change'), text('On'), text('Open')],
    [
      text('Roofs & Co'),
      number(12.5, '[$€] #,##0.00'),
      number(0.22, '0%'),
      number(46510, 'yyyy-mm-dd'),
      { value: true, type: 'Boolean' },
    ],
    [
      text(''),
      { value: '#N/A', type: 'Error' },
      number(-0.008, '0.0%'),
      number(7),
      { value: false, type: 'Boolean' },
    ],
  ] as const satisfies readonly (readonly Held[])[];

  test.each([
    ['where the format belongs to the value', ['ExcelApi 1.16'], true],
    ['where the host does not tell values as JSON', ['ExcelApi 1.16'], false],
  ])('with dates, currencies, percentages, errors and yes/no, %s', async (_, sets, knowsJson) => {
    const excel = filled(rows);
    excel.sets = sets;
    excel.knowsJson = knowsJson;
    const cells = look(excel);
    if (!knowsJson)
      for (const [r, row] of rows.entries())
        for (const [c, held] of row.entries())
          if (held.type === 'Double' && 'carried' in held) excel.formats.set(cells[r]![c]!, held.carried);
    const before = seen(excel, cells);
    const report = await freeze([{ cell, formula }]);
    expect(report).toMatchObject({
      frozen: [{ cell, formula, area: 'Sheet1!B2:F4' }],
      skipped: [],
      failed: [],
    });
    expect(excel.formulas.size).toBe(0);
    expect(seen(excel, cells)).toEqual(before);
  });

  test.each(texts)('text stays the text it is: %j', async (value) => {
    const excel = filled([[text('Heading'), text(value)]]);
    await freeze([{ cell, formula }]);
    expect(excel.at('Sheet1!C2')).toEqual(text(value));
  });

  test('numbers stay numbers in cells that were formatted as text', async () => {
    const excel = filled([[text('Heading'), number(5), { value: true, type: 'Boolean' }]]);
    for (const each of look(excel).flat()) excel.formats.set(each, '@');
    await freeze([{ cell, formula }]);
    expect(excel.at('Sheet1!C2')).toEqual(number(5));
    expect(excel.at('Sheet1!D2')).toEqual({ value: true, type: 'Boolean' });
  });

  test('formats a person gave the cells stay', async () => {
    const excel = filled([[text('Heading'), number(0.5, '0%')]]);
    excel.formats.set('Sheet1!C2', '0.000');
    await freeze([{ cell, formula }]);
    expect(excel.format('Sheet1!C2')).toBe('0.000');
  });
});

describe('freezing', () => {
  test('leaves what is an error or not there yet', async () => {
    const excel = filled([[{ value: '#N/A', type: 'Error' }]]);
    excel.results.set('=STAYS.SEARCH("x")', [[text('Hotel')], [{ value: '#BUSY!', type: 'Error' }]]);
    excel.formulas.set('Sheet1!H2', '=STAYS.SEARCH("x")');
    const cells = [
      { cell, formula },
      { cell: 'Sheet1!H2', formula: '=STAYS.SEARCH("x")' },
    ];
    expect(await freeze(cells)).toEqual({ frozen: [], skipped: [cell, 'Sheet1!H2'], failed: [] });
    expect(excel.formulas.size).toBe(2);
  });

  test('takes a large result in pieces', async () => {
    const rows = Array.from({ length: 7_000 }, (_, row) => [
      text(`0${row}`),
      number(row, '0%'),
      text('Plain words'),
    ]);
    const excel = filled(rows);
    const cells = look(excel);
    const before = seen(excel, cells);
    await freeze([{ cell, formula }]);
    expect(seen(excel, cells)).toEqual(before);
    expect(Math.max(...excel.batches)).toBeLessThanOrEqual(20_000);
    expect(excel.batches.length).toBeGreaterThan(5);
  });

  test('is one step for Undo where Excel can do that', async () => {
    const excel = filled([[text('Heading')]]);
    excel.sets = ['ExcelApi 1.16', 'ExcelApi 1.20'];
    await freeze([{ cell, formula }]);
    // Keeping the formulas, and tidying up, are no steps that a person would undo.
    expect(excel.runs).toEqual([undefined, { mergeUndoGroup: true }, undefined]);
  });

  test('goes on without Undo where a change cannot be undone', async () => {
    const excel = filled([[text('Heading')]]);
    excel.sets = ['ExcelApi 1.16', 'ExcelApi 1.20'];
    excel.refuse = 0;
    excel.refusal = Object.assign(new Error('No undo.'), { code: 'UndoNotSupported' });
    expect((await freeze([{ cell, formula }])).frozen).toHaveLength(1);
    expect(excel.runs).toEqual([undefined, { mergeUndoGroup: true }, undefined, undefined]);
    expect(excel.at(cell)).toEqual(text('Heading'));
  });

  test('that fails half-way brings the formula back, wherever it fails', async () => {
    for (let refuse = 0; refuse < 6; refuse++) {
      const rows = Array.from({ length: 5_001 }, (_, row) => [text(`0${row}`), number(row, '0%')]);
      const excel = filled(rows);
      excel.results.set('=STAYS.SEARCH("x")', [[text('Hotel')]]);
      excel.formulas.set('Sheet1!H2', '=STAYS.SEARCH("x")');
      const cells = look(excel);
      const before = seen(excel, cells);
      const wanted = [
        { cell: 'Sheet1!H2', formula: '=STAYS.SEARCH("x")' },
        { cell, formula },
      ];
      excel.refuse = refuse;
      const report = await freeze(wanted).catch(() => undefined);
      expect(excel.refuse).toBe(Infinity);
      const frozen = new Set(report?.frozen.map((each) => each.cell));
      for (const each of wanted) expect(excel.formulas.has(each.cell)).toBe(!frozen.has(each.cell));
      if (report)
        expect([...frozen, ...report.failed].sort()).toEqual(wanted.map((each) => each.cell).sort());
      expect(seen(excel, cells)).toEqual(before);
    }
  });
});

describe('bringing formulas back', () => {
  test('gives them the formats they had, also where values needed text', async () => {
    const excel = filled([
      [text('01234'), text('1-2')],
      [number(5, '0%'), text('Plain words')],
    ]);
    excel.formats.set('Sheet1!C3', '0.00');
    const cells = look(excel);
    const before = seen(excel, cells);
    await freeze([{ cell, formula }]);
    expect(excel.formulas.size).toBe(0);
    await relink((await frozenFormulas('workbook')).ready);
    expect(excel.formulas.get(cell)).toBe(formula);
    expect(seen(excel, cells)).toEqual(before);
    expect(cells.flat().map(excel.format)).toEqual(['General', 'General', 'General', '0.00']);
  });

  test('gives them no sign of what was not up to date when it was frozen', async () => {
    const excel = filled([[number(5, '0%" ⚠"')]]);
    excel.formats.set(cell, '0%" ⚠"');
    await freeze([{ cell, formula }]);
    expect(excel.format(cell)).toBe('0%" ⚠"');
    await relink((await frozenFormulas('workbook')).ready);
    expect(excel.format(cell)).toBe('0%');
  });
});

describe('inserting', () => {
  test('puts a formula into a cell that was formatted as text', async () => {
    const excel = new TypedExcel().install();
    excel.formats.set(cell, '@');
    await insertFormula(cell, formula);
    expect(excel.formulas.get(cell)).toBe(formula);
    excel.formats.set('Sheet1!A1', '0.00');
    await insertFormula('Sheet1!A1', formula);
    expect(excel.format('Sheet1!A1')).toBe('0.00');
  });

  test('finds what is in the way, a formula that shows nothing too', async () => {
    const excel = new TypedExcel().install();
    expect(await findBlocker(cell, 5, 3)).toBeUndefined();
    excel.formulas.set('Sheet1!C4', '=IF(A1,1,"")');
    expect(await findBlocker(cell, 5, 3)).toBe('C4');
    expect(await findBlocker('Sheet1!XFD1', 1, 3)).toBe('the edge of the sheet');
  });
});

describe('cards and pictures', () => {
  const named = { type: 'String', basicValue: 'Roofs & Co', properties: { Phone: { type: 'String' } } };
  const priced = { type: 'Double', basicValue: 5, properties: { Name: { type: 'String' } } };
  const entity = { type: 'Entity', text: 'Tiles', properties: {} };
  const picture = { type: 'WebImage', address: 'https://x.test/1.png' };
  const rows: Held[][] = [
    [text('Name'), text('Price'), text('Thing'), text('Image')],
    [
      { ...text('Roofs & Co'), card: named },
      { ...number(5), card: priced },
      { value: '#VALUE!', type: 'Error', card: entity },
      { value: '#VALUE!', type: 'Error', card: picture },
    ],
  ];

  test('stay as they are', async () => {
    const excel = filled(rows);
    await freezeAt([{ cell, formula }], { at: 1, cards: 'keep' });
    expect(excel.formulas.size).toBe(0);
    expect(['B3', 'C3', 'D3', 'E3'].map((each) => excel.at(`Sheet1!${each}`).card)).toEqual([
      named,
      priced,
      entity,
      picture,
    ]);
    expect((await frozenFormulas('workbook')).ready).toHaveLength(1);
  });

  test('become plain values where a person chooses that', async () => {
    const excel = filled(rows);
    await freezeAt([{ cell, formula }], { at: 1, cards: 'flatten' });
    expect(['B3', 'C3', 'D3', 'E3'].map((each) => excel.at(`Sheet1!${each}`))).toEqual([
      text('Roofs & Co'),
      number(5),
      text('Tiles'),
      text('https://x.test/1.png'),
    ]);
    expect((await frozenFormulas('workbook')).ready).toHaveLength(1);
  });
});
