// What belongs in another place or would be misread is refused with the formula that was probably meant: it would be paid for.
import { operationIds, operationOf, type OperationId } from '../../../../src/operations';
import type { RecordShape } from '../../../../src/operations/table/field';
import { findOption } from '../../../../src/spill/read/options/optionNames';
import { reviewPath } from '../../../../src/spill/read/review/columnSlips';
import { optionMeant } from '../../../../src/spill/read/review/optionMeant';
import { checkRequest } from '../../../../src/operations/check/request';
import { readFormula } from '../../../../src/spill/read/formula/formula';
import { setTypedSigns } from '../../../../src/spill/read/formula/typedFormula';
import { review } from '../../../../src/spill/read/review/review';
import { faultOf, paramsOf, read, stay } from '../readings';

describe('an argument that belongs in another place is refused with the right formula', () => {
  it.each<[OperationId, unknown[], string]>([
    ['hkproperty', ['A-1', 'price'], '=HKPROPERTY.VALUE("A-1",,"price")'],
    ['hkproperty', ['A-1', 'Estate'], '=HKPROPERTY.VALUE("A-1",,"Estate")'],
    ['hkproperty', ['A-1', 'price, estate_name'], '"price, estate_name")'],
    ['hkproperty', ['price'], '=HKPROPERTY.VALUE(,,"price")'],
    ['jobsboard', ['42', 'name'], '=JOBSBOARD.COMPANY("42",,"name")'],
    ['jobsboard', [42, 'columns=name'], '=JOBSBOARD.COMPANY(42,,"columns=name")'],
    ['ruretail', ['tv', 5, 'price_asc'], '=RURETAIL.SEARCH("tv",5,,"sort=price_asc")'],
    ['ruretail', ['tv', 5, 'sort: price_asc'], '"sort=price_asc")'],
    ['ruretail', ['tv', 'rating'], '=RURETAIL.SEARCH("tv",,,"rating")'],
    ['bizbureau', ['roofing', 15, 'columns=name'], '=BIZBUREAU.SEARCH("roofing",15,,"columns=name")'],
    ['bizbureau', ['roofing', 15, 'accredited_only'], '"accredited_only=…")'],
    ['bizbureau', ['roofing', 15, '25'], '"radius=25")'],
    ['nlretail', ['tv', 'price'], '=NLRETAIL.SEARCH("tv",,"price")'],
    ['stays', ['Rome', 'currency=EUR', 46514], '=STAYS.SEARCH("Rome",,46514,,,,"currency=EUR")'],
    ['stays', ['Rome', 46510, 46514, 'EUR'], '"currency=EUR")'],
    ['stays', ['@family', 46510, 46514], '"@family")'],
  ])('%s %j', (id, args, formula) => {
    expect(faultOf(() => read(id, ...args))).toContain(formula);
  });

  it('has the separators of this Excel', () => {
    setTypedSigns(',');
    const fault = faultOf(() => read('ruretail', 'tv', 1.5, 'price_asc'));
    setTypedSigns('.');
    expect(fault).toContain('=RURETAIL.SEARCH("tv";1,5;;"sort=price_asc")');
  });

  it('is not seen in what may be meant', () => {
    expect(paramsOf(read('nlretail', 'price'))).toMatchObject({ keyword: 'price' });
    expect(paramsOf(read('ruretail', 'rating: 5', 5, 'xyz'))).toMatchObject({ city: 'xyz' });
    expect(paramsOf(read('bizbureau', 'roofing', 15, 'Austin, TX'))).toMatchObject({
      location: 'Austin, TX',
    });
    expect(paramsOf(read('jobsboard', 'https://jobs.example/a?id=5', null, 'language=id'))).toMatchObject({
      language: 'id',
    });
    expect(paramsOf(read('nlretail', 'x', '10'))).toMatchObject({ count: 10 });
  });

  it('is seen in the options too', () => {
    expect(faultOf(() => read('hkproperty', 'A-1', null, 'lang=price'))).toContain('columns=price');
    expect(faultOf(() => read('ruretail', 'tv', 5, null, 'price_asc'))).toContain('"sort=price_asc"');
  });
});

