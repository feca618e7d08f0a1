// Where watches are kept: LevelDB in the data folder of one gateway, or a hash in the Redis of several. Each text begins with the
// version, so that Redis compares it without reading the rest.
import { Redis } from 'ioredis';
import { LevelFile } from '../stores/levelFile';
import type { PlaceListener, Put, WatchPlace } from './watchBook';
import type { WatchRecord } from './watch';

const write = (record: WatchRecord): string => `${record.version} ${JSON.stringify(record)}`;
const read = (text: string): WatchRecord => JSON.parse(text.slice(text.indexOf(' ') + 1)) as WatchRecord;

/** One process has the folder, so what it knows is what stands. */
export async function watchesOnDisk(folder: string): Promise<WatchPlace> {
  const level = await LevelFile.open(folder);
  const key = (id: string) => `watch!${id}`;
  const get = async (id: string) => {
    const bytes = await level.get(key(id));
    return bytes && read(bytes.toString());
  };
  const set = (record: WatchRecord) =>
    level.batch([{ type: 'put', key: key(record.id), value: Buffer.from(write(record)) }], { sync: true });
  /** Steps on one record, one after the other. */
  const turns = new Map<string, Promise<unknown>>();
  const inTurn = <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const step = (turns.get(id) ?? Promise.resolve()).then(work, work);
    turns.set(id, step);
    const leave = () => turns.get(id) === step && turns.delete(id);
    step.then(leave, leave);
    return step;
  };
  return {
    isAlone: true,
    load: async () => {
      const found: WatchRecord[] = [];
      for await (const [, value] of level.entries('watch')) found.push(read(value.toString()));
      return found;
    },
    put: (record, expected) =>
      inTurn(record.id, async (): Promise<Put> => {
        const found = await get(record.id);
        if ((found?.version ?? 0) !== expected) return { ok: false, found };
        await set(record);
        return { ok: true };
      }),
    join: async (records) => {
      for (const record of records)
        await inTurn(record.id, async () => {
          if (((await get(record.id))?.version ?? 0) < record.version) await set(record);
        });
    },
    listen: () => undefined,
    beat: () => Promise.resolve(),
    close: () => level.close(),
  };
}

const versionOf = `
local function version(text) return text and tonumber(string.match(text, '^%d+')) or 0 end
`;

/** KEYS: the hash, the channel; ARGV: id, text, expected version. Answers what stands where that is another. */
const putScript = `${versionOf}
local old = redis.call('HGET', KEYS[1], ARGV[1])
if version(old) ~= tonumber(ARGV[3]) then return old or '' end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PUBLISH', KEYS[2], ARGV[2])
return false
`;

/** KEYS: the hash, the channel; ARGV: id and text in turn. */
const joinScript = `${versionOf}
for i = 1, #ARGV, 2 do
  if version(redis.call('HGET', KEYS[1], ARGV[i])) < version(ARGV[i + 1]) then
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
    redis.call('PUBLISH', KEYS[2], ARGV[i + 1])
  end
end
return 1
`;

/** Redis does nothing else while a script runs. */
const joinedAtOnce = 100;
const alive = 'alive ';

export function watchesInRedis(url: string, prefix: string, timeout: number): WatchPlace {
  const options = {
    connectTimeout: 2_000,
    commandTimeout: timeout,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt: number) => Math.min(attempt * 50, 250),
  };
  const redis = new Redis(url, options);
  const ears = new Redis(url, { ...options, autoResubscribe: false });
  const keys = [`${prefix}watches`, `${prefix}watches`] as const;
  let listener: PlaceListener | undefined;
  let ready = false;
  // What is read after it listens misses nothing; both connections have to be there for that.
  const tell = () => {
    if (ready && redis.status === 'ready') listener?.connected();
  };
  for (const one of [redis, ears]) one.on('error', () => undefined);
  redis.on('ready', tell);
  ears.on('close', () => (ready = false));
  ears.on('ready', () => {
    ears.subscribe(keys[1]).then(
      () => {
        ready = true;
        tell();
      },
      () => ears.disconnect(true),
    );
  });
  ears.on('message', (_channel: string, text: string) => {
    if (text.startsWith(alive)) listener?.heard(text.slice(alive.length));
    else listener?.changed(read(text));
  });
  /** A gateway that does not hear the others must not go on as if nothing changed. */
  const hearing = () => {
    if (!ready) throw new Error('Redis: Connection is closed.');
  };
  return {
    isAlone: false,
    load: async () => {
      hearing();
      return Object.values(await redis.hgetall(keys[0])).map(read);
    },
    put: async (record, expected): Promise<Put> => {
      hearing();
      const found = (await redis.eval(putScript, 2, ...keys, record.id, write(record), expected)) as
        string | null;
      if (found === null) return { ok: true };
      return { ok: false, found: found === '' ? undefined : read(found) };
    },
    join: async (records) => {
      for (let first = 0; first < records.length; first += joinedAtOnce) {
        const some = records
          .slice(first, first + joinedAtOnce)
          .flatMap((record) => [record.id, write(record)]);
        await redis.eval(joinScript, 2, ...keys, ...some);
      }
    },
    listen: (told) => {
      listener = told;
      tell();
    },
    beat: async (gateway) => {
      hearing();
      await redis.publish(keys[1], alive + gateway);
    },
    close: () => {
      redis.disconnect();
      ears.disconnect();
      return Promise.resolve();
    },
  };
}
