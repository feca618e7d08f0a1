// One sentence for every way things can go wrong, and the right one of the two errors Excel shows a message for.
import { SpillwayError, type ErrorCode, type ErrorFacts } from '../../src/engine/errors';
import { cellFault, errorCodes, faultKind, requestFault } from '../../src/excel/cellError';
import { excelError } from '../../src/excel/excelError';
import { operationIds } from '../../src/operations';
import { checkRequest } from '../../src/operations/request';
import { notLoaded } from '../../src/excel/lateCellError';
import { unavailable } from '../../src/operations/unavailable';
import { InputFault } from '../../src/spill/inputFault';
import { installCustomFunctions } from '../functions/customFunctions';

beforeAll(installCustomFunctions);

const long = 'x'.repeat(600);
const facts: readonly ErrorFacts[] = [
  {},
  { status: 418, detail: long, credits: 60, until: 1_800_000_000_000, retryAfter: 9_000, billed: 'maybe' },
  { billed: 'yes', credits: 1, items: [{ loc: ['body', 'count', 0], msg: long, type: 'x', input: long }] },
];
const every = errorCodes.flatMap((code) =>
  [undefined, ...operationIds].flatMap((operation) => facts.map((each) => ({ code, operation, each }))),
);

it.each(every)(
  '$code of $operation fits, is a sentence and does not leak placeholders',
  ({ code, operation, each }) => {
    const { fault, message } = cellFault(new SpillwayError(code, each), operation ? { operation } : {});
    expect(fault).toBe(faultKind(code));
    expect(message.length).toBeLessThanOrEqual(250);
    expect(message).toMatch(/^[A-Z0-9].*[.…)]$/);
    expect(message).not.toMatch(/undefined|null|NaN|\[object/);
  },
);

it('asks for a correction only where the input or the key is at fault', () => {
  const toCorrect: ErrorCode[] = ['bad_request', 'bad_key', 'forbidden', 'invalid', 'no_key'];
  expect(errorCodes.filter((code) => faultKind(code) === 'value')).toEqual(toCorrect);
});

it('says of a 412 what it means for that operation', () => {
  for (const operation of operationIds)
    expect(cellFault(new SpillwayError('unavailable'), { operation }).message).toBe(unavailable[operation]);
});

it('says how much is held and where to approve it', () => {
  expect(cellFault(new SpillwayError('held', { credits: 60 })).message).toBe(
    'Held: 60 credits, approve in the Spillway pane. Nothing has been spent; this cell fills in after you approve.',
  );
});

it('admits that a lost answer may have been charged', () => {
  expect(cellFault(new SpillwayError('deadline')).message).toContain('may have been charged');
  expect(cellFault(new SpillwayError('network', { billed: 'no' })).message).not.toContain('charged');
});

const refused = (loc: (string | number)[], msg = 'Extra inputs are not permitted', input?: unknown) =>
  new SpillwayError('invalid', { items: [{ loc, msg, type: 'extra_forbidden', input }] });

describe('a 422', () => {
  it('names the option', () => {
    expect(
      cellFault(refused(['body', 'price_min'], 'Input should be at least 0', -1), { operation: 'ruretail' }),
    ).toEqual({
      fault: 'value',
      message:
        'The service refused the option price_min: Input should be at least 0 (it got -1). Correct it and the cell asks again.',
    });
  });

  it('names the argument, and the element of a list', () => {
    const message = (loc: (string | number)[]) => cellFault(refused(loc), { operation: 'ruretail' }).message;
    expect(message(['body', 'city'])).toContain('the argument city');
    expect(message(['body', 'brands', 1])).toContain('the option brands, item 2');
    expect(message(['body'])).toContain('the request');
    expect(message(['body', 'surprise'])).toContain('raw:surprise');
  });

  it('says that a name was an assumption and where to change it', () => {
    const { message } = cellFault(refused(['body', 'radius']), { operation: 'bizbureau' });
    expect(message).toContain('radius, sent as "radius"');
    expect(message).toContain('change it in Settings, Wire names.');
  });

  it('finds the option behind a name the user has re-mapped', () => {
    const wireNames = { 'stays.sort': 'order_by' };
    const { message } = cellFault(refused(['body', 'order_by']), { operation: 'stays', wireNames });
    expect(message).toContain('The service refused sort, sent as "order_by"');
  });

  it('counts what else is wrong', () => {
    const item = (name: string) => ({ loc: ['body', name], msg: 'wrong', type: 'x' });
    const error = new SpillwayError('invalid', { items: [item('query'), item('count'), item('sort')] });
    expect(cellFault(error, { operation: 'ruretail' }).message).toContain('(2 more)');
  });
});

it('passes on the words of a formula that cannot be read', () => {
  expect(cellFault(new InputFault('count must be at least 1.'))).toEqual({
    fault: 'value',
    message: 'count must be at least 1.',
  });
  expect(cellFault(new InputFault('passed on', 'na')).fault).toBe('na');
});

it('words the faults of a checked request', () => {
  const checked = checkRequest('ruretail', { query: '', count: 0 });
  if (checked.ok) throw new Error('It should not pass.');
  expect(requestFault(checked.faults)).toEqual({
    fault: 'value',
    message: expect.stringMatching(/^query must be .* \(1 more to correct\)$/) as string,
  });
});

it('never shows the text of an error it does not know', () => {
  expect(cellFault(new TypeError('token=secret')).message).not.toContain('secret');
  expect(cellFault('secret').message).not.toContain('secret');
});

it('makes the two errors of Excel that carry a message', () => {
  expect(excelError({ fault: 'value', message: 'a' })).toMatchObject({ code: '#VALUE!', message: 'a' });
  expect(excelError({ fault: 'na', message: 'b' })).toMatchObject({ code: '#N/A', message: 'b' });
});

it('says the same where the sentences themselves did not arrive', () => {
  expect(notLoaded).toEqual(cellFault(new SpillwayError('network', { billed: 'no' })));
});
