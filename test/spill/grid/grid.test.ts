import fc from 'fast-check';
import { operationIds, operationOf, type OperationId } from '../../../src/operations';
import type { Cell } from '../../../src/spill/cell';
import { gridOf } from '../../../src/spill/grid/gridOf';
import type { ItemOutcome } from '../../../src/spill/grid/grid';
import { smallestArguments } from '../../operations/fixtures';
import { read } from '../read/readings';

type Records = readonly Readonly<Record<string, unknown>>[];

const answer = (records: Records, note?: string): ItemOutcome => ({
  records,
  fetchedAt: new Date(2027, 4, 3, 12).getTime(),
  from: 'cache',
  ...(note !== undefined && { note }),
});

function grid(id: OperationId, options: unknown, records: Records, formats = false) {
  return gridOf(read(id, ...smallestArguments(id), options), [answer(records)], { formats });
}
const cells = (id: OperationId, options: unknown, records: Records, formats = false): Cell[][] =>
  grid(id, options, records, formats).cells;

const product = {
  name: 'Phone',
  price: 100,
  currency: 'RUB',
  brand: { name: 'Apple', vendor_site: 'https://a.example' },
};

describe('columns', () => {
  it('are shown in the order given, renamed, nested and indexed', () => {
    const records = [{ ...product, images: ['a', 'b'], labels: [{ name: 'Hit' }, { name: 'New' }] }];
    expect(
      cells(
        'ruretail',
        'columns=price as Now,brand.vendor_site,images.1,labels.0.name,labels.name,name',
        records,
      ),
    ).toEqual([
      ['Now', 'Brand: Vendor site', 'Images 2', 'Labels 1: Label', 'Labels: Label', 'Product'],
      [100, 'https://a.example', 'b', 'Hit', 'Hit, New', 'Phone'],
    ]);
  });

  it('the table does not know are found in the records', () => {
    const records = [{ name: 'Gulf' }, { name: 'Bank', about: 'A bank.', more: { deep: [{ x: 1 }] } }];
    expect(cells('jobsboard', "columns=name,'about','more.deep.0.x'", records)).toEqual([
      ['Company', 'About', 'More: Deep: 0: X'],
      ['Gulf', '', ''],
      ['Bank', 'A bank.', 1],
    ]);
  });

  it('that nobody has are a fault in their own cells', () => {
    const { cells: rows } = grid('jobsboard', "columns=name,'aboot'", [{ name: 'Gulf', about: 'x' }]);
    expect(rows[1]).toEqual([
      'Gulf',
      { fault: 'value', message: 'No record has a column "aboot". Use columns=* to see every field.' },
    ]);
    expect(cells('jobsboard', "columns=name,'aboot'", [])[0]).toEqual(['Company', 'Aboot']);
  });

  it('of * are all the table has, then what else occurs', () => {
    const [heading] = cells('nlretail', 'columns=price,*; headers=fields', [
      { '@type': 'X', ean: 1 },
      { zz: 1, ean: 2 },
    ]);
    const fields = Object.keys(operationOf('nlretail').record.fields);
    expect(heading).toEqual(['price', ...fields.filter((name) => name !== 'price'), 'ean', 'zz']);
  });

  it('of * show what only a late record has, and names that hold dots', () => {
    const records: Record<string, unknown>[] = Array.from({ length: 200 }, (_, index) => ({
      name: `n${index}`,
    }));
    records.push({ name: 'last', 'a.b': 7, late: true });
    const rows = cells('nlretail', 'columns=name,*; headers=fields', records);
    expect(rows[0]!.slice(-2)).toEqual(['a.b', 'late']);
    expect(rows[1]!.slice(-2)).toEqual(['', '']);
    expect(rows[201]!.slice(-2)).toEqual([7, true]);
  });

  it('of names from Object.prototype are not read from it', () => {
    const records = [{ name: 'a' }];
    const options = `columns='constructor','__proto__','toString',name`;
    expect(cells('jobsboard', options, records)[1]!.slice(0, 3)).toEqual([
      expect.objectContaining({ fault: 'value' }),
      expect.objectContaining({ fault: 'value' }),
      expect.objectContaining({ fault: 'value' }),
    ]);
    const own = [JSON.parse('{"__proto__":"mine","constructor":5}') as Record<string, unknown>];
    expect(cells('jobsboard', `columns='constructor','__proto__'`, own)[1]).toEqual([5, 'mine']);
    expect(cells('jobsboard', 'columns=*', own)[1]).toEqual(expect.arrayContaining([5, 'mine']));
  });

  it('may show one field twice', () => {
    expect(cells('ruretail', 'columns=price,price as Again', [product])).toEqual([
      ['Price', 'Again'],
      [100, 100],
    ]);
  });
});

