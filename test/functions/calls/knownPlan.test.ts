// Before the check is loaded, a formula is shown if its requests are known. That may let through nothing that the check
// refuses, and may change nothing that it accepts.
import fc from 'fast-check';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { isValidBeyondKey, unchecked } from '../../../src/functions/calls/plan';
import { operationIds, operationOf, type OperationId } from '../../../src/operations';
import type { Parameter } from '../../../src/operations/table/parameter';
import { checkRequest, type RequestCheck } from '../../../src/operations/check/request';
import { readFormula } from '../../../src/spill/read/formula/formula';
import { InputFault } from '../../../src/spill/inputFault';
import { runs } from '../../runs';

const spoilt: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    'x',
    'TRUE',
    true,
    false,
    0,
    -1,
    1.5,
    31,
    2_000,
    1e300,
    [],
    [''],
    [' ', 'x'],
    [0, -2],
  ),
  fc.string(),
  fc.integer(),
);

/** As a person may type it. */
const typed = (values: readonly string[]) =>
  fc
    .constantFrom(...values)
    .chain((value) => fc.constantFrom(value, value.toUpperCase(), ` ${value} `, value.replaceAll('_', ' ')));

function fitting(parameter: Parameter): fc.Arbitrary<unknown> {
  switch (parameter.kind) {
    case 'text':
      return fc.constantFrom('Rome', ' Rome ', 'New  York', '12', parameter.default ?? 'a');
    case 'integer':
      return fc.integer({ min: parameter.min ?? 0, max: Math.min(parameter.max ?? 400, 400) });
    case 'flag':
      return fc.boolean();
    case 'date':
      return fc.constantFrom('2027-05-03', '2027-05-07', '2027-02-30', '2027-5-3');
    case 'choice':
      return typed(parameter.values);
    case 'list': {
      const { of } = parameter;
      const element: fc.Arbitrary<string | number> =
        of === 'text' || of === 'identifier'
          ? fc.constantFrom('Apple', ' 12 ', '007', 'a  b')
          : of === 'integer'
            ? fc.integer({ min: 0, max: 17 })
            : typed(of);
      return fc.array(element, { maxLength: 12 });
    }
  }
}

/** Options as JSON, which says any value of any parameter: what must be given, and a few of the rest. */
const optionsOf = (id: OperationId): fc.Arbitrary<Record<string, unknown>> => {
  const { params, lookup } = operationOf(id);
  const isGiven = (name: string) => name === lookup || params[name]?.required === true;
  const rest = Object.keys(params).filter((name) => !isGiven(name));
  const valueOf = (name: string): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 30, arbitrary: fitting(params[name]!) }, { weight: 1, arbitrary: spoilt });
  return fc
    .subarray(rest, { maxLength: Math.min(4, rest.length) })
    .chain((some) =>
      fc.record(
        Object.fromEntries(
          [...Object.keys(params).filter(isGiven), ...some].map((name) => [name, valueOf(name)]),
        ),
      ),
    );
};

/** The only item of a formula, or undefined where it cannot be read. */
function itemOf(id: OperationId, options: Record<string, unknown>, check: RequestCheck) {
  const blank = operationOf(id).positional.map(() => null);
  try {
    const [item] = readFormula(id, [...blank, JSON.stringify(options)], () => undefined, check).items;
    return item?.state === 'request' ? item : undefined;
  } catch (error) {
    if (error instanceof InputFault) return undefined;
    throw error;
  }
}

it.each(operationIds)('%s: what the check refuses is not the normal form of something it accepts', (id) => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(optionsOf(id), (options) => {
      const item = itemOf(id, options, unchecked);
      fc.pre(item !== undefined && isValidBeyondKey(id, item.params));
      const asked = makeDataRequest(id, item.params);
      const checked = itemOf(id, options, checkRequest);
      if (!checked) {
        seen.refused += 1;
        expect(checkRequest(id, asked.params).ok).toBe(false);
        return;
      }
      const request = makeDataRequest(id, checked.params);
      if (request.key !== asked.key) return;
      seen.accepted += 1;
      expect(request).toEqual(asked);
    }),
    { numRuns: runs(300) },
  );
  expect(seen.accepted).toBeGreaterThan(20);
  // A valuation has a text and a time limit only: the reader itself refuses what would be wrong with them.
  if (id === 'stays') expect(seen.refused).toBeGreaterThan(20);
});

it('does not take a key for a proof of what is no part of it', () => {
  const valid = (input: Record<string, unknown>) => isValidBeyondKey('ruretail', { query: 'tv', ...input });
  expect(valid({ count: 5, timeout: 300 })).toBe(true);
  for (const count of [0, -3, 1.5, NaN, '5']) expect(valid({ count })).toBe(false);
  for (const timeout of [19, 1501]) expect(valid({ timeout })).toBe(false);
  for (const brands of [[], [''], ['Sony', ' ']]) expect(valid({ brands })).toBe(false);
  expect(valid({ city: ' ' })).toBe(false);
});
