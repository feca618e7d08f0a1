// One sentence for every way things can go wrong, and the right one of the two errors Excel shows a message for.
import {
  SpillwayError,
  type ErrorCode,
  type ErrorFacts,
  type InvalidItem,
} from '../../../src/engine/request/errors';
import { cellFault, errorCodes, faultKind } from '../../../src/excel/errors/cellError';
import { memoryOf } from '../../../src/engine/local/failurePolicy';
import { excelError } from '../../../src/excel/errors/excelError';
import { operationIds } from '../../../src/operations';
import { notLoaded } from '../../../src/excel/errors/lazyCellError';
import { guideOf } from '../../../src/operations/guides';
import { InputFault } from '../../../src/spill/inputFault';
import { installCustomFunctions } from '../../functions/support/customFunctions';

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

it('is #VALUE! only where the formula is wrong', () => {
  const wrong: ErrorCode[] = ['bad_request', 'invalid', 'past_stay'];
  expect(errorCodes.filter((code) => faultKind(code) === 'value')).toEqual(wrong);
});

it.each([402, 409, 410, 413, 451, 501, 502, 503, 504])('has its own advice for HTTP %i', (status) => {
  const { message } = cellFault(new SpillwayError('unexpected_status', { status, billed: 'maybe' }));
  expect(message).toContain(`(HTTP ${status})`);
  expect(message).not.toContain('unexpected response');
  expect(message).toContain('It may have been charged.');
  if ([410, 413, 451, 501].includes(status)) {
    expect(message).toContain('Sending it again unchanged will not help.');
    expect(message).not.toContain('press Refresh');
  } else expect(message).toContain('Refresh');
});

it('says when a 503 may be over, if the service says so', () => {
  const error = new SpillwayError('unexpected_status', { status: 503, retryAfter: 20_000 });
  expect(cellFault(error).message).toContain('Press Refresh in 20 seconds.');
});

it('lets the service say itself that nothing was found, and names the like of it that was seen before', () => {
  const error = new SpillwayError('unavailable', { detail: 'Destination not found', billed: 'no' });
  const context = { operation: 'stays', asked: 'Amsterdm', seen: ['Paris', 'Amsterdam'] } as const;
  expect(cellFault(error, context).message).toBe(
    'The service says: Destination not found. Nothing was charged. Did you mean Amsterdam? Check the destination, or press Refresh to try again.',
  );
  expect(cellFault(error, { ...context, asked: 'Amsterdam' }).message).not.toContain('Did you mean');
});

it('mentions the 1904 date system only for dates that are numbers', () => {
  const error = new SpillwayError('past_stay', { detail: 'checkin is in the past.', date1904: '2027-06-10' });
  expect(cellFault(error, { serialDates: true }).message).toContain('enter the date as text: 2027-06-10');
  expect(cellFault(error).message).not.toContain('1904');
});

it('names a key that is for agents only', () => {
  const { message } = cellFault(new SpillwayError('forbidden'), { operation: 'stays', agentsOnly: true });
  expect(message).toContain('Your key works only for agents (usage context mcp_only)');
});

it('says of a 412 what it means for that operation', () => {
  for (const operation of operationIds)
    expect(cellFault(new SpillwayError('unavailable'), { operation }).message).toContain(
      guideOf(operation).unavailable,
    );
});

it('says how much is held and where to approve it', () => {
  expect(cellFault(new SpillwayError('held', { credits: 60 })).message).toBe(
    'Held: 60 credits, approve in the Spillway pane. Nothing has been spent; this cell fills in after you approve.',
  );
});