describe('shape', () => {
  it('is the headings and a sentence where nothing was found', () => {
    const says = 'No results for "x".';
    expect(cells('ruretail', 'columns=name,price', [])).toEqual([
      ['Product', 'Price'],
      [says, ''],
    ]);
    expect(cells('ruretail', 'columns=name,price; transpose=yes', [])).toEqual([
      ['Product', says],
      ['Price', ''],
    ]);
    expect(cells('ruretail', 'columns=currency,name; headers=0', [])).toEqual([[says, '']]);
    expect(cells('ruretail', 'price', [])).toEqual([[says]]);
    expect(cells('hkproperty', 'columns=price,unit_code', [])[1]).toEqual([says, '']);
    const stamped = cells('ruretail', 'columns=name,price; stamp=yes', [])[1]!;
    expect(stamped).toEqual([says, '', expect.any(Number), 'cache']);
  });

  it('keeps the good records of an answer that holds something else too', () => {
    const bad = [null, 5, 'text', true, [product], [null]];
    for (const other of bad) {
      const records = [product, other, { ...product, name: 'Case' }, { ...product, name: 'Case' }] as Records;
      const { cells: rows, warnings } = grid('ruretail', 'columns=price,name', records);
      expect(rows.map(([first]) => first)).toEqual([
        'Price',
        100,
        expect.stringMatching(/^Result 2 is not a record: .+\.$/),
        100,
        100,
      ]);
      expect(rows[2]![1]).toBe('');
      expect(warnings[0]).toMatch(/^Result 2 is not a record/);
    }
    const lookup = read('hkproperty', [['A'], ['B']], null, 'columns=price,unit_code');
    const outcomes = [answer([null, { price: 1 }] as unknown as Records), answer([7] as unknown as Records)];
    expect(gridOf(lookup, outcomes, { formats: false }).cells.slice(1)).toEqual([
      [1, ''],
      ['Result 1 is not a record: "7".', ''],
    ]);
  });

  it('is bare values for a list of columns', () => {
    expect(cells('ruretail', 'price', [product])).toEqual([[100]]);
    expect(cells('ruretail', 'name,price', [product, product])).toEqual([
      ['Phone', 100],
      ['Phone', 100],
    ]);
  });

  it('has field names or no headings when asked', () => {
    expect(cells('ruretail', 'columns=brand.name,price; headers=fields', [product])[0]).toEqual([
      'brand.name',
      'price',
    ]);
    expect(cells('ruretail', 'columns=price; headers=0', [product])).toEqual([[100]]);
  });

  it('is turned by transpose', () => {
    expect(cells('ruretail', 'columns=name,price; transpose=yes', [product, product])).toEqual([
      ['Product', 'Phone', 'Phone'],
      ['Price', 100, 100],
    ]);
  });

  it('stacks searches under what was searched for', () => {
    const formula = read(
      'ruretail',
      [['tv'], [''], ['bad'], ['none'], ['ssd']],
      5,
      null,
      'columns=name,price',
    );
    const fault = { fault: 'na', message: 'Nothing there.' } as const;
    const outcomes = [answer([product, product]), { fault }, answer([]), answer([{ name: 'Disk' }])];
    expect(gridOf(formula, outcomes, { formats: false }).cells).toEqual([
      ['Search for', 'Product', 'Price'],
      ['tv', 'Phone', 100],
      ['tv', 'Phone', 100],
      ['bad', fault, fault],
      ['none', 'No results for "none".', ''],
      ['ssd', 'Disk', ''],
    ]);
  });

  it('keeps one row for each unit, blank ones too', () => {
    const formula = read(
      'hkproperty',
      [['A'], [''], ['#REF!'], ['B'], ['C']],
      null,
      'columns=unit_code,price',
    );
    const outcomes = [
      answer([{ unit_code: 'A', price: 1 }]),
      undefined,
      undefined,
      answer([]),
      answer([{ unit_code: 'C1' }, { unit_code: 'C2' }]),
    ];
    const { cells: rows, warnings } = gridOf(formula, outcomes, { formats: false });
    const fault = expect.objectContaining({
      fault: 'value',
      message: expect.stringContaining('#REF!') as string,
    }) as Cell;
    expect(rows).toEqual([
      ['Unit', 'Valuation'],
      ['A', 1],
      ['', ''],
      [fault, fault],
      ['No results for "B".', ''],
      ['C1', ''],
    ]);
    expect(warnings).toEqual(['C: 2 records were returned; only the first is shown.']);
  });

  it('is the fault alone where the only item failed', () => {
    const fault = { fault: 'na', message: 'No valuation.' } as const;
    expect(gridOf(read('hkproperty', 'A'), [{ fault }], { formats: true }).cells).toEqual([[fault]]);
    expect(gridOf(read('hkproperty', '#N/A'), [undefined], { formats: true }).cells).toMatchObject([
      [{ fault: 'na' }],
    ]);
  });

  it('says when and from where with stamp', () => {
    const formula = read('ruretail', 'x', null, null, 'columns=name; stamp=yes');
    const { cells: rows, warnings } = gridOf(formula, [answer([product], 'older than asked')], {
      formats: true,
    });
    expect(rows[0]).toEqual(['Product', 'Fetched at', 'From']);
    expect(rows[1]).toEqual([
      'Phone',
      { type: 'Double', basicValue: 46510.5, numberFormat: 'yyyy-mm-dd hh:mm' },
      'cache: older than asked',
    ]);
    expect(warnings).toEqual(['older than asked']);
  });
});

