// Matches and filter sets of several gateways on one real Redis: edited at the same time, while Redis restarts and loses everything.
import fc from 'fast-check';
import {
  openShared,
  SharedBook,
  type SharedBookParts,
  type SharedLists,
} from '../../../src/gateway/shared/sharedBook';
import { recordsInRedis } from '../../../src/gateway/stores/recordPlaces';
import { readGatewaySettings } from '../../../src/gateway/settings/settings';
import { makeLog } from '../../../src/gateway/telemetry/log';
import { buy, closeAll, start, type FeedGateway } from '../feed/support';
import { eventually } from '../support/eventually';
import { PostgresServer } from '../support/postgresServer';
import { RedisServer } from '../support/redisServer';
import { runs } from '../../runs';

let redis: RedisServer;
beforeAll(async () => {
  redis = await RedisServer.start();
});
afterAll(async () => {
  await closeAll();
  await redis?.kill();
});

const now = Date.parse('2027-05-03T12:00:00Z');
const log = makeLog('silent', { write: () => undefined });

async function book(prefix: string): Promise<SharedBook> {
  const { settings } = readGatewaySettings(
    {
      SPILLWAY_UPSTREAM: 'http://service.test',
      REDIS_URL: redis.url,
      SPILLWAY_REDIS_PREFIX: prefix,
      SPILLWAY_DATA: 'off',
    },
    '/nowhere',
  );
  const opened = await openShared(settings, { clock: () => now, log });
  if (!opened) throw new Error('No book.');
  return opened;
}

interface Edit {
  readonly at: number;
  readonly gateway: number;
  readonly scope: number;
  readonly kind: 'match' | 'set';
  readonly name: number;
  readonly value: number;
}
type Step = Edit | 'restart' | 'wipe' | 'open';