describe('options that would be misread are refused with the corrected text', () => {
  it.each([
    ['sort:price_asc', 'sort=price_asc'],
    ['sort: price_asc; price_max: 500', 'sort=price_asc; price_max=500'],
    ['sort==price_asc', 'sort=price_asc'],
    ['brands=Apple price_max=500', 'brands=Apple; price_max=500'],
    ['brands=Apple, price_max=500', 'brands=Apple; price_max=500'],
    ['brands=Apple raw:x=500', 'brands=Apple; raw:x=500'],
    ['columns=name,price sort=price_asc', 'columns=name,price; sort=price_asc'],
    ['sort＝price_asc；price_max＝500', 'sort=price_asc; price_max=500'],
    ['brands=“Bang, Olufsen”', 'brands=""Bang, Olufsen""'],
  ])('%s', (text, corrected) => {
    expect(faultOf(() => read('ruretail', 'tv', 5, null, text))).toContain(`Use "${corrected}"`);
  });

  it.each(['brands=L’Oréal', 'query2=a', "brands='a price_max=5'", 'brands=A：B', 'raw:x=a:b', 'brands=a=b'])(
    '%s is left as it is',
    (text) => {
      const run = () => read('ruretail', 'tv', 5, null, text);
      if (text.startsWith('query2')) expect(faultOf(run)).toContain('is not an option');
      else expect(run).not.toThrow();
    },
  );
});

describe('a value that is not what its place takes', () => {
  it('is refused where it is TRUE or FALSE', () => {
    for (const [id, ...args] of [
      ['nlretail', true],
      ['hkproperty', false],
      ['jobsboard', true],
      ['bizbureau', true],
      ['ruretail', 'x', 5, true],
      ['stays', true, ...stay],
    ] as [OperationId, ...unknown[]][])
      expect(faultOf(() => read(id, ...args))).toMatch(/must be text, not (TRUE|FALSE)/);
  });

  it('is refused where it is a number that has no digits of its own', () => {
    expect(paramsOf(read('hkproperty', 12345))).toEqual({ unit: '12345' });
    expect(paramsOf(read('jobsboard', 1500317))).toEqual({ company: '1500317' });
    for (const number of [1.5, -3, 1e15, 46510.25])
      expect(faultOf(() => read('nlretail', number))).toMatch(/keyword (must be|has more)/);
    expect(faultOf(() => read('ruretail', 'tv', 5, 15))).toMatch(/city must be a code such as msk_cl/);
    expect(faultOf(() => read('hkproperty', 'A', 15))).toMatch(/lang must be a code such as hk/);
    expect(faultOf(() => read('bizbureau', 'x', 15, 2134))).toMatch(/5 digits.*begins with 0/);
  });

  it('is refused where it is a number that can hardly be a date', () => {
    for (const number of [1, 15, 61, 2027, 32873, 73416, 2958465])
      expect(faultOf(() => read('stays', 'Rome', number, 46514))).toMatch(/checkin must be a date/);
    expect(faultOf(() => read('stays', 'Rome', '2027-05-03', '2028-05-30'))).toMatch(/393 nights/);
  });
});