describe('values', () => {
  const one = (
    id: OperationId,
    path: string,
    record: Readonly<Record<string, unknown>>,
    formats = true,
    options = '',
  ) => cells(id, `columns=${path}; headers=0${options}`, [record], formats)[0]![0];

  it('carry a format for the record’s own currency', () => {
    const price = (amount: number, currency: unknown) =>
      one('stays', 'price', { price: { amount, currency } });
    expect(price(10.5, 'EUR')).toEqual({ type: 'Double', basicValue: 10.5, numberFormat: '[$€] #,##0.00' });
    expect(price(10, 'AED')).toEqual({ type: 'Double', basicValue: 10, numberFormat: '[$AED] #,##0' });
    expect(price(10.5, 'JPY')).toMatchObject({ numberFormat: '[$¥] #,##0' });
    expect(price(10.5, 'KWD')).toMatchObject({ numberFormat: '[$KWD] #,##0.000' });
    expect(price(10.5, '"] evil')).toMatchObject({ numberFormat: '#,##0.00' });
    expect(price(10.5, { a: 1 })).toMatchObject({ numberFormat: '#,##0.00' });
    const mixed = [
      { price: 1, currency: 'RUB' },
      { price: 2, currency: 'USD' },
      { price: 3 },
      { price: 4, currency: 'USD' },
      { price: 5, currency: null },
      { price: 6, currency: '' },
      { price: 7, currency: 5 },
    ];
    const [rouble, dollar] = ['[$₽] #,##0', '[$$] #,##0'];
    expect(
      cells('ruretail', 'price', mixed, true)
        .flat()
        .map((cell) => (typeof cell === 'object' && 'numberFormat' in cell ? cell.numberFormat : cell)),
    ).toEqual([rouble, dollar, rouble, dollar, rouble, rouble, '#,##0']);
    expect(cells('ruretail', 'currency,currency as Again', mixed.slice(0, 5)).flat()).toEqual(
      ['RUB', 'USD', 'RUB', 'USD', 'RUB'].flatMap((code) => [code, code]),
    );
    expect(one('hkproperty', 'price', { price: 1 })).toMatchObject({ numberFormat: '[$HK$] #,##0' });
    expect(one('stays', 'price', { price: { amount: 1 } })).toMatchObject({ numberFormat: '#,##0' });
  });

  it('are the same number with and without formats', () => {
    const records = [
      { price: 12.5, price_change_percent: 12.5, valuation_at: 20270503, is_pet_friendly: true },
    ];
    const options = 'price,price_change_percent,valuation_at,is_pet_friendly';
    const plain = cells('hkproperty', options, records, false)[0];
    const formatted = cells('hkproperty', options, records, true)[0]!.map((cell) =>
      typeof cell === 'object' && 'basicValue' in cell ? cell.basicValue : cell,
    );
    expect(plain).toEqual([12.5, 0.125, 46510, true]);
    expect(formatted).toEqual(plain);
  });

  it('are fractions where the service gives percentages', () => {
    for (const formats of [true, false])
      for (let percent = -100; percent <= 100; percent++) {
        const cell = one('ruretail', 'discount_percent', { discount_percent: percent }, formats);
        expect(cell).toEqual(
          formats
            ? { type: 'Double', basicValue: percent / 100, numberFormat: '0%' }
            : Number(`${percent}e-2`),
        );
      }
    for (const field of ['price_change_percent', 'min_price_change_percent', 'max_price_change_percent']) {
      for (let tenths = -999; tenths < 1_000; tenths += 7)
        expect(one('hkproperty', field, { [field]: tenths / 10 }, false)).toBe(Number(`${tenths}e-3`));
      expect(one('hkproperty', field, { [field]: 0.3 })).toMatchObject({
        basicValue: 0.003,
        numberFormat: '0.0%',
      });
    }
    expect(one('ruretail', 'discount_percent', { discount_percent: 22.5 })).toMatchObject({
      basicValue: 0.225,
      numberFormat: '0.0%',
    });
  });

  it('are dates where they can be', () => {
    expect(one('stays', 'free_cancellation_until', { free_cancellation_until: '2027-05-03' })).toEqual({
      type: 'Double',
      basicValue: 46510,
      numberFormat: 'yyyy-mm-dd',
    });
    expect(one('stays', 'free_cancellation_until', { free_cancellation_until: 'until May' })).toBe(
      'until May',
    );
    for (const moment of [1_809_273_600, 1_809_273_600_000, '1809273600', '2027-05-02T16:00:00Z'])
      expect(one('hkproperty', 'valuation_at', { valuation_at: moment })).toEqual({
        type: 'Double',
        basicValue: 46510,
        numberFormat: 'yyyy-mm-dd',
      });
    expect(one('hkproperty', 'valuation_at', { valuation_at: '2027-05-03T00:00:00+08:00' }, false)).toBe(
      46510,
    );
    expect(
      one('stays', 'free_cancellation_until', { free_cancellation_until: '2027-05-03T00:00:00Z' }, false),
    ).toBe(46510);
    expect(one('hkproperty', 'valuation_at', { valuation_at: 20270503 }, true, '; formats=0')).toBe(20270503);
    expect(one('hkproperty', 'valuation_at', { valuation_at: 12 })).toBe(12);
  });

  it('that are lists or records read well', () => {
    expect(
      one('hkproperty', 'facilities', {
        facilities: [
          'Pool',
          { name: 'Gym' },
          { title: 'Spa' },
          { label: 'Bar' },
          { x: 1 },
          null,
          7,
          ['a', 'b'],
          true,
        ],
      }),
    ).toBe('Pool, Gym, Spa, Bar, {"x":1}, 7, a, b, TRUE');
    expect(one('hkproperty', 'school_net', { school_net: { secondary_school_district: 'Eastern' } })).toBe(
      'Eastern',
    );
    expect(
      one('ruretail', 'pickup_points', {
        pickup_points: [{ delivery_date: null, store_count: 3 }, { delivery_date: '2027-05-03' }],
      }),
    ).toBe('3 stores; 2027-05-03');
    expect(one('ruretail', 'pickup_points', { pickup_points: [{ store_count: 1 }] })).toBe('1 store');
    expect(
      one('ruretail', 'key_properties', {
        key_properties: [
          { name: 'RAM', value: '8', measure: 'GB' },
          { name: 'Colour', value: 'red' },
        ],
      }),
    ).toBe('RAM: 8 GB; Colour: red');
    expect(one('ruretail', 'labels', { labels: [] })).toBe('');
  });

  it('of another type than promised are kept as text and noted', () => {
    const { cells: rows, warnings } = grid(
      'ruretail',
      'columns=name,price,is_available,brand,images,rating; headers=0',
      [
        { name: 5, price: 'on request', is_available: 'yes', brand: 'Apple', images: 'x.jpg', rating: true },
        {
          name: { title: 'T' },
          price: [1, 2],
          is_available: 1,
          brand: ['a'],
          images: { a: 1 },
          rating: JSON.parse('1e999') as number,
        },
      ],
    );
    expect(rows).toEqual([
      ['5', 'on request', 'yes', 'Apple', 'x.jpg', 'TRUE'],
      ['T', '1, 2', '1', 'a', '{"a":1}', 'Number too large for Excel'],
    ]);
    expect(warnings).toContain('price: 2 values are not of the documented type and are shown as text.');
    expect(warnings).toHaveLength(6);
  });

  it('that are numbers and came as text are numbers where they can only be one', () => {
    for (const formats of [true, false]) {
      const shown = (id: OperationId, field: string, text: string) => {
        const cell = one(id, field, { [field]: text }, formats);
        return typeof cell === 'object' && 'basicValue' in cell ? cell.basicValue : cell;
      };
      for (const [text, number] of [
        ['12990', 12990],
        ['12990.50', 12990.5],
        [' -3 ', -3],
        ['0.125', 0.125],
        ['1000000000000000', 1e15],
      ] as const)
        expect(shown('ruretail', 'price', text)).toBe(number);
      for (const text of [
        '1,234',
        '1.234',
        '12 990',
        '007',
        '1e5',
        '0x10',
        'on request',
        '12345678901234567',
      ])
        expect(shown('ruretail', 'price', text)).toBe(text);
      expect(shown('hkproperty', 'latitude', '22.285')).toBe(22.285);
      expect(shown('ruretail', 'discount_percent', '22')).toBe(0.22);
      expect(shown('ruretail', 'opinion_count', '15')).toBe(15);
      expect(shown('ruretail', 'name', '15')).toBe('15');
      expect(shown('bizbureau', 'zip_code', '01234')).toBe('01234');
    }
    const { warnings } = grid('ruretail', 'columns=price', [{ price: '12' }, { price: '1.234' }]);
    expect(warnings).toEqual([
      'price: 1 value is not of the documented type and is shown as text.',
      'price: 1 number was returned as text.',
    ]);
  });

  it('that have more digits than a cell keeps are text', () => {
    expect(one('stays', 'id', { id: 1234567890123456 })).toBe('1234567890123456');
    expect(one('stays', 'id', { id: '12345678901234567890' })).toBe('12345678901234567890');
    expect(one('stays', 'id', { id: 123456789012345 })).toBe(123456789012345);
    expect(one('nlretail', "'ean'", { ean: 9007199254740991 })).toBe('9007199254740991');
  });

  it('that no cell can hold as a number say so', () => {
    for (const overflow of ['1e999', '-1e999']) {
      const number = JSON.parse(overflow) as number;
      for (const [id, field] of [
        ['ruretail', 'price'],
        ['ruretail', 'discount_percent'],
        ['ruretail', 'opinion_count'],
        ['ruretail', "'other'"],
        ['hkproperty', 'valuation_at'],
        ['stays', 'id'],
      ] as const)
        expect(one(id, field, { [field.replaceAll("'", '')]: number })).toBe('Number too large for Excel');
    }
    expect(one('ruretail', 'rating', { rating: 1.5e308 })).toBe('1.5e+308');
  });

  it('lose control characters and halves of characters, and keep line breaks', () => {
    const dirty = 'a\u0000b\u0007c\td\r\ne\u001b[0m\u007f\u0085\ud83df\udc00 😀\uffff';
    const clean = 'abc d\ne[0m\ufffdf\ufffd 😀\ufffd';
    expect(one('ruretail', 'name', { name: dirty })).toBe(clean);
    expect(one('ruretail', 'brand', { brand: { name: dirty } })).toBe(clean);
    expect(one('ruretail', 'labels', { labels: [{ name: dirty }] })).toBe(clean);
    expect(one('ruretail', 'images', { images: [dirty] })).toBe(clean);
    expect(one('ruretail', 'price', { price: dirty })).toBe(clean);
    expect(one('ruretail', "'other'", { other: dirty })).toBe(clean);
    expect(one('stays', 'free_cancellation_until', { free_cancellation_until: dirty })).toBe(clean);
    expect(cells('ruretail', 'columns=*; headers=fields', [{ 'x\u0001y': 1 }])[0]!.at(-1)).toBe('xy');
  });

  it('that are too long for a cell are cut with an ellipsis', () => {
    for (const record of [
      { name: 'a'.repeat(40_000) },
      { name: ['b'.repeat(40_000)] },
      { labels: Array.from({ length: 9_000 }, () => ({ name: 'label' })) },
    ]) {
      const text = cells('ruretail', 'columns=name,labels; headers=0', [record])[0]!.find(
        (cell) => cell !== '',
      ) as string;
      expect(text).toHaveLength(32_767);
      expect(text.endsWith('…')).toBe(true);
    }
    expect(one('ruretail', 'name', { name: `${'a'.repeat(32_765)}😀😀` })).toBe(`${'a'.repeat(32_765)}…`);
  });

  it('that begin like a formula or hold another scheme stay the text they are', () => {
    for (const text of ['=1+1', '+1', '-1', '@x', 'javascript:alert(1)'])
      expect(one('ruretail', 'url', { url: text })).toBe(text);
  });

  it('nested deeper than the stack do not throw', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown;
    expect(() =>
      cells('ruretail', 'columns=name,images,*', [{ name: deep, images: deep, other: deep, brand: deep }]),
    ).not.toThrow();
    expect(() => cells('ruretail', `columns='${'a.'.repeat(25)}a'`, [{ a: deep }])).not.toThrow();
  });
});

