// A card adds to a cell and never changes it: the value, the rows and the rest of the grid stay as they are without cards.
import fc from 'fast-check';
import { operationIds, operationOf, type OperationId } from '../../../../src/operations';
import * as is from '../../../../src/operations/table/field';
import { type CardCell, type RichCell, flatCell } from '../../../../src/spill/cell';
import { cardMaker } from '../../../../src/spill/grid/cards/card';
import { mostCards, richGrid } from '../../../../src/spill/grid/cards/richGrid';
import type { ItemOutcome } from '../../../../src/spill/grid/grid';
import { smallestArguments } from '../../../operations/fixtures';
import { read } from '../../read/readings';

type Records = readonly Readonly<Record<string, unknown>>[];

const able = { formats: true, cards: true };
const answer = (records: Records, note?: string): ItemOutcome => ({
  records,
  fetchedAt: Date.UTC(2027, 4, 3, 12),
  from: 'cache',
  ...(note !== undefined && { note }),
});
const rich = (id: OperationId, options: string, records: Records, host = able) =>
  richGrid(read(id, ...smallestArguments(id), options), [answer(records)], host);
const isCard = (cell: RichCell | undefined): cell is CardCell =>
  typeof cell === 'object' && 'properties' in cell;
const cardOf = (cell: RichCell | undefined): CardCell => {
  if (!isCard(cell)) throw new Error(`No card: ${JSON.stringify(cell)}`);
  return cell;
};

const phone = {
  name: 'Phone',
  price: 100,
  currency: 'RUB',
  url: 'https://shop.example/1',
  image: 'https://img.example/1.jpg',
};

