import { operationIds, operationOf } from '../../../../src/operations';
import { guideOf } from '../../../../src/operations/guides';
import { readFormulaText, readLiteral } from '../../../../src/spill/read/formula/formulaText';
import { readOptions } from '../../../../src/spill/read/options/options';
import { defaultView } from '../../../../src/spill/read/options/view';
import { emptyDraft, setValue, toggleItem, type Draft } from '../../../../src/taskpane/formulas/draft/draft';
import { draftFormula } from '../../../../src/taskpane/formulas/draft/draftFormula';
import { readBack } from '../../../../src/taskpane/formulas/draft/readBack';

const family = {
  star_ratings: ['4', '5'],
  property_amenities: ['free_wifi'],
  children_ages: [4, 7],
  currency: 'EUR',
};
const sets = (name: string) => (name.toLowerCase() === 'family' ? family : undefined);
const draftOf = (formula: string): Draft => {
  const draft = readBack(formula, sets);
  if (!draft) throw new Error(`${formula} was not read`);
  return draft;
};
const again = (formula: string) => draftFormula(draftOf(formula), sets);

describe('a formula from the form', () => {
  test('has the arguments in their places and the rest as options', () => {
    let draft = emptyDraft('stays');
    for (const [name, value] of Object.entries({
      destination: 'Lisbon',
      checkin: '2027-05-03',
      checkout: '2027-05-07',
      adults: '2',
      max_price_per_night: '180',
    })) {
      draft = setValue(draft, name, value);
    }
    draft = toggleItem(toggleItem(draft, 'star_ratings', '4'), 'star_ratings', '5');
    draft = toggleItem(draft, 'entire_homes_only', 'yes');
    expect(draftFormula(draft, sets)).toBe(
      '=STAYS.SEARCH("Lisbon",DATE(2027,5,3),DATE(2027,5,7),2,,,"max_price_per_night=180; star_ratings=4,5; entire_homes_only=yes")',
    );
  });

  test('takes references as arguments', () => {
    const draft = setValue(emptyDraft('ruretail'), 'query', '=Prices!A2:A9');
    expect(draftFormula(draft, sets)).toBe('=RURETAIL.SEARCH(Prices!A2:A9)');
  });

  test('names a set and only what differs from it', () => {
    const draft = { ...draftOf('=STAYS.SEARCH(A1,B1,B2,,,,"@family")'), operation: 'stays' as const };
    const changed = setValue(draft, 'max_price_per_night', '200');
    expect(draftFormula(changed, sets)).toBe('=STAYS.SEARCH(A1,B1,B2,,,,"@family; max_price_per_night=200")');
  });

  test('carries the namespace of a development build', () => {
    expect(draftFormula(setValue(emptyDraft('nlretail'), 'keyword', 'thee'), sets, 'DEV')).toBe(
      '=DEV.NLRETAIL.SEARCH("thee")',
    );
  });

  test('keeps what was half typed', () => {
    const draft = setValue(emptyDraft('nlretail'), 'count', '2x');
    expect(draftFormula(draft, sets)).toContain('2x');
  });
});

