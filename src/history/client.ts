// The gateway's history as a reader. One free GET for each question; the responses are JSON of the same form as in store.ts.
//
//   GET /history/items?operation=&id=&comparable=             Item[]
//   GET /history/series?operation=&id=&comparable=&field=     Series
//   GET /history/requests?operation=                          KeptRequest[]
//   GET /history/lists?request=                               ResponseList[]
//   GET /history/response?request=&at=                        KeptResponse, or null
//
// They are authenticated as data requests are, and never cause one.
import { z } from 'zod';
import { isOperationId, type OperationId } from '../operations';
import type { Json } from './series';
import type { HistoryReader } from './store';

export const historyPrefix = '/history';

/** The gateway keeps a history, and this question to it failed. */
export class HistoryAway extends Error {
  override readonly name = 'HistoryAway';

  /** Without a status nothing came back that was a history. */
  constructor(
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super('The gateway’s history cannot be read at the moment.', options);
  }

  /** It may work again by itself: a question that is refused as it is (4xx) is refused again. */
  get isTemporary(): boolean {
    return this.status === undefined || this.status >= 500 || this.status === 408 || this.status === 429;
  }
}

const json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(json), z.record(z.string(), json)]),
);
const values = z.record(z.string(), json);
const time = z.number().int().nonnegative();
const operation = z.custom<OperationId>((value) => typeof value === 'string' && isOperationId(value));
const asked = z
  .number()
  .nullish()
  .transform((count) => count ?? undefined);

const items = z.array(
  z.object({
    operation,
    id: z.string(),
    comparable: z.string(),
    label: z.string(),
    first: time,
    last: time,
    values,
  }),
);
const series = z.object({ times: z.array(time), changes: z.array(z.tuple([time, json])) });
const requests = z.array(
  z.object({
    operation,
    request: z.string(),
    params: z.record(z.string(), z.unknown()),
    raw: z.record(z.string(), z.unknown()),
  }),
);
const lists = z.array(z.object({ at: time, asked, ids: z.array(z.string().nullable()) }));
/** A gateway of the version before does not say how many were deleted. */
const response = z
  .object({ at: time, asked, records: z.array(values), deleted: z.number().optional() })
  .nullable();

/** Takes a function that gets a path of the gateway, with its query, and returns the JSON. */
export function createHistoryClient(get: (path: string) => Promise<unknown>): HistoryReader {
  const ask = async <T>(name: string, query: object, schema: z.ZodType<T>): Promise<T> => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const pairs = given.map(([key, value]): [string, string] => [key, String(value)]);
    const text = new URLSearchParams(pairs).toString();
    const said = schema.safeParse(await get(`${historyPrefix}/${name}?${text}`));
    if (!said.success) throw new HistoryAway(200, { cause: said.error });
    return said.data;
  };
  return {
    items: ({ operation: of, id, comparable }) => ask('items', { operation: of, id, comparable }, items),
    series: ({ operation: of, id, comparable }, field) =>
      ask('series', { operation: of, id, comparable, field }, series),
    requests: (of) => ask('requests', { operation: of }, requests),
    lists: (request) => ask('lists', { request }, lists),
    response: async (request, at) =>
      (await ask('response', { request, at: Math.max(0, Math.floor(at)) }, response)) ?? undefined,
  };
}