describe('a card', () => {
  it('is carried by the first column: text stays text, a number stays a number with its format', () => {
    const [, [name, price]] = rich('ruretail', 'columns=name,price; cards=yes', [phone]).cells as [
      unknown,
      RichCell[],
    ];
    expect(cardOf(name)).toMatchObject({ type: 'String', basicValue: 'Phone' });
    expect(price).toEqual({ type: 'Double', basicValue: 100, numberFormat: '[$₽] #,##0' });
    const [[value]] = rich('ruretail', 'price; cards=yes', [phone]).cells as [[RichCell]];
    expect(cardOf(value)).toMatchObject({ type: 'Double', basicValue: 100, numberFormat: '[$₽] #,##0' });
    const [[flag]] = rich('ruretail', 'is_available; cards=yes', [{ ...phone, is_available: false }])
      .cells as [[RichCell]];
    expect(cardOf(flag)).toMatchObject({ type: 'Boolean', basicValue: false });
  });

  it('says what it is, where it came from, when and for how much', () => {
    const [, [cell]] = rich('nlretail', 'cards=yes', [phone]).cells as [unknown, RichCell[]];
    const { properties, layouts, provider } = cardOf(cell);
    expect(properties).toMatchObject({
      Product: { basicValue: 'Phone' },
      Price: { type: 'Double', basicValue: 100 },
      'Product page': { type: 'String', basicValue: 'https://shop.example/1' },
      Image: { type: 'WebImage', address: 'https://img.example/1.jpg', altText: 'Phone' },
      Fetched: { type: 'Double', numberFormat: 'yyyy-mm-dd hh:mm' },
      'Request price': { basicValue: '10 credits for 20 results' },
    });
    expect(layouts.card.title).toEqual({ property: 'Product' });
    expect(layouts.card.mainImage).toEqual({ property: 'Image' });
    expect(layouts.card.sections.map(({ title }) => title)).toEqual(['Price', 'About this result']);
    expect(provider.description).toBe(`Spillway: ${operationOf('nlretail').title}`);
  });

  it('names exactly the properties it has', () => {
    for (const id of operationIds) {
      const full = Object.fromEntries(Object.keys(operationOf(id).record.fields).map((name) => [name, 1]));
      for (const record of [full, phone, { name: 'x' }]) {
        const [row] = rich(id, `columns=${operationOf(id).columns[0]}; headers=0; cards=yes`, [record]).cells;
        if (!isCard(row![0])) continue;
        const { properties, layouts } = row![0];
        const { title, mainImage, sections } = layouts.card;
        const shown = [title.property, mainImage?.property, ...sections.flatMap((each) => each.properties)];
        expect(shown.filter((name) => name !== undefined).sort()).toEqual(Object.keys(properties).sort());
      }
    }
  });

  it('tells why a response is older than it should be', () => {
    const formula = read('ruretail', ...smallestArguments('ruretail'), 'cards=yes');
    const { cells } = richGrid(formula, [answer([phone], 'The service did not respond.')], able);
    expect(cardOf(cells[1]![0]).properties['Note']).toMatchObject({
      basicValue: 'The service did not respond.',
    });
  });

  it('is on every value of a matrix, and on no figure', () => {
    const lookup = read(
      'hkproperty',
      [
        ['A', 'B'],
        ['C', ''],
      ],
      null,
      'price; cards=yes',
    );
    const outcomes = [answer([{ price: 1 }]), answer([{ price: 2 }]), answer([{ price: 3 }]), undefined];
    const { cells } = richGrid(lookup, outcomes, able);
    expect(cells.map((row) => row.map(isCard))).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(cells.map((row) => row.map(flatCell))).toEqual(
      richGrid({ ...lookup, view: { ...lookup.view, cards: false } }, outcomes, able).cells,
    );
    const figure = rich('ruretail', 'min(price); cards=yes; images=yes', [phone]).cells;
    expect(figure).toEqual(rich('ruretail', 'min(price)', [phone]).cells);
  });

  it('keeps to its record in a stack of results, transposed or with a stamp', () => {
    const formula = read(
      'ruretail',
      [['a'], ['b'], ['c']],
      null,
      null,
      'columns=name,price; cards=yes; stamp=yes; transpose=yes',
    );
    const fault = { fault: { fault: 'na', message: 'Later.' } } as const;
    const outcomes = [answer([phone, { name: 'Case' }]), fault, answer([{ name: 'Cable' }])];
    const { cells } = richGrid(formula, outcomes, able);
    expect(cells[1]!.map((cell) => (isCard(cell) ? cell.properties['Product'] : cell))).toMatchObject([
      'Product',
      { basicValue: 'Phone' },
      { basicValue: 'Case' },
      fault.fault,
      { basicValue: 'Cable' },
    ]);
  });

  it('comes with an operation nobody has heard of', () => {
    const plants = {
      title: 'Plants',
      columns: ['latin', 'height'],
      record: {
        type: 'Plant',
        shows: '{latin}',
        fields: {
          latin: is.text('Plant'),
          Fetched: is.text('Fetched'),
          height: is.area('Height'),
          share: is.percent('Share'),
          cost: is.money('Cost', { code: 'EUR' }),
          stock: is.availability(is.count('Stock')),
          seen: is.isoDate('Seen on'),
          photo: is.image('Photo'),
          page: is.link('Page'),
          code: is.identifier('Code'),
        },
      },
    };
    const record = {
      latin: 'Quercus',
      Fetched: 'yes',
      height: 20,
      share: 12,
      cost: 5,
      stock: 3,
      seen: '2027-05-03',
      photo: 'https://p.example/q.png',
      page: 'https://p.example/q',
      code: '007',
    };
    const outcome = { records: [record], fetchedAt: 0, from: 'service' };
    const item = { state: 'request', shown: 'x', leads: [], params: {}, raw: {} } as const;
    const { card } = cardMaker(plants, () => '7 credits')('Quercus', record, { item, outcome })!;
    expect(card.layouts).toMatchObject({
      compact: { icon: 'ShoppingBag' },
      card: {
        title: { property: 'Plant' },
        mainImage: { property: 'Photo' },
        sections: [
          { title: 'Price', properties: ['Share', 'Cost'] },
          { title: 'Availability', properties: ['Stock'] },
          { title: 'Facts', properties: ['Height', 'Fetched (Fetched)', 'Seen on'] },
          { title: 'About this result', properties: ['Page', 'Code', 'Fetched', 'Request price'] },
        ],
      },
    });
    expect(card.properties).toMatchObject({
      Share: { basicValue: 0.12, numberFormat: '0.0%' },
      'Seen on': { type: 'Double', numberFormat: 'yyyy-mm-dd' },
      'Request price': { basicValue: '7 credits' },
    });
  });
});

describe('pictures', () => {
  it('stand in a column of their own, or where their column is named', () => {
    const added = rich('nlretail', 'columns=name,price; images=yes', [phone]).cells;
    expect(added[0]).toEqual(['Product', 'Price', 'Image']);
    expect(added[1]![2]).toEqual({ type: 'WebImage', address: phone.image, altText: 'Phone' });
    const named = rich('nlretail', 'columns=image,name; images=yes; cards=yes', [phone]).cells;
    expect(named[0]).toEqual(['Image', 'Product']);
    expect(named[1]).toMatchObject([{ type: 'WebImage' }, { type: 'String', properties: {} }]);
  });

  it('are addresses where Excel cannot show them, and where they are no web addresses', () => {
    const old = { formats: false, cards: false };
    expect(rich('nlretail', 'columns=name; images=yes', [phone], old).cells).toEqual([
      ['Product', 'Image'],
      ['Phone', phone.image],
    ]);
    const odd = [
      { name: 'Phone', image: 'javascript:alert(1)' },
      { name: 'Case', image: null },
    ];
    expect(rich('nlretail', 'columns=name; images=yes', odd).cells.slice(1)).toEqual([
      ['Phone', 'javascript:alert(1)'],
      ['Case', ''],
    ]);
  });

  it('are shown by a host that has no cards yet', () => {
    const { cells } = rich('nlretail', 'columns=name; images=yes; cards=yes', [phone], {
      formats: true,
      cards: false,
    });
    expect(cells[1]).toMatchObject(['Phone', { type: 'WebImage' }]);
  });
});

