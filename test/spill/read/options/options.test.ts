import fc from 'fast-check';
import { review } from '../../../../src/spill/read/review/review';
import { operationIds, operationOf, type OperationId } from '../../../../src/operations';
import type { Parameter } from '../../../../src/operations/table/parameter';
import { checkRequest } from '../../../../src/operations/check/request';
import { smallestRequest } from '../../../operations/fixtures';
import type { Column } from '../../../../src/spill/read/options/columns';
import { readOptions, type Options } from '../../../../src/spill/read/options/options';
import { defaultView, type View } from '../../../../src/spill/read/options/view';
import { commas } from '../../../../src/spill/read/values/optionText';
import { optionsOf, quote, writeOptions } from '../../../../src/spill/read/options/writeOptions';
import { family, faultOf, sets } from '../readings';

/** As cells: the name, then a cell for each value. 0 is written as text, since an empty cell may arrive as 0. */
function asRow([name, value]: readonly [string, unknown]): unknown[] {
  if (name === 'columns' || name === 'where') return [name, ...(value as string[])];
  const separators = Array.isArray(value) ? commas : '';
  const cell = (each: unknown) => {
    if (typeof each === 'boolean') return each ? 'yes' : 'no';
    return typeof each === 'number' && each !== 0 ? each : quote(String(each), separators);
  };
  return [name, ...[value].flat().map(cell)];
}

const read = (id: OperationId, argument: unknown): Options => readOptions(id, argument, sets);
const params = (id: OperationId, argument: unknown) => read(id, argument).params;
const refused = (id: OperationId, argument: unknown) => faultOf(() => read(id, argument));

