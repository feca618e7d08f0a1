// No figure looks whole where a part of it is not known. One value of the service at a time is missing or unreadable: each figure that
// a person reads is still that of all the data, or text that says of how many.
import { templates } from '../../src/templates/templates';
import { fillBoard, shortened, type Changes, type Scalar } from './filledBoard';

const templateOf = (id: string) => shortened(templates.find((template) => template.id === id)!);

/** Figures, and values of the samples that they are made of. */
const cases: readonly (readonly [id: string, figures: readonly string[], values: readonly string[]])[] = [
  [
    'assortment-check',
    [...'BCDEFGHI'].map((letter) => `check!${letter}9`),
    // Brand, price and delivery of the first product, which is of the own brand.
    ['shelf!C6', 'shelf!D6', 'shelf!F6'],
  ],
  [
    'supplier-list',
    ['search!C9', 'search!D9', 'search!I9'],
    // Name and accreditation of the first business, which is accredited.
    ['list!C6', 'list!E6'],
  ],
  [
    'price-monitor-ru',
    [...['A6', 'B6', 'D6', 'F6', 'H6'].map((at) => `board!${at}`)],
    // The lowest price of the first product.
    ['market!B6'],
  ],
  ['employer-profiles', ['list!B5', 'list!E5'], ['list!E7']],
];

describe.each(cases)('%s', (id, figures, values) => {
  const template = templateOf(id);
  const read = async (changes: Changes = {}) => {
    const board = await fillBoard(template, undefined, changes, { only: figures });
    return figures.map((address): [string, Scalar] => [address, board.at(address)]);
  };

  let before: [string, Scalar][];
  beforeAll(async () => (before = await read()));

  it.each(values)('takes nothing for whole without %s', async (cell) => {
    for (const [, figure] of before) expect(typeof figure).toBe('number');
    // Any other text is a brand.
    for (const value of cell === 'shelf!C6' ? [''] : ['', 'n/a soon']) {
      const after = await read({ [cell]: value });
      const silent = after.filter(
        ([, figure], index) =>
          figure !== before[index]![1] && (figure === '' || !/\d+ of \d+/.test(String(figure))),
      );
      expect([cell, value, silent]).toEqual([cell, value, []]);
    }
  });
});

it('counts the share of a brand over all results, also those without a price', async () => {
  const board = await fillBoard(templateOf('assortment-check'), undefined, {
    // Of an other brand, and of the own one, whose name ends with a space.
    ...{ 'shelf!D7': '', 'shelf!D9': 0, 'shelf!C9': 'Philips ' },
    'check!B5': ' Philips',
    // No price at all.
    ...Object.fromEntries([11, 12, 13, 14, 15].map((row) => [`shelf!D${row}`, ''])),
    // Nobody says the brand.
    ...Object.fromEntries([16, 17, 18, 19, 20].map((row) => [`shelf!C${row}`, ''])),
  });
  expect(board.values('check!B9:D9')).toEqual([[5, 2, 0.4]]);
  expect(board.values('check!E9:J9')).toEqual([
    ['49.99 (3 of 5)', '73.99 (3 of 5)', '49.99 (1 of 2)', '100% (3 of 5)', 0.8, 'OK'],
  ]);
  expect(board.values('check!B10:J10')).toEqual([['', '', '', '', '', '', '', '', 'No offers found']]);
  expect(board.values('check!B11:G11')).toEqual([[5, '', '', 109.99, 133.99, '']]);
  // A chart would draw it as 0.
  expect(board.values('check!K9:K11').flat()).toEqual([
    'koffiemachine',
    'airfryer (incomplete)',
    'waterkoker (incomplete)',
  ]);
});

it('makes no figure of more results than are read', async () => {
  const check = await fillBoard(
    templateOf('assortment-check'),
    undefined,
    { 'shelf!A1001': 'stofzuiger' },
    { only: ['check!B9:J9'] },
  );
  expect(check.values('check!B9:J9')).toEqual([
    [...Array.from({ length: 8 }, () => ''), 'Too many results: see Shelf'],
  ]);
  const list = await fillBoard(
    templateOf('supplier-list'),
    undefined,
    { 'list!A1001': 'dentist' },
    { only: ['search!C9:J9'] },
  );
  expect(list.values('search!C9:J9')).toEqual([
    [...Array.from({ length: 7 }, () => ''), 'Too many results: see Contacts'],
  ]);
});

it('finds what was searched for with spaces around it, and that it is there twice', async () => {
  const words = { 'check!A9': ' koffiemachine', 'check!A10': 'airfryer ', 'check!A11': 'airfryer' };
  const check = await fillBoard(templateOf('assortment-check'), undefined, words, { only: ['check!J9:J11'] });
  const twice = 'The word is there twice';
  expect(check.values('check!J9:J11').flat()).toEqual(['OK', twice, twice]);
  const places = { 'search!B9': 'Austin, TX ' };
  const list = await fillBoard(templateOf('supplier-list'), undefined, places, { only: ['search!C9:J9'] });
  expect(list.values('search!C9:J9')[0]).toEqual([5, 3, 2, 2, 1, 0, 0.6, 'OK']);
});

it('takes what is no grade for no low grade, and a business without a name for one', async () => {
  const board = await fillBoard(
    templateOf('supplier-list'),
    undefined,
    {
      ...{ 'list!D6': 'NR', 'list!D7': 'F', 'list!D8': '', 'list!C9': '' },
    },
    { only: ['search!C9:H9'] },
  );
  expect(board.values('search!C9:H9')).toEqual([[5, 3, 0, 1, 2, 2]]);
});

it('counts no undecided matches as none where nobody knows', async () => {
  const template = templateOf('price-monitor-ru');
  const board = await fillBoard(template, undefined, { 'past!A6': '#N/A' }, { only: ['board!J6'] });
  expect(board.at('board!J6')).toBe('0 (11 of 12)');
  const some = await fillBoard(
    template,
    undefined,
    { 'past!A6': '#N/A', 'past!A7': 'new candidate' },
    { only: ['board!J6'] },
  );
  expect(some.at('board!J6')).toBe('1 (11 of 12): open Match');
  const known = await fillBoard(
    template,
    undefined,
    { 'past!A7': 'undecided, 3 candidates' },
    { only: ['board!J6'] },
  );
  expect(known.at('board!J6')).toBe('1: open Match');
});

it('counts only the products that it says', async () => {
  const template = templateOf('price-monitor-ru');
  const whole = await fillBoard(template, undefined, {}, { only: ['board!D6', 'market!J6:AC17'] });
  const rows = whole.values('market!J6:AC17');
  // Two that are above the lowest offer have no cost.
  const [one, other] = rows.flatMap(([, , , , , , above], index) => (Number(above) > 0.05 ? [index] : []));
  const changes = { [`list!C${10 + one!}`]: '', [`list!C${10 + other!}`]: '' };
  const board = await fillBoard(template, undefined, changes, { only: ['board!B6', 'board!D6'] });
  const left = rows.filter((_, index) => index !== one && index !== other);
  const index = left.reduce((sum, row) => sum + Number(row[5]) / left.length, 0);
  expect(board.at('board!B6')).toBe(`${Math.round(index)} (10 of 12)`);
  const above = left.filter((row) => Number(row[6]) > 0.05).length;
  expect(board.at('board!D6')).toBe(`${above} (10 of 12)`);
  expect(Number(whole.at('board!D6'))).toBe(above + 2);
});