describe('hostile data', () => {
  const name = `\u202Ecod.exe\u0000 ${'x'.repeat(10_000)}`;

  it('reaches no card: scripts, credentials, control characters, text that turns around, endless titles', () => {
    const record = {
      name,
      brand: { name: '\u202Eevil', image: 'javascript:1' },
      url: 'javascript:alert(1)',
      image: 'https://user:secret@img.example/x.png',
      price: 'free\u0007',
      labels: [{ name: 'a'.repeat(5_000) }],
      __proto__: { polluted: true },
    };
    const card = cardOf(rich('ruretail', 'cards=yes', [record]).cells[1]![0]);
    const text = JSON.stringify({ ...card, basicValue: '' });
    expect(text).not.toMatch(/javascript:|secret|\p{Cc}|\\u00|\u202E|polluted/u);
    expect(card.properties).not.toHaveProperty('Image');
    expect(card.properties).not.toHaveProperty('Product page');
    expect(card.layouts.card).not.toHaveProperty('mainImage');
    for (const value of Object.values(card.properties))
      if (value.type === 'String') expect(value.basicValue.length).toBeLessThanOrEqual(300);
  });
});

describe('what Excel takes', () => {
  const many = (count: number, record: Readonly<Record<string, unknown>>) =>
    Array.from({ length: count }, () => record);

  it(`is ${mostCards} cards; the rest stays plain, and stamp and warning say so`, () => {
    const records = many(mostCards + 5, { name: 'Phone', price: 5 });
    const { cells, warnings } = rich('ruretail', 'columns=name; headers=0; cards=yes; stamp=yes', records);
    expect(cells.map(([first]) => isCard(first)).lastIndexOf(true)).toBe(mostCards - 1);
    expect(cells).toHaveLength(mostCards + 5);
    const says = /first 2,000 of 2,005 results/;
    expect(warnings).toEqual([expect.stringMatching(says)]);
    expect(cells[mostCards]![2]).toMatch(says);
    expect(cells.filter(([, , from]) => typeof from === 'string' && says.test(from))).toHaveLength(1);
  });

  it.each(['x', 'я', '価'])('is 5 MB: cards never cost a row (text of %s)', (letter) => {
    const text = letter.repeat(290);
    const record = {
      name: text,
      alias: text,
      short_name: text,
      city: text,
      city_name: text,
      access_mode: text,
    };
    const records = many(1_200, record);
    const plain = rich('ruretail', 'columns=name,alias,city; headers=0', records).cells;
    const { cells, warnings } = rich('ruretail', 'columns=name,alias,city; headers=0; cards=yes', records);
    expect(Buffer.byteLength(JSON.stringify(cells))).toBeLessThan(5_000_000);
    expect(cells.map((row) => row.map(flatCell))).toEqual(plain);
    const carded = cells.filter(([first]) => isCard(first)).length;
    expect(carded).toBeGreaterThan(100);
    expect(warnings.some((says) => says.includes(`first ${carded} of`))).toBe(carded < plain.length);
  });
});

it('every cell with a card has the value of the plain cell, whatever the service sent', () => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('https://a.example/x', '12', '12.5', '2027-05-03', '', 0, 1e300, -5),
    fc.string({ unit: 'binary', maxLength: 400 }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...operationIds).chain((id) => {
        const names = Object.keys(operationOf(id).record.fields);
        const record = fc.dictionary(fc.constantFrom(...names), odd);
        return fc.record({
          id: fc.constant(id),
          records: fc.array(record, { maxLength: 4 }),
          columns: fc.oneof(
            fc.constant(''),
            fc.constant('columns=*; '),
            fc.constantFrom(...names).map((name) => `columns=${name}; `),
          ),
          images: fc.boolean(),
          formats: fc.boolean(),
          transpose: fc.boolean(),
        });
      }),
      ({ id, records, columns, images, formats, transpose }) => {
        const layout = `${columns}formats=${formats ? 'auto' : 0}; transpose=${transpose}; images=${images}`;
        const cards = rich(id, `${layout}; cards=yes`, records);
        const plain = rich(id, layout, records, { formats: true, cards: false });
        expect(cards.cells.map((row) => row.map(flatCell))).toEqual(
          plain.cells.map((row) => row.map(flatCell)),
        );
        // A host without cards gets exactly what it gets without the option.
        expect(rich(id, `${layout}; cards=yes`, records, { formats: true, cards: false })).toEqual(plain);
      },
    ),
    { numRuns: 300 },
  );
});