describe('the four forms', () => {
  const meant = { sort: 'price_asc', price_max: 50000, brands: ['Apple', 'Samsung'] };

  it('say the same', () => {
    expect(params('ruretail', 'sort=price_asc; price_max=50000; brands=Apple,Samsung')).toEqual(meant);
    expect(
      params('ruretail', [
        ['sort', 'price_asc', ''],
        ['price_max', 50000, 0],
        ['brands', 'Apple', 'Samsung'],
        [0, 0, 0],
        ['', '', ''],
      ]),
    ).toEqual(meant);
    expect(params('ruretail', '{"sort":"price_asc","price_max":50000,"brands":["Apple","Samsung"]}')).toEqual(
      meant,
    );
    expect(readOptions('ruretail', '@mine', () => meant).params).toEqual(meant);
    expect(params('ruretail', [['sort=price_asc'], ['price_max=50000; brands=Apple,Samsung']])).toEqual(
      meant,
    );
  });

  it('combine, later ones overriding a set', () => {
    expect(params('stays', '@family; max_price_per_night=200')).toEqual({
      ...family,
      max_price_per_night: 200,
      property_amenities: ['parking'],
    });
    expect(params('stays', 'max_price_per_night=200; @family')).toMatchObject({ max_price_per_night: 150 });
    expect(
      params('stays', [
        ['@family', ''],
        ['max_price_per_night', 200],
      ]),
    ).toMatchObject({ max_price_per_night: 200 });
    expect(params('stays', '@family; {"max_price_per_night": 90}')).toMatchObject({
      max_price_per_night: 90,
    });
    expect(read('stays', '@Family').filterSets).toEqual(['Family']);
  });

  it.each([null, undefined, '', 0, [[]], [['']], [[0]]])('are all absent in %p', (argument) => {
    expect(read('ruretail', argument)).toMatchObject({ params: {}, raw: {}, view: defaultView });
  });

  it('refuse what is no options', () => {
    expect(refused('ruretail', 12)).toMatch(/must be text such as sort=price_asc/);
    expect(refused('ruretail', '{"sort": }')).toMatch(/not JSON/);
    expect(refused('ruretail', [['', 'x']])).toMatch(/value \("x"\) but no name/);
    expect(refused('ruretail', '@nobody')).toMatch(/no filter set named "nobody"/);
    expect(refused('ruretail', [['sort', '#REF!']])).toMatch(/#REF!/);
  });
});

describe('names', () => {
  it('are matched without regard to case, spaces and hyphens, or by label', () => {
    for (const name of ['price_max', 'Price Max', 'PRICE-MAX', 'price to', 'Price to']) {
      expect(params('ruretail', `${name}=5`)).toEqual({ price_max: 5 });
    }
  });

  it('are never hidden by a label', () => {
    for (const id of operationIds) {
      for (const [name, parameter] of Object.entries(operationOf(id).params)) {
        const value = { text: 'x', integer: '21', flag: 'yes', date: '2027-05-03', choice: 'x', list: '21' }[
          parameter.kind
        ];
        expect(Object.keys(params(id, `${name}=${value}`))).toEqual([name]);
      }
    }
  });

  it('that are unknown are refused with the nearest', () => {
    expect(faultOf(() => review.whole('ruretail', ['tv', 5, null, 'srot=price_asc']))).toBe(
      '"srot" is not an option of RURETAIL.SEARCH. Did you mean sort?',
    );
    expect(refused('nlretail', 'zzzzzz=1')).toMatch(/open Build in the Spillway pane/);
    expect(refused('ruretail', '=5')).toMatch(/not an option/);
  });

  it('may not be repeated', () => {
    expect(refused('ruretail', 'sort=rating; Sort=price_asc')).toBe(
      'sort is specified twice in the options. Keep one of them.',
    );
    expect(refused('ruretail', '{"sort":"rating","sort":"price_asc"}')).toMatch(/sort is specified twice/);
    expect(
      refused('ruretail', [
        ['sort', 'rating'],
        ['sort', 'rating'],
      ]),
    ).toMatch(/sort is specified twice/);
    expect(refused('ruretail', 'raw:a=1; raw:a=2')).toMatch(/raw:a is specified twice/);
  });
});

describe('values', () => {
  it('may not be empty', () => {
    expect(refused('ruretail', 'sort=')).toMatch(/sort has no value.*Valid: relevance/);
    expect(refused('ruretail', 'brands=,')).toMatch(/brands has no value/);
    expect(refused('ruretail', [['sort', '']])).toMatch(/sort has no value/);
    expect(refused('ruretail', 'columns=')).toMatch(/columns has no value/);
  });

  it.each(['1 000', '1.000', '1,000', `1'000`, '1\u00a0000'])(
    'number %p is refused with the way to write it',
    (typed) => {
      expect(refused('ruretail', `price_max=${typed}`)).toMatch(/price_max: .* Use 1000, without separators/);
    },
  );

  it.each(['1.000,5', '1,5', '5.5', '10.00'])('number %p is refused', (typed) => {
    expect(refused('ruretail', `price_max=${typed}`)).toMatch(/whole number without separators/);
  });

  it('numbers and flags are read as people write them', () => {
    expect(params('ruretail', 'price_min= 7 ;with_images=Yes')).toEqual({ price_min: 7, with_images: true });
    for (const word of ['yes', 'TRUE', '1', 'on'])
      expect(params('ruretail', `with_images=${word}`)).toEqual({ with_images: true });
    for (const word of ['no', 'False', '0', 'OFF'])
      expect(params('ruretail', `with_images=${word}`)).toEqual({ with_images: false });
    expect(
      params('ruretail', [
        ['with_images', true],
        ['price_min', 0],
      ]),
    ).toEqual({ with_images: true, price_min: 0 });
    expect(refused('ruretail', 'with_images=perhaps')).toMatch(/yes or no/);
  });

  it('dates are read from cells and locale-free text', () => {
    expect(
      params('stays', [
        ['checkin', 46510],
        ['checkout', '7 May 2027'],
      ]),
    ).toEqual({ checkin: '2027-05-03', checkout: '2027-05-07' });
    expect(refused('stays', 'checkin=03/05/2027')).toMatch(/different dates in different countries/);
  });

  it('that hold separators are quoted', () => {
    expect(params('ruretail', `brands='A, B',"C; D",E`)).toEqual({ brands: ['A, B', 'C; D', 'E'] });
    expect(params('bizbureau', 'location=Austin, TX')).toEqual({ location: 'Austin, TX' });
  });

  it('of one parameter are one', () => {
    expect(refused('ruretail', [['sort', 'rating', 'price_asc']])).toBe('sort takes one value, not 2.');
    expect(refused('ruretail', '{"sort":["a","b"]}')).toMatch(/takes one value/);
    expect(refused('ruretail', '{"sort":{"a":1}}')).toMatch(/takes text, numbers or yes/);
  });

  it('are not taken from empty cells that arrive as 0', () => {
    expect(refused('stays', [['max_price_per_night', 0]])).toMatch(/0 or an empty cell/);
    expect(refused('stays', [['children_ages', 5, 0]])).toMatch(/may be an empty cell/);
    expect(params('stays', [['children_ages', '5,0', '']])).toEqual({ children_ages: [5, 0] });
    expect(params('stays', [['star_ratings', 4, 0]])).toEqual({ star_ratings: [4] });
  });

  it('pass through unchecked with raw:', () => {
    expect(read('ruretail', 'raw:new_thing=a,b; raw:n=5').raw).toEqual({ new_thing: 'a,b', n: '5' });
    expect(read('ruretail', '{"raw:n":5,"raw:list":[1,{"a":null}]}').raw).toEqual({
      n: 5,
      list: [1, { a: null }],
    });
    expect(read('ruretail', [['raw:n', 5]]).raw).toEqual({ n: 5 });
    expect(Object.getPrototypeOf(read('ruretail', '{"raw:__proto__":{"x":1}}').raw)).toBe(Object.prototype);
    expect(refused('ruretail', 'raw:=5')).toMatch(/raw: needs a name/);
  });
});

describe('general options', () => {
  const view = (text: string) => read('ruretail', text).view;

  it('are read', () => {
    expect(
      view('headers=fields; transpose=yes; stamp=1; offline=on; formats=0; cards=yes; images=1; max_age=12h'),
    ).toEqual({
      columns: [],
      where: [],
      matched: false,
      headers: 'fields',
      transpose: true,
      stamp: true,
      cards: true,
      images: true,
      offline: true,
      formats: false,
      bare: false,
      maxAge: 43_200_000,
    });
    expect(view('headers=0').headers).toBe('none');
    expect(
      read('ruretail', [
        ['headers', 0],
        ['formats', 'auto'],
      ]).view,
    ).toMatchObject({ headers: 'none', formats: true });
    expect(params('ruretail', 'timeout=600')).toEqual({ timeout: 600 });
  });

  it.each([
    ['30m', 1_800_000],
    ['12 h', 43_200_000],
    ['7D', 604_800_000],
  ])('max_age=%s', (text, age) => {
    expect(view(`max_age=${text}`).maxAge).toBe(age);
  });

  it.each(['max_age=5', 'max_age=0d', 'max_age=1w', 'headers=label', 'formats=euro', 'stamp=maybe'])(
    'refuse %s',
    (text) => {
      expect(refused('ruretail', text)).toMatch(/must be/);
    },
  );
});

describe('text without options', () => {
  it('is a list of columns wanted as bare values', () => {
    expect(read('ruretail', 'price, name').view).toMatchObject({
      bare: true,
      headers: 'none',
      columns: [{ path: 'price' }, { path: 'name' }],
    });
    expect(read('ruretail', 'price; max_age=7d').view).toMatchObject({ bare: true, maxAge: 604_800_000 });
  });

  it('is not confused with a slip in an option', () => {
    expect(refused('ruretail', 'offline')).toMatch(/offline is an option, not a column/);
    expect(refused('ruretail', 'sort price_asc; price_max=5')).toMatch(
      /neither an option \(name=value\) nor a column/,
    );
  });
});

describe('options written and read again', () => {
  const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...`abZ09 ,;="'@{}:é-_`) });
  const text = word.map((value) => value.trim()).filter((value) => value !== '' && !value.includes('#'));
  const integer = (min = 0, max = 10_000) => fc.integer({ min, max });

  function valueOf(parameter: Parameter): fc.Arbitrary<unknown> {
    switch (parameter.kind) {
      case 'text':
        return text;
      case 'integer':
        return integer(parameter.min, parameter.max ?? Math.max(parameter.min ?? 0, 10_000));
      case 'flag':
        return fc.boolean();
      case 'date':
        return fc.constantFrom('2027-05-03', '2030-12-31');
      case 'choice':
        return fc.constantFrom(...parameter.values);
      case 'list':
        return fc.array(
          typeof parameter.of === 'object'
            ? fc.constantFrom(...parameter.of)
            : parameter.of === 'integer'
              ? integer(0, 17)
              : parameter.of === 'identifier'
                ? fc.oneof(integer(), text)
                : text,
          { minLength: 1, maxLength: 4 },
        );
    }
  }

  const paramsFor = (id: OperationId) =>
    fc.record(
      Object.fromEntries(
        Object.entries(operationOf(id).params).map(([name, parameter]) => [name, valueOf(parameter)]),
      ),
      { requiredKeys: [] },
    );

  const column: fc.Arbitrary<Column> = fc.oneof(
    fc.constantFrom<Column>({ path: 'image' }, { path: '*' }, { path: 'zz_unknown.0.url' }),
    text.map((heading): Column => ({ path: 'image', heading })),
    text.map((path): Column => ({ path, exact: true })),
  );

  const condition: fc.Arbitrary<string> = fc.oneof(
    fc.constantFrom('price>50000', "name has 'a; b' or (rating>=4.5 and not brand in A,B)", 'x is empty'),
    text.map((value) => `name has ${value}`),
  );

  const view: fc.Arbitrary<View> = fc
    .record({
      columns: fc.array(column, { maxLength: 3 }),
      where: fc.array(condition, { maxLength: 3 }),
      matched: fc.boolean(),
      bare: fc.boolean(),
      headers: fc.constantFrom<View['headers']>('labels', 'fields', 'none'),
      transpose: fc.boolean(),
      stamp: fc.boolean(),
      formats: fc.boolean(),
      offline: fc.boolean(),
      cards: fc.boolean(),
      images: fc.boolean(),
      maxAge: fc.option(
        fc.integer({ min: 1, max: 600_000 }).map((minutes) => minutes * 60_000),
        { nil: undefined },
      ),
    })
    .map(({ maxAge, ...rest }) => ({ ...rest, ...(maxAge !== undefined && { maxAge }) }));

  /** What the request schema makes of parameters that need not be complete. */
  const normal = (id: OperationId, given: Readonly<Record<string, unknown>>) => {
    // What must be in a certain order is left as it is in the smallest request.
    const ordered = operationOf(id).rules.flatMap((rule) =>
      rule.kind === 'order'
        ? [rule.low, rule.high]
        : rule.kind === 'oneOf'
          ? rule.params
          : rule.kind === 'conflict'
            ? [rule.with]
            : [],
    );
    const free = Object.entries(given).filter(([name]) => !ordered.includes(name));
    const checked = checkRequest(id, { ...smallestRequest(id), ...Object.fromEntries(free) });
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    return checked.params;
  };

  it.each(operationIds)('are the same for %s as text, as a range and as JSON', (id) => {
    fc.assert(
      fc.property(
        paramsFor(id),
        fc.dictionary(
          fc.constantFrom('raw:a', 'raw:b'),
          fc.oneof(
            text,
            fc.jsonValue().filter((value) => value !== null && typeof value !== 'string'),
          ),
        ),
        view,
        (given, raw, shown) => {
          const rawOut = Object.fromEntries(
            Object.entries(raw).map(([name, value]) => [name.slice(4), value]),
          );
          const options = optionsOf({ ...given, ...raw }, shown);
          const forms: unknown[] = [
            writeOptions({ ...given, ...raw }, shown),
            JSON.stringify(Object.fromEntries(options)),
          ];
          // Cells hold no lists or records under one raw name.
          if (Object.values(raw).every((value) => typeof value === 'string')) forms.push(options.map(asRow));
          for (const form of forms) {
            const again = read(id, form);
            expect(normal(id, again.params)).toEqual(normal(id, given));
            expect(again.raw).toEqual(JSON.parse(JSON.stringify(rawOut)));
            expect(again.view).toEqual(shown);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
