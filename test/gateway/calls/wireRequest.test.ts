import { readWireRequest, type WireRequest } from '../../../src/gateway/calls/wireRequest';
import { isProblem } from '../../../src/gateway/http/problem';
import { operationIds, operationOf, type OperationId } from '../../../src/operations';
import type { Parameter } from '../../../src/operations/table/parameter';
import { forEachOperation, smallestRequest } from '../../operations/fixtures';

const read = (id: OperationId, body: unknown, raw?: readonly string[]) =>
  readWireRequest(id, typeof body === 'string' ? body : JSON.stringify(body), raw);
const refusal = (id: OperationId, body: unknown, raw?: readonly string[]) => {
  try {
    read(id, body, raw);
  } catch (error) {
    if (isProblem(error)) return error;
    throw error;
  }
  return undefined;
};
const sent = ({ body }: WireRequest) => JSON.parse(body) as Record<string, unknown>;

const valid = forEachOperation(smallestRequest);

/** Ways to write a value of a parameter that all mean the same. */
function forms(parameter: Parameter): readonly unknown[] | undefined {
  if (parameter.kind === 'choice') {
    const [value = ''] = parameter.values.slice(-1);
    return [value, value.toUpperCase(), ` ${value} `, value.replaceAll('_', ' ')];
  }
  if (parameter.kind !== 'list') return undefined;
  if (parameter.of === 'text') return [['a b'], 'a b', [' a  b ', 'a b']];
  if (parameter.of === 'identifier') return [[7], ['7'], 7, '7', [7, '7', 7]];
  if (parameter.of === 'integer') return [[7], 7];
  const [value = ''] = parameter.of;
  return [[value], value, [value.toUpperCase()], [value, value]];
}

describe.each(operationIds)('a request for %s', (id) => {
  const parameters = Object.entries(operationOf(id).params);

  test('is sent in one form, whichever way its values are written, and that form is the key', () => {
    for (const [name, parameter] of parameters) {
      const requests = (forms(parameter) ?? []).map((value) => read(id, { ...valid[id], [name]: value }));
      expect(new Set(requests.map(({ body }) => body)).size).toBeLessThanOrEqual(1);
      expect(new Set(requests.map(({ key }) => key)).size).toBeLessThanOrEqual(1);
    }
  });

  test('is sent without what means nothing', () => {
    const nothing = Object.fromEntries(parameters.map(([name]) => [name, null]));
    const empty = Object.fromEntries(
      parameters.filter(([, { kind }]) => kind === 'list').map(([name]) => [name, []]),
    );
    expect(sent(read(id, { ...nothing, ...valid[id] }))).toEqual(valid[id]);
    expect(sent(read(id, { ...empty, ...valid[id] }))).toEqual(valid[id]);
  });

  test('means the same when what was sent is asked for again', () => {
    for (const [name, parameter] of parameters) {
      for (const value of forms(parameter) ?? []) {
        const once = read(id, { ...valid[id], [name]: value });
        const twice = read(id, once.body);
        expect([twice.key, twice.body]).toEqual([once.key, once.body]);
      }
    }
  });

  test('has what passes unchecked in its key, as it is sent', () => {
    const [known = 'other'] =
      parameters.find(
        ([name, { kind }]) => kind !== 'list' && name !== 'timeout' && valid[id][name] === undefined,
      ) ?? [];
    const plain = read(id, valid[id]);
    const odd = read(id, { ...valid[id], [known]: 'ODD value' }, [known]);
    expect(sent(odd)).toEqual({ ...valid[id], [known]: 'ODD value' });
    const keys = [plain, odd, read(id, { ...valid[id], [known]: 'odd value' }, [known])].map(
      ({ key }) => key,
    );
    expect(new Set(keys).size).toBe(3);
    expect(read(id, { ...valid[id], new_filter: ['A', 1] }).key).not.toBe(plain.key);
  });

  test('that is wrong is refused with a few faults, however many it has', () => {
    for (const [name] of parameters) {
      const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
      const body = `${JSON.stringify({ ...valid[id], [name]: 0 }).slice(0, -1)},"${name}":${deep}}`;
      expect(refusal(id, body)?.status).toBe(422);
      const many = refusal(id, {
        ...valid[id],
        [name]: Array.from({ length: 900 }, (_, i) => `aactivitie${i}`),
      });
      if (many) expect(many.detail.length).toBeLessThanOrEqual(20);
    }
    const raw = `${JSON.stringify(valid[id]).slice(0, -1)},"other":1e999}`;
    expect(refusal(id, raw)?.status).toBe(422);
    expect(refusal(id, { ...valid[id], a: { b: 1 } })?.status).toBe(422);
  });
});

test('of a name given twice, the last is checked, keyed and sent', () => {
  const twice = read('ruretail', '{"query":"tv","count":5,"sort":"cheap","sort":"PRICE_ASC"}');
  expect(sent(twice)).toEqual({ query: 'tv', count: 5, sort: 'price_asc' });
  expect(refusal('ruretail', '{"query":"tv","count":5,"sort":"price_asc","sort":"cheap"}')?.status).toBe(422);
});

test('a parameter the table does not know may stand for a missing one, and the rest is still put in form', () => {
  const request = read('ruretail', { text: 'tv', count: 5, sort: 'Price Asc', status: 'NEW', brands: null });
  expect(sent(request)).toEqual({ text: 'tv', count: 5, sort: 'price_asc', status: ['new'] });
  expect(refusal('ruretail', { text: 'tv', count: 5, sort: 'cheap' })?.status).toBe(422);
  expect(refusal('ruretail', { query: 'tv', limit: 500 })?.detail).toMatchObject([
    { loc: ['body', 'count'] },
  ]);
});