describe('raw:', () => {
  it('stands for a required parameter, also for the one that is searched for', () => {
    const formula = read('ruretail', null, 5, null, 'raw:query=tv');
    expect(formula.items).toMatchObject([{ state: 'request', shown: 'tv', raw: { query: 'tv' } }]);
    expect(read('stays', 'Rome', null, '2027-05-07', 2, 1, 5, 'raw:checkin=soon').items).toMatchObject([
      { state: 'request', raw: { checkin: 'soon' }, params: { checkout: '2027-05-07' } },
    ]);
    expect(read('stays', null, ...stay, 'raw:destination_id=x').items).toMatchObject([{ state: 'request' }]);
    expect(faultOf(() => read('nlretail', 'a', 5, 'raw:keyword=b'))).toMatch(/specified twice/);
  });

  it('sends an empty text, and a list where the parameter is one', () => {
    expect(read('bizbureau', 'x', 5, null, 'raw:location=; raw:y=a,b').items).toMatchObject([
      { raw: { location: '', y: 'a,b' } },
    ]);
    expect(read('ruretail', 'x', 5, null, "raw:brands=Apple,'Bang, Olufsen'").items).toMatchObject([
      { raw: { brands: ['Apple', 'Bang, Olufsen'] } },
    ]);
    expect(read('stays', 'Rome', ...stay, 'raw:district_ids=7').items).toMatchObject([
      { raw: { district_ids: ['7'] } },
    ]);
  });

  it('cannot make the price unknown', () => {
    for (const text of ['raw:count=0', 'raw:count=many', 'raw:count=', '{"raw:count":[5]}', 'raw:timeout=-1'])
      expect(faultOf(() => read('nlretail', 'x', 5, text))).toMatch(/must be a whole number of at least 1/);
  });
});

describe('a filter set', () => {
  it.each(['raw:count', 'RAW: x', 'count', 'Results', 'max_age', 'timeout', 'columns', 'offline', 'zzz'])(
    'that holds %s is refused before anything is sent',
    (name) => {
      const run = () =>
        readFormula(
          'stays',
          ['Rome', ...stay, '@odd'],
          () => ({ adults: 2, [name]: 5 }),
          checkRequest,
          review,
        );
      expect(faultOf(run)).toMatch(/The filter set "odd" contains .* nothing was sent/);
    },
  );
});

describe('what is surely not meant is refused before it is paid for', () => {
  it.each<[OperationId, unknown[], string]>([
    ['hkproperty', ['A-1', 'Estimated price'], 'lang must be a code such as hk, not "Estimated price"'],
    ['hkproperty', ['A-1', 'hk; columns=price'], 'lang must be a code such as hk'],
    ['hkproperty', ['A-1', null, 'lang=traditional chinese'], 'lang must be a code such as hk'],
    ['jobsboard', ['42', 'en, ar'], 'language must be a code such as en'],
    ['ruretail', ['tv', 5, 'Saint Petersburg'], 'city must be a code such as msk_cl'],
  ])('a code that is none: %s %j', (id, args, says) => {
    expect(faultOf(() => read(id, ...args))).toContain(says);
  });

  it.each([
    ['sort price_asc', '"sort=price_asc"'],
    ['price_max 500', '"price_max=500"'],
    ['price_max<500', '"price_max=500"'],
    ['price_max <= 500', '"price_max=500"'],
    ['sort->price_asc', '"sort=price_asc"'],
    ['sort=>price_asc', '"sort=price_asc"'],
    ['sort=price_asc | price_max=500', '"sort=price_asc; price_max=500"'],
    ['sort=price_asc & price_max=500', '"sort=price_asc; price_max=500"'],
    ['price<500', '"price<500" is neither an option (name=value) nor a column'],
    ['cheapest first', 'neither an option'],
    ['columns=name, price [RUB]', 'neither an option'],
  ])('another sign, or none, between a name and its value: %s', (options, says) => {
    expect(faultOf(() => read('ruretail', 'tv', 5, null, options))).toContain(says);
  });

  it.each(['raw: Count=60', 'raw:COUNT=60', '{"raw:Timeout":900}'])('%s', (options) => {
    expect(faultOf(() => read('nlretail', 'tv', null, options))).toMatch(/^Use raw:(count|timeout), not/);
  });

  it.each(['raw:count=1e3', 'raw:count=0x20', '{"raw:count":"+5"}', 'raw:count=５'])('%s', (options) => {
    expect(faultOf(() => read('nlretail', 'tv', null, options))).toContain('must be a whole number');
  });

  it.each(['\u200B', ' \u00A0\u200B', '\u2060', '\u00AD', '\u2800', '\u3164'])(
    'a search for nothing that anyone sees: %j',
    (text) => {
      expect(read('nlretail', text).items).toEqual([{ state: 'blank' }]);
      expect(read('nlretail', [['tv'], [text]]).items).toHaveLength(1);
    },
  );

  it('names of fields that may exist are looked for in the records', () => {
    for (const columns of ["'about_text'", 'socials.0.url', "'price (RUB)'", 'name as Full name'])
      expect(read('jobsboard', '42', null, columns).view.columns).toHaveLength(1);
  });

  const every = operationIds.flatMap((id) =>
    ['breakfast', 'about_text', 'Preis', 'zzz', 'zzz.0'].map((name) => [id, name] as const),
  );
  it.each(every)('a column that no record of %s can have: %s', (id, name) => {
    const blanks = operationOf(id).positional.map(() => null);
    for (const options of [
      name,
      `columns=${name}`,
      `first(${name})`,
      `columns=count(), max(${name})`,
      `{"columns":["${name}"]}`,
    ])
      expect(faultOf(() => read(id, ...blanks, options))).toMatch(
        /has no column|is not an option|is an option/,
      );
  });

  it('every field of the table may be named, at every depth, and nothing behind a plain value', () => {
    const paths = (shape: RecordShape, before = ''): string[] =>
      Object.entries(shape.fields).flatMap(([name, field]) => {
        const path = before + name;
        if (field.kind === 'record') return [path, ...paths(field.of, `${path}.`)];
        if (field.kind !== 'list') return [path];
        const element = `${path}.0`;
        return typeof field.of === 'object'
          ? [path, element, ...paths(field.of, `${element}.`), ...paths(field.of, `${path}.`)]
          : [path, element];
      });
    for (const id of operationIds)
      for (const path of paths(operationOf(id).record)) {
        expect(() => reviewPath(id, path)).not.toThrow();
        const open =
          /^(facilities|category_labels|nearby_places|categories|socials|recent_jobs|sustainability_certifications)/;
        if (!open.test(path)) expect(faultOf(() => reviewPath(id, `${path}.zzz`))).toMatch(/has no column/);
      }
  });
});