const edit: fc.Arbitrary<Edit> = fc.record({
  // Few moments, so that many edits are made in the same one.
  at: fc.integer({ min: 1, max: 2 }),
  gateway: fc.nat({ max: 5 }),
  scope: fc.nat({ max: 1 }),
  kind: fc.constantFrom('match' as const, 'set' as const),
  name: fc.nat({ max: 1 }),
  value: fc.nat({ max: 3 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: edit },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
  { weight: 4, arbitrary: fc.constant('wipe' as const) },
  { weight: 4, arbitrary: fc.constant('open' as const) },
);

/** Value 0 takes it back. */
function listsOf({ kind, name, value, at: moment }: Edit, scope: string): SharedLists {
  const at = now - 1_000 + moment;
  const forgotten = { at, forgotten: true as const };
  if (kind === 'match') {
    const of = { operation: 'ruretail' as const, item: `${scope} ${name}` };
    const accepted = [{ id: `${value}`, name: scope }];
    return {
      matches: [value === 0 ? { ...of, ...forgotten } : { ...of, at, accepted, seen: [] }],
      filters: [],
    };
  }
  const set = value === 0 ? forgotten : { at, params: { value, scope } };
  return { matches: [], filters: [{ name: `${scope} ${name}`, ...set }] };
}

const flat = ({ matches, filters }: SharedLists): string[] =>
  [...matches, ...filters].map((entry) => JSON.stringify(entry, Object.keys(entry).sort())).sort();
const nameOf = ({ matches, filters }: SharedLists): string =>
  JSON.stringify([matches[0]?.item ?? '', filters[0]?.name ?? '']);
const momentOf = ({ matches, filters }: SharedLists): number => (matches[0] ?? filters[0])?.at ?? 0;

/** In rounds of edits that are made at the same time. An edit that was refused may stand or not; one that was taken counts. */
test(
  'in random orders every gateway shows the same in the end: the latest of what was taken, of its own scope',
  async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { maxLength: 6 }),
        async (rounds) => {
          run += 1;
          const prefix = `model${run}:`;
          const books = await Promise.all([0, 1, 2].map(() => book(prefix)));
          const scopes = [0, 1].map((scope) => `scope ${run} ${scope}`);
          const tried: { scope: string; lists: SharedLists; isTaken: boolean }[] = [];
          const play = async (one: Step): Promise<void> => {
            if (one === 'restart') return redis.loseAll();
            // Nobody is told of it.
            if (one === 'wipe')
              return void (await redis.command('DEL', `${prefix}shared`).catch(() => undefined));
            // A gateway that starts later knows what the others do.
            if (one === 'open') return void books.push(await book(prefix));
            const scope = scopes[one.scope] ?? '';
            const lists = listsOf(one, scope);
            const isTaken = await books[one.gateway % books.length]!.put(scope, lists).then(
              () => true,
              () => false,
            );
            tried.push({ scope, lists, isTaken });
          };
          try {
            for (const round of rounds) await Promise.all(round.map(play));
            await redis.loseAll();
            for (const scope of scopes) {
              const own = tried.filter((one) => one.scope === scope);
              const names = [...new Set(own.map(({ lists }) => nameOf(lists)))];
              await eventually(() => {
                const [first, ...others] = books.map((each) => JSON.stringify(flat(each.of(scope))));
                const isSame = others.every((other) => other === first);
                const standing = books[0]!.of(scope);
                const entries = [...standing.matches, ...standing.filters];
                return (
                  isSame &&
                  names.every((name) => {
                    const edits = own.filter(({ lists }) => nameOf(lists) === name);
                    const latest = Math.max(
                      0,
                      ...edits.filter(({ isTaken }) => isTaken).map(({ lists }) => momentOf(lists)),
                    );
                    const stands = entries.filter((entry) =>
                      edits.some(({ lists }) => nameOf(lists) === nameOf(asLists(entry))),
                    );
                    const isTried = stands.every((entry) =>
                      edits.some(({ lists }) => flat(lists)[0] === flat(asLists(entry))[0]),
                    );
                    const isLatest = latest === 0 || (stands[0]?.at ?? 0) >= latest;
                    return stands.length <= 1 && isTried && isLatest;
                  })
                );
              });
              // Nothing of the other scope, and nothing that nobody wrote.
              expect(flat(books[0]!.of(scope)).every((entry) => entry.includes(scope))).toBe(true);
            }
          } finally {
            await Promise.all(books.map((each) => each.close()));
          }
        },
      ),
      { numRuns: runs(25), endOnFailure: true },
    );
  },
  Math.max(300_000, runs(25) * 5_000),
);

test('what could not be read when the connection came back is read later', async () => {
  const stored = await book('late:');
  const set = { name: 'cheap', at: now, params: { price_max: 5 } };
  const put = () => stored.put('scope', { matches: [], filters: [set] });
  await eventually(() =>
    put().then(
      () => true,
      () => false,
    ),
  );
  const place: SharedBookParts['place'] = recordsInRedis(
    { url: redis.url, prefix: 'late:', timeout: 5_000 },
    'shared',
  );
  let reads = 0;
  const load = () => {
    reads += 1;
    // More often than connections are told of.
    return reads < 5 ? Promise.reject(new Error('LOADING Redis is loading the dataset')) : place.load();
  };
  const late = new SharedBook({ clock: () => now, place: { ...place, load } });
  await eventually(() => late.of('scope').filters.length === 1);
  expect(late.of('scope').filters).toEqual([set]);
  await Promise.all([stored.close(), late.close()]);
});

const asLists = (entry: SharedLists['matches'][number] | SharedLists['filters'][number]): SharedLists =>
  'item' in entry ? { matches: [entry], filters: [] } : { matches: [], filters: [entry] };

interface Shown {
  readonly matches: readonly {
    readonly item: string;
    readonly accepted?: readonly { readonly id: string }[];
  }[];
}

