import { createDocumentLists, memoryParts } from '../../src/excel/document/documentLists';
import { workbookMatches } from '../../src/excel/workbook/filterSets';
import { isDecision, readCsv, writeCsv, type Decision } from '../../src/match/decision';

const decision = (item: string, ids: readonly string[] = ['1'], at = 5): Decision => ({
  operation: 'ruretail',
  item,
  accepted: ids.map((id) => ({ id, name: `Product ${id}` })),
  seen: [...ids, '9'],
  at,
});

describe('in the workbook', () => {
  const open = () => {
    const parts = memoryParts();
    const windowOf = async () => {
      const lists = createDocumentLists(parts);
      const matches = workbookMatches(lists);
      await lists.refresh();
      return { lists, matches };
    };
    return { parts, windowOf };
  };

  test('two people decide at once, and both decisions stay', async () => {
    const { windowOf } = open();
    const [one, other] = [await windowOf(), await windowOf()];
    await one.matches.decide([decision('iPhone 16')]);
    await other.matches.decide([decision('Galaxy S25', [])]);
    await Promise.all([one.lists.refresh(), other.lists.refresh()]);
    for (const { matches } of [one, other]) {
      expect(matches.acceptedOf('ruretail', ' IPHONE  16')).toEqual(new Set(['1']));
      expect(matches.acceptedOf('ruretail', 'galaxy s25')).toEqual(new Set());
      expect(matches.acceptedOf('nlretail', 'galaxy s25')).toBeUndefined();
    }
    expect((await windowOf()).matches.list()).toHaveLength(2);
  });

  test('of two decisions about one item, all windows show the same one', async () => {
    const { windowOf } = open();
    const [one, other] = [await windowOf(), await windowOf()];
    await one.matches.decide([decision('iPhone 16', ['1'])]);
    await other.matches.decide([decision('iPhone 16', ['2'])]);
    await Promise.all([one.lists.refresh(), other.lists.refresh()]);
    expect(one.matches.of('ruretail', 'iphone 16')).toEqual(other.matches.of('ruretail', 'iphone 16'));
    await one.matches.decide([decision('iPhone 16', ['3'])]);
    await other.lists.refresh();
    expect(other.matches.acceptedOf('ruretail', 'iphone 16')).toEqual(new Set(['3']));
  });

  test('many decisions are one change, and each can be undone', async () => {
    const { parts, windowOf } = open();
    const { matches } = await windowOf();
    await matches.decide(Array.from({ length: 400 }, (_, nth) => decision(`item ${nth}`)));
    expect((await parts.read(new Set())).ids).toHaveLength(1);
    expect(matches.list()).toHaveLength(400);
    await matches.forget([{ operation: 'ruretail', item: 'ITEM 7' }]);
    expect(matches.of('ruretail', 'item 7')).toBeUndefined();
    expect((await windowOf()).matches.list()).toHaveLength(399);
  });
});

test('what is not a decision is not read as one', () => {
  for (const wrong of [
    null,
    5,
    {},
    { ...decision('x'), operation: 'nope' },
    { ...decision('x'), item: ' ' },
    { ...decision('x'), accepted: [{}] },
  ])
    expect(isDecision(wrong)).toBe(false);
  expect(isDecision(decision('x'))).toBe(true);
});

describe('as CSV', () => {
  const all = [
    decision('iPhone "16", 128', ['1', '2'], Date.UTC(2026, 10, 1)),
    decision('=HYPERLINK("x")', [], Date.UTC(2026, 10, 2)),
    { ...decision('строка\nдве', ['007']), operation: 'nlretail' as const },
  ];

  test('is written and read again', () => {
    const { decisions, wrong } = readCsv(writeCsv(all), 0);
    expect(wrong).toEqual([]);
    expect(decisions.map(({ seen: _seen, ...rest }) => rest)).toEqual(
      all.map(({ seen: _seen, ...rest }) => rest),
    );
  });

  test('no cell of it is a formula', () => {
    expect(writeCsv(all)).not.toMatch(/(?:^|,)"[=+@]/m);
  });

  test('is read with semicolons, and says which rows are wrong', () => {
    const text =
      'source;item;product_id;product\r\nRURETAIL.SEARCH;TV;5;"A;B"\r\nNOPE;TV;5;A\r\nRURETAIL.SEARCH;;5;A';
    expect(readCsv(text, 7)).toEqual({
      decisions: [
        { operation: 'ruretail', item: 'TV', accepted: [{ id: '5', name: 'A;B' }], seen: ['5'], at: 7 },
      ],
      wrong: [3, 4],
    });
  });
});