describe('the 5 MB cap', () => {
  const size = (rows: unknown) => new TextEncoder().encode(JSON.stringify(rows)).length;

  it.each([
    ['Latin', 'abcdefghij'],
    ['Cyrillic', 'абвгдежзик'],
    ['Chinese', '香港島太古城道一號'],
    ['quotes', `"\\"\\"\\`],
  ])('cuts %s text at a row boundary and says so', (_, word) => {
    const records = Array.from({ length: 30_000 }, (__, index) => ({
      name: `${index} ${word.repeat(30)}`,
      price: index,
    }));
    const { cells: rows, warnings } = grid('ruretail', 'columns=name,price', records, true);
    expect(size(rows)).toBeLessThan(5_000_000);
    expect(size(rows)).toBeGreaterThan(4_400_000);
    const shown = rows.length - 2;
    expect(rows.at(-1)).toEqual([
      `Truncated: Excel accepts at most 5 MB, so ${30_000 - shown} more rows are not shown. Request fewer columns or results.`,
      '',
    ]);
    expect(warnings).toHaveLength(1);
  });

  it('holds for few but long rows', () => {
    const records = Array.from({ length: 100 }, () => ({ name: '港'.repeat(32_000) }));
    expect(size(cells('ruretail', 'columns=name', records))).toBeLessThan(5_000_000);
  });
});