const read = async ({ address }: FeedGateway, credential: string): Promise<readonly string[]> => {
  const response = await fetch(`${address}/gateway/shared`, { headers: { 'access-token': credential } });
  const { matches } = (await response.json()) as Shown;
  return matches.map(({ item, accepted }) => `${item}: ${accepted?.[0]?.id ?? 'taken back'}`).sort();
};
const send = async (
  { address }: FeedGateway,
  credential: string,
  matches: readonly { item: string; id: string; at: number }[],
): Promise<number> => {
  const lists = {
    matches: matches.map(({ item, id, at }) => ({
      operation: 'ruretail',
      item,
      at,
      accepted: [{ id, name: id }],
      seen: [],
    })),
  };
  const response = await fetch(`${address}/gateway/shared`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'access-token': credential },
    body: JSON.stringify(lists),
  });
  return response.status;
};

describe('over HTTP', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await PostgresServer.start();
  });
  afterAll(async () => {
    await closeAll();
    await postgres?.close();
  });
  const three = async (prefix: string, env: Record<string, string> = {}) => {
    const more = {
      REDIS_URL: redis.url,
      DATABASE_URL: await postgres.database(prefix),
      SPILLWAY_REDIS_PREFIX: `${prefix}:`,
      ...env,
    };
    return [await start(more), await start(more), await start(more)] as const;
  };

  test('people who keep their histories apart see their own lists at every gateway, also after Redis has lost them', async () => {
    const places = await three('apart');
    const people = ['key-of-ann', 'key-of-bob'];
    for (const person of people) await buy(places[0], person, [{ id: 'x', name: 'X', price: 1 }]);
    const at = Date.now();
    // Each edits the same product, at all gateways at once.
    const statuses = await Promise.all(
      people.flatMap((person) =>
        places.map((place, index) =>
          send(place, person, [{ item: 'Tea', id: `${person}${index}`, at: at + index }]),
        ),
      ),
    );
    expect(statuses).toEqual(Array.from({ length: 6 }, () => 200));
    const allShow = (person: string, wanted: string) =>
      eventually(async () => {
        const shown = await Promise.all(places.map((place) => read(place, person)));
        return shown.every((one) => one.length === 1 && one[0] === wanted);
      });
    for (const person of people) await allShow(person, `Tea: ${person}2`);
    await redis.kill();
    // What cannot be kept is not said to be.
    expect(await send(places[1], 'key-of-ann', [{ item: 'Tea', id: 'lost', at: at + 9 }])).toBe(503);
    await redis.restart();
    for (const person of people) await allShow(person, `Tea: ${person}2`);
    await eventually(
      async () => (await send(places[2], 'key-of-bob', [{ item: 'Tea', id: 'new', at: at + 9 }])) === 200,
    );
    await allShow('key-of-bob', 'Tea: new');
    await allShow('key-of-ann', 'Tea: key-of-ann2');
    expect(await read(places[1], 'key-of-eve')).toEqual([]);
  });

  test('one team shares its lists, and another team on the same Redis has its own', async () => {
    const team = (key: string) => ({
      SPILLWAY_MODE: 'team',
      SPILLWAY_KEY: key,
      SPILLWAY_ADMIN_CODE: `${key}-for-administrators`,
    });
    const red = await three('red', team('key-of-the-red-team'));
    const blue = await three('blue', team('key-of-the-blue-team'));
    const boss = (key: string) => `${key}-for-administrators`;
    for (const [places, key] of [
      [red, boss('key-of-the-red-team')],
      [blue, boss('key-of-the-blue-team')],
    ] as const) {
      await buy(places[0], key, [{ id: 'x', name: 'X', price: 1 }]);
      expect(await send(places[0], key, [{ item: 'Tea', id: key, at: Date.now() }])).toBe(200);
    }
    await eventually(async () => (await read(red[2], boss('key-of-the-red-team'))).length === 1);
    expect(await read(red[2], boss('key-of-the-red-team'))).toEqual([`Tea: ${boss('key-of-the-red-team')}`]);
    await eventually(async () => (await read(blue[1], boss('key-of-the-blue-team'))).length === 1);
    expect(await read(blue[1], boss('key-of-the-blue-team'))).toEqual([
      `Tea: ${boss('key-of-the-blue-team')}`,
    ]);
    const response = await fetch(`${blue[0].address}/gateway/shared`, {
      headers: { 'access-token': boss('key-of-the-red-team') },
    });
    expect(response.status).toBe(401);
  });
});
