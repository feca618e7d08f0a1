import fc from 'fast-check';
import { functionNames } from '../../../../src/operations/functionNames';
import { readFormulaText, readLiteral } from '../../../../src/spill/read/formula/formulaText';
import { setTypedSigns, typedFormula } from '../../../../src/spill/read/formula/typedFormula';
import { defaultView } from '../../../../src/spill/read/options/view';
import { writeFormula, writeText } from '../../../../src/spill/read/formula/writeFormula';
import { paramsOf, read } from '../readings';

describe('the text of a formula', () => {
  it.each(functionNames)('calls %s, with the namespace of a build or without it', (name) => {
    expect(readFormulaText(`=DEV.${name.toLowerCase()}(A1)`)?.function).toBe(name);
    expect(readFormulaText(`=${name}(A1)`)?.function).toBe(name);
  });

  it('is a call and its arguments as typed', () => {
    expect(readFormulaText('=RURETAIL.SEARCH("iphone, 15", A2 ,,"sort=""x""")')).toEqual({
      function: 'RURETAIL.SEARCH',
      args: ['"iphone, 15"', 'A2', '', '"sort=""x"""'],
    });
  });

  it('may have nested calls, arrays, sheet names, table columns and semicolons', () => {
    expect(
      readFormulaText(
        `=DEV.stays.search(5;'It''s, a; sheet'!A1;{1,2;3,4};IF(A1;2;"a;b)");T[[#All],[c;d'[x]];1,5)`,
      ),
    ).toEqual({
      function: 'STAYS.SEARCH',
      args: ['5', `'It''s, a; sheet'!A1`, '{1,2;3,4}', 'IF(A1;2;"a;b)")', `T[[#All],[c;d'[x]]`, '1,5'],
    });
  });

  it('without arguments has none', () => {
    expect(readFormulaText('=TOKEN.USAGE( )')).toEqual({ function: 'TOKEN.USAGE', args: [] });
    expect(readFormulaText('=@ACME.TOKEN.USAGE("points")')).toEqual({
      function: 'TOKEN.USAGE',
      args: ['"points"'],
    });
  });

  it.each(['', 'text', '=A1', '=A1+SUM(1)', '=SUM(1)+1', '=SUM(1', '=SUM("1)', '=SUM(1))', '=SUM(A1]'])(
    'that is not one call (%p) is not taken for one',
    (text) => {
      expect(readFormulaText(text)).toBeUndefined();
    },
  );

  it('never makes reading fail', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`=A(),;"'[]{}.1 `) }), (text) => {
        readFormulaText(text);
        readFormulaText(`=X(${text})`);
      }),
    );
  });
});

describe('text between quotes', () => {
  it('is given back, in pieces or whole', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 1200, size: 'max' }), (text) => {
        const written = writeText(text);
        expect(readLiteral(written)).toBe(text);
      }),
    );
  });

  it('has no piece longer than Excel takes', () => {
    const pieces = writeText('a"'.repeat(400)).split('"&"');
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces) expect(piece.replaceAll('""', '"').length).toBeLessThanOrEqual(257);
  });

  it('is nothing else', () => {
    for (const text of ['A1', '"a"&A1', '"a', '']) expect(readLiteral(text)).toBeUndefined();
  });
});

describe('a typed formula', () => {
  beforeEach(() => setTypedSigns(','));
  afterEach(() => setTypedSigns('.'));

  const formula = `=STAYS.SEARCH('It''s, 1.5'!A2,T[[#All],[a, b]],{1.5,2},IF(A1>1.5,.5,A1.B),"price,1.5; ""x,""",,SHEET1.5)`;

  it('has the separators of the Excel it is typed in, and texts, names and tables as they are', () => {
    expect(typedFormula(formula)).toBe(
      `=STAYS.SEARCH('It''s, 1.5'!A2;T[[#All],[a, b]];{1.5,2};IF(A1>1,5;,5;A1.B);"price,1.5; ""x,""";;SHEET1.5)`,
    );
    setTypedSigns('.');
    expect(typedFormula(formula)).toBe(formula);
  });

  it('has semicolons beside a decimal point in Arabic', () => {
    setTypedSigns('.', 'ar-SA');
    expect(typedFormula('=RURETAIL.SEARCH("a, b",1.5)')).toBe('=RURETAIL.SEARCH("a, b";1.5)');
    setTypedSigns('.', 'arn-CL');
    expect(typedFormula('=RURETAIL.SEARCH("a, b",1.5)')).toBe('=RURETAIL.SEARCH("a, b",1.5)');
  });

  it('reads back as the same call', () => {
    const given = ['"iphone, 15"', 'A2', '', '"price_max=12.5; columns=name,price"'];
    const typed = typedFormula(`=RURETAIL.SEARCH(${given.join(',')})`);
    expect(readFormulaText(typed)).toEqual({ function: 'RURETAIL.SEARCH', args: given });
  });
});

describe('a written formula', () => {
  it('has arguments in their places and the rest as options', () => {
    expect(
      writeFormula(
        'ruretail',
        { query: 'ssd "1tb"', count: 20, price_max: 12000, brands: ['Samsung', 'B, O'] },
        defaultView,
      ),
    ).toBe(`=RURETAIL.SEARCH("ssd ""1tb""",,,"price_max=12000; brands=Samsung,'B, O'")`);
    expect(
      writeFormula(
        'stays',
        { destination_id: 5, checkin: '2027-05-03', checkout: '2027-05-07', adults: 2, count: 50 },
        defaultView,
        { namespace: 'DEV' },
      ),
    ).toBe('=DEV.STAYS.SEARCH(5,DATE(2027,5,3),DATE(2027,5,7),2,,50)');
  });

  it('refers to cells where told to', () => {
    expect(
      writeFormula(
        'hkproperty',
        {},
        { ...defaultView, bare: true, headers: 'none', columns: [{ path: 'price' }] },
        { references: { unit: 'A2:A40' } },
      ),
    ).toBe('=HKPROPERTY.VALUE(A2:A40,,"price")');
    expect(writeFormula('ruretail', { query: 'x' }, defaultView, { references: { options: 'H1:I9' } })).toBe(
      '=RURETAIL.SEARCH("x",,,H1:I9)',
    );
  });

  it('reads back as the same request', () => {
    const params = {
      query: `it's; "x"`,
      count: 33,
      city: 'sandbox_spb',
      sort: 'rating',
      status: ['new', 'hit'],
      price_min: 5,
    };
    const call = readFormulaText(writeFormula('ruretail', params, defaultView))!;
    const args = call.args.map((arg) => readLiteral(arg) ?? (arg === '' ? null : Number(arg)));
    expect(paramsOf(read('ruretail', ...args))).toEqual(params);
  });
});