describe('a formula read back into the form', () => {
  test.each(operationIds.flatMap((id) => guideOf(id).examples.map(({ formula }) => [formula])))(
    'comes out as it went in: %s',
    (formula) => {
      const twice = again(formula);
      expect(again(twice)).toBe(twice);
      expect(draftFormula(draftOf(twice), sets)).toBe(draftFormula(draftOf(formula), sets));
    },
  );

  test('fills the fields', () => {
    const draft = draftOf(
      '=BIZBUREAU.SEARCH("roofing",30,"Austin, TX","accredited_only=yes; rating=a; columns=name, phone")',
    );
    expect(draft.values).toEqual({
      keyword: 'roofing',
      count: '30',
      location: 'Austin, TX',
      accredited_only: 'yes',
      rating: 'a',
    });
    expect(draft.view.columns).toEqual([{ path: 'name' }, { path: 'phone' }]);
  });

  test('shows what a set holds and what the formula adds', () => {
    const draft = draftOf('=STAYS.SEARCH("Rome",B1,B2,,,,"@family; currency=USD")');
    expect(draft.set).toBe('family');
    expect(draft.values).toMatchObject({
      star_ratings: ['4', '5'],
      children_ages: ['4', '7'],
      currency: 'USD',
      checkin: '=B1',
    });
  });

  test('keeps the name of a set that is gone', () => {
    expect(again('=STAYS.SEARCH("Rome",B1,B2,,,,"@winter")')).toBe(
      '=STAYS.SEARCH("Rome",B1,B2,,,,"@winter")',
    );
  });

  test('keeps a nested formula and everything around the call', () => {
    const formula = '=ROUND(MIN(NLRETAIL.SEARCH(UPPER(A1),20,"price")),2)&" EUR"';
    const draft = draftOf(formula);
    expect(draft.values).toMatchObject({ keyword: '=UPPER(A1)' });
    expect([draft.before, draft.after]).toEqual(['=ROUND(MIN(', '),2)&" EUR"']);
    expect(again(formula)).toContain('=ROUND(MIN(NLRETAIL.SEARCH(UPPER(A1)');
    expect(again(formula).endsWith('),2)&" EUR"')).toBe(true);
  });

  test('keeps options that are a range or a nested formula as text', () => {
    for (const options of ['$F$1:$G$8', '"sort=price_asc; price_max="&B1', 'Settings!A1']) {
      const formula = `=RURETAIL.SEARCH("tv",,,${options})`;
      expect(draftOf(formula).optionsText).toBe(options);
      expect(again(formula)).toBe(formula);
    }
  });

  test('keeps options it cannot understand as text', () => {
    const formula = '=RURETAIL.SEARCH("tv",,,"sortt=price")';
    expect(again(formula)).toBe(formula);
  });

  test('joins and splits text longer than Excel takes between quotes', () => {
    const many = operationOf('stays').params['property_amenities'];
    const values = many?.kind === 'list' && typeof many.of !== 'string' ? many.of.slice(0, 40) : [];
    const draft = setValue(
      setValue(emptyDraft('stays'), 'destination', 'Oslo'),
      'property_amenities',
      values,
    );
    const formula = draftFormula(draft, sets);
    expect([...formula.matchAll(/"((?:[^"]|"")*)"/g)].every(([, text]) => (text?.length ?? 0) <= 255)).toBe(
      true,
    );
    expect(draftOf(formula).values['property_amenities']).toEqual(values);
  });

  test('text that looks like an expression stays text', () => {
    const formula = '=RURETAIL.SEARCH("=5 tablets")';
    expect(again(formula)).toBe(formula);
  });

  test('a number for the destination is its ID', () => {
    expect(draftOf('=STAYS.SEARCH(-2140479,B1,B2)').values).toMatchObject({ destination_id: '-2140479' });
    expect(again('=STAYS.SEARCH(-2140479,B1,B2)')).toBe('=STAYS.SEARCH(-2140479,B1,B2)');
  });

  it.each([
    '{"raw:geo":{"lat":1}}',
    '{"raw:n":5}',
    '{"raw:flag":true}',
    '{"raw:list":[1,"a",null,{"b":[]}]}',
    '{"raw:nothing":null}',
    '{"raw:text":"5"}',
    '{"raw:brands":"a,b"}',
    '{"raw:filters":["a"]}',
    '{"raw:text":" spaced; and, \'quoted\' "}',
  ])('keeps the types of what is passed through: %s', (options) => {
    const formula = `=RURETAIL.SEARCH("tv",,,"${options.replaceAll('"', '""')}; sort=rating")`;
    const sent = (text: string) => {
      const literal = readLiteral(readFormulaText(text)!.args[3]!)!;
      const { raw, params } = readOptions('ruretail', literal, () => undefined);
      return { raw, params };
    };
    expect(sent(again(formula))).toEqual(sent(formula));
  });

  test('passed-through parameters stay', () => {
    expect(again('=RURETAIL.SEARCH("tv",,,"raw:new_filter=abc")')).toBe(
      '=RURETAIL.SEARCH("tv",,,"raw:new_filter=abc")',
    );
  });

  test('is not tried on other formulas or on text that only mentions a function', () => {
    expect(readBack('=SUM(A1:A3)', sets)).toBeUndefined();
    expect(readBack('="RURETAIL.SEARCH(1)"', sets)).toBeUndefined();
    expect(readBack('RURETAIL.SEARCH("x")', sets)).toBeUndefined();
    expect(readBack('=RURETAIL.SEARCH("x",1,2,3,4,5)', sets)).toBeUndefined();
  });

  test('the default layout is no option', () => {
    expect(draftOf('=RURETAIL.SEARCH("tv")').view).toEqual(defaultView);
  });
});