describe('any records whatsoever', () => {
  const json = fc.jsonValue({ maxDepth: 4 });

  it.each(operationIds)('give %s a rectangle of cells', (id) => {
    const names = [
      ...Object.keys(operationOf(id).record.fields),
      '@type',
      '__proto__',
      'constructor',
      'x',
      '0',
    ];
    const record = fc.oneof(
      fc.dictionary(fc.constantFrom(...names), json),
      json.map((value) => value as Record<string, unknown>),
    );
    const outcome = fc.oneof(
      fc.record({ records: fc.array(record, { maxLength: 5 }), fetchedAt: fc.integer(), from: fc.string() }),
      fc.constant(undefined),
      fc.constant({ fault: { fault: 'na', message: 'Later.' } } as const),
    );
    const options = fc.constantFrom(
      '',
      'columns=*',
      'image',
      `columns='x.0','__proto__.a','constructor',*; stamp=yes`,
      'transpose=yes; headers=fields',
      'headers=0; formats=0',
    );
    fc.assert(
      fc.property(
        fc.array(outcome, { minLength: 1, maxLength: 4 }),
        options,
        fc.boolean(),
        (outcomes, text, formats) => {
          const [, ...rest] = smallestArguments(id);
          const given =
            outcomes.length === 1
              ? 'a'
              : outcomes.map((each, index) => [
                  each === undefined && operationOf(id).results === 'one' ? '' : `a${index}`,
                ]);
          const { cells: rows, warnings } = gridOf(read(id, given, ...rest, text), outcomes, { formats });
          expect(rows.length).toBeGreaterThan(0);
          const width = rows[0]!.length;
          expect(width).toBeGreaterThan(0);
          expect(rows.filter((row) => row.length !== width)).toEqual([]);
          const isPlain = (cell: (typeof rows)[number][number]) => {
            if (typeof cell === 'number') return Number.isFinite(cell);
            if (typeof cell === 'object') return 'fault' in cell || Number.isFinite(cell.basicValue);
            return ['string', 'boolean'].includes(typeof cell);
          };
          // One by one, `expect` takes far longer than what is tested.
          expect(rows.flat().filter((cell) => !isPlain(cell))).toEqual([]);
          expect(warnings.length).toBeLessThanOrEqual(20);
        },
      ),
      { numRuns: 150 },
    );
  });
});
