// Whatever is typed into a formula, the cell gets a rectangle or an error with a message: nothing else, and never nothing.
import fc from 'fast-check';
import { SpillwayError } from '../../../src/engine/request/errors';
import { errorCodes } from '../../../src/excel/errors/cellError';
import { createFunctions } from '../../../src/functions/createFunctions';
import { functionNames } from '../../../src/operations/functionNames';
import { operationIds, operationOf } from '../../../src/operations';
import { installCustomFunctions } from '../support/customFunctions';
import { answer, fakeRuntime, plainHost, richHost } from '../support/fakeRuntime';
import { runs } from '../../runs';

beforeAll(installCustomFunctions);

const scalar = fc.oneof(
  fc.constantFrom(null, undefined, '', 0, 1, true, false, 46_874, '2027-05-03', 'msk_cl', '#REF!'),
  fc.string(),
  fc.double(),
  fc.constantFrom(
    'columns=name',
    'sort=price_asc; count=3',
    '@family',
    '{"columns":["*"]}',
    'price',
    'raw:x=1',
  ),
  fc.record({ type: fc.constant('Double'), basicValue: fc.double(), numberFormat: fc.string() }),
  fc.constantFrom(
    { code: '#N/A' },
    { type: 'Error', basicValue: '#DIV/0!' },
    { type: 'Entity', text: 'Phone' },
    {},
  ),
);
const argument = fc.oneof(
  { weight: 3, arbitrary: scalar },
  {
    weight: 2,
    arbitrary: fc.array(fc.array(scalar, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
  },
  { weight: 1, arbitrary: fc.anything() },
);
const outcome = fc.oneof(
  fc.constantFrom(...errorCodes).map((code) => () => Promise.reject(new SpillwayError(code))),
  fc
    .array(fc.dictionary(fc.string(), fc.jsonValue()))
    .map((records) => () => Promise.resolve(answer(records))),
  fc.constant(() => Promise.reject(new TypeError('the engine itself broke'))),
);

const isCell = (value: unknown) =>
  ['string', 'boolean'].includes(typeof value) ||
  Number.isFinite(value) ||
  value instanceof CustomFunctions.Error ||
  (typeof value === 'object' && value !== null && 'basicValue' in value);

function expectRectangle(result: unknown): void {
  if (!Array.isArray(result)) return expect(isCell(result)).toBe(true);
  const rows = result as unknown[][];
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  expect(rows[0]!.length).toBeGreaterThan(0);
  for (const row of rows) for (const cell of row) expect(isCell(cell)).toBe(true);
}

async function check(
  name: string,
  args: unknown[],
  script: Parameters<typeof fakeRuntime>[0],
  formats: boolean,
) {
  const { runtime } = fakeRuntime(script);
  const functions = createFunctions(runtime, formats ? richHost : plainHost, { timeout: 1_000 });
  try {
    expectRectangle(await functions[name]!(...args, { address: 'S!A1' }));
  } catch (error) {
    if (!(error instanceof CustomFunctions.Error)) throw error;
    expect(['#VALUE!', '#N/A']).toContain(error.code);
    expect(error.message).toMatch(/\S/);
    expect(error.message!.length).toBeLessThanOrEqual(250);
  }
}

it('any arguments give a rectangle or an error with a message', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...functionNames),
      fc.array(argument, { maxLength: 8 }),
      outcome,
      fc.boolean(),
      check,
    ),
    { numRuns: runs(500) },
  );
});

it('plausible arguments give a rectangle or an error with a message, whatever the service answers', async () => {
  const plausible = fc.constantFrom(...operationIds).chain((id) => {
    const { params, positional, columns } = operationOf(id);
    const values = positional.map((parameter) => {
      const { kind } = params[parameter]!;
      if (kind === 'date') return fc.constantFrom(parameter === 'checkin' ? 46_874 : 46_878, '2027-06-01');
      if (kind === 'integer') return fc.constantFrom(null, 1, 20, '30');
      return fc.constantFrom('Lisbon', [['a'], ['b'], ['']], [['a', 'a']]);
    });
    const options = fc.constantFrom(
      null,
      '*',
      columns.slice(0, 2).join(),
      'columns=*; stamp=yes; transpose=yes',
      'headers=0',
    );
    return fc.tuple(fc.constant(operationOf(id).function), fc.tuple(...values, options));
  });
  await fc.assert(
    fc.asyncProperty(plausible, outcome, fc.boolean(), ([name, args], script, formats) =>
      check(name, args, script, formats),
    ),
    { numRuns: runs(200) },
  );
});