describe('an option by another name', () => {
  it.each<[OperationId, string, string]>([
    ['ruretail', 'max_price', 'price_max'],
    ['ruretail', 'min_price', 'price_min'],
    ['ruretail', 'sort_by', 'sort'],
    ['ruretail', 'brand', 'brands'],
    ['ruretail', 'limit', 'count'],
    ['stays', 'max_price', 'max_price_per_night'],
    ['stays', 'min_stars', 'star_ratings'],
    ['stays', 'stars', 'star_ratings'],
    ['stays', 'wifi', 'property_amenities=wifi'],
    ['stays', 'free_cancellation', 'booking_policies=free_cancellation'],
    ['stays', 'guests', 'adults'],
    ['stays', 'kids', 'children_ages'],
    ['bizbureau', 'grade', 'rating'],
    ['bizbureau', 'distance', 'radius'],
    ['hkproperty', 'language', 'lang'],
    ['jobsboard', 'lang', 'language'],
    ['nlretail', 'fields', 'columns'],
  ])('of %s: %s is %s', (id, key, meant) => {
    const blanks = operationOf(id).positional.map(() => null);
    // A label is an option's name as well, so some of these are simply read.
    if (findOption(id, key) !== undefined) return expect(findOption(id, key)).toBe(meant);
    expect(faultOf(() => read(id, ...blanks, `${key}=1`))).toContain(`Did you mean ${meant}?`);
  });

  it('is always one that the operation has', () => {
    const keys =
      'max_price min_stars wifi pool sort_by q brand limit from to ages grade miles lang breakfast pets ttl';
    for (const id of operationIds)
      for (const key of keys.split(' ')) {
        const meant = optionMeant(id, key)?.split('=')[0];
        if (meant !== undefined) expect(findOption(id, meant)).toBe(meant);
      }
  });
});