it('admits that a lost answer may have been charged', () => {
  expect(cellFault(new SpillwayError('deadline')).message).toContain('may have been charged');
  expect(cellFault(new SpillwayError('network', { billed: 'no' })).message).toContain('Nothing was charged.');
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
        'The service rejected the option price_min: Input should be at least 0 (received -1). Spillway assumes that nothing was charged. Correct it, or press Refresh to try again.',
    });
  });

  it('names the argument, and the element of a list as it was given', () => {
    const message = (loc: (string | number)[], more: Partial<InvalidItem> = {}) =>
      cellFault(
        new SpillwayError('invalid', { items: [{ loc, msg: 'Unknown brand', type: 'x', ...more }] }),
        { operation: 'ruretail' },
      ).message;
    expect(message(['body', 'city'])).toContain('the argument city');
    expect(message(['body', 'brands', 1], { given: 'named', element: 'Samsnug' })).toContain(
      'the option brands, item "Samsnug": Unknown brand.',
    );
    expect(message(['body', 'brands', 1])).not.toContain('item');
    expect(message(['body'])).toContain('the request');
    expect(message(['body', 'surprise'], { given: 'raw' })).toContain('raw:surprise');
  });

  it('does not take a field that nobody gave for one of the formula', () => {
    const message = (name: string) =>
      cellFault(
        new SpillwayError('invalid', {
          items: [{ loc: ['body', name], msg: 'Field required', type: 'missing', given: 'no' }],
        }),
        { operation: 'ruretail' },
      ).message;
    expect(message('zzz')).toContain('the field "zzz", which this formula does not set: Field required.');
    expect(message('zzz')).not.toContain('raw:');
    expect(message('city')).toContain('the argument city, which this formula does not set');
  });

  it.each([{ items: [] }, {}, { items: [{ loc: [], msg: '', type: '' }] }])(
    'that does not say why is told as such: %j',
    (given) => {
      const { message } = cellFault(new SpillwayError('invalid', given), { operation: 'ruretail' });
      expect(message).toMatch(/^The service rejected the request without giving a reason\. /);
      expect(message).not.toMatch(/: \.|\.\./);
    },
  );

  it('says that a name was an assumption and where to change it', () => {
    const { message } = cellFault(refused(['body', 'radius']), { operation: 'bizbureau' });
    expect(message).toContain('radius, sent as "radius"');
    expect(message).toContain('change it in Settings, Wire names, then');
  });

  it('finds the option behind a name the user has re-mapped', () => {
    const wireNames = { 'stays.sort': 'order_by' };
    const { message } = cellFault(refused(['body', 'order_by']), { operation: 'stays', wireNames });
    expect(message).toContain('The service rejected sort, sent as "order_by"');
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

describe('what was charged', () => {
  const said = (code: ErrorCode, more: ErrorFacts) => cellFault(new SpillwayError(code, more)).message;
  const remembered = errorCodes.filter((code) => memoryOf(code) !== undefined);

  it.each([
    'bad_request',
    'bad_key',
    'forbidden',
    'not_found',
    'unavailable',
    'invalid',
    'rate_limited',
  ] as const)('%s says that nothing was, and whether that is known', (code) => {
    expect(said(code, { billed: 'no', assumed: true })).toContain(
      'Spillway assumes that nothing was charged.',
    );
    expect(said(code, { billed: 'no' })).toMatch(/(^|\. )Nothing was charged\./);
    expect(said(code, { billed: 'maybe' })).toContain('It may have been charged.');
    expect(said(code, {})).toContain('Spillway assumes that nothing was charged.');
  });

  it('is never cut away by the words of the service, nor is how to ask again', () => {
    for (const code of errorCodes.filter((each) => each !== 'over_budget')) {
      const message = said(code, { billed: 'maybe', detail: long });
      if (memoryOf(code)) expect(message).toMatch(/charged|declined/);
    }
    for (const code of remembered) expect(said(code, { billed: 'no', detail: long })).toContain('Refresh');
  });

  it('names a page in place of an answer as perhaps not the service’s', () => {
    const message = said('not_json', { billed: 'maybe', foreign: true });
    expect(message).toContain('may not come from the service. It may have been charged.');
  });

  it('leaves the words of the service beside Spillway’s reading', () => {
    for (const code of ['bad_key', 'unavailable', 'not_found', 'timed_out', 'service_failed'] as const)
      expect(said(code, { detail: 'Upstream is closed' })).toContain('The service says: Upstream is closed.');
    expect(said('service_failed', { detail: 'No route.', byGateway: true })).toContain(
      'The gateway says: No route.',
    );
  });
});

describe('a time limit that was not enough', () => {
  it.each([
    [20, 600],
    [300, 600],
    [600, 1200],
    [900, 1500],
    [1499, 1500],
  ])('of %i s is answered with timeout=%i', (timeout, advised) => {
    for (const code of ['timed_out', 'deadline'] as const)
      expect(cellFault(new SpillwayError(code, { timeout })).message).toContain(`timeout=${advised} `);
  });

  it('of 1500 s is the maximum', () => {
    const { message } = cellFault(new SpillwayError('timed_out', { timeout: 1500 }));
    expect(message).toContain('timeout=1500 is the maximum: request fewer results or a simpler query');
  });
});

describe('the words of the service', () => {
  it('take the room of a guess at the cause, where the service gives it itself', () => {
    for (const operation of operationIds) {
      const detail = 'The profile is private; its owner has restricted it to signed-in members of this site.';
      const message = cellFault(new SpillwayError('unavailable', { detail }), { operation }).message;
      expect(message).toContain(detail);
      expect(message).toMatch(/charged.*Refresh/);
    }
  });

  it.each([
    [['header', 'access-token'], 'the header "access-token": wrong.'],
    [['query', 'token'], 'the query "token": wrong.'],
    [['query'], 'the argument query: wrong.'],
    [['body', 'query'], 'the argument query: wrong.'],
    [['body', 3], 'the request: wrong.'],
    [['body'], 'the request: wrong.'],
  ])('about %j name %s', (loc, says) => {
    const error = new SpillwayError('invalid', { items: [{ loc, msg: 'wrong', type: 'x' }] });
    expect(cellFault(error, { operation: 'ruretail' }).message).toContain(`rejected ${says}`);
  });

  it.each([
    [1_000, 'in 1 second'],
    [45_000, 'in 45 seconds'],
    [600_000, 'in 10 minutes'],
    [7_200_000, 'in 2 hours'],
  ])('that ask for %d ms of waiting are told as %s', (retryAfter, says) => {
    const error = new SpillwayError('unexpected_status', { status: 503, retryAfter });
    expect(cellFault(error).message).toContain(`Press Refresh ${says}.`);
  });
});
