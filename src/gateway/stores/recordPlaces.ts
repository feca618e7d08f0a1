// Where records that people made are kept, such as watches: LevelDB in the data folder of one gateway, or a hash in the Redis of
// several. Each text begins with the version, so that Redis compares it without reading the rest.
import path from 'node:path';
import { LevelFile } from './levelFile';
import { connectRedis, hear } from './redisConnections';
import { gatewaysKey } from './redisGateways';
import { Turns } from './turns';

export interface Versioned {
  readonly id: string;
  /** A whole number; of two records the higher one stands. */
  readonly version: number;
}

/** What stands now where the expected version does not; undefined where nothing does. */
export type PutResult<Kept> =
  | { readonly ok: true }
  | { readonly ok: false; readonly found: Kept | undefined };

export interface RecordPlace<Kept extends Versioned> {
  /** No other gateway can use it. */
  readonly isAlone: boolean;
  load(): Promise<readonly Kept[]>;
  /**
   * Lets the record stand if this version stands there; 0 for none. Rejects where nobody knows whether it does, and where data were
   * lost since the gateways agreed on `epoch`.
   */
  put(record: Kept, expected: number, epoch?: string): Promise<PutResult<Kept>>;
  /** Lets records stand where a lower version does, or none. */
  join(records: readonly Kept[]): Promise<void>;
  /** Removes records that stand as they are; nobody is told. */
  drop(records: readonly Kept[]): Promise<void>;
  /** What other gateways changed, and that they are there; `connected` after each time that changes may have been missed. */
  listen(listener: RecordListener<Kept>): void;
  /** Tells the other gateways that this one is there. */
  beat(gateway: string): Promise<void>;
  close(): Promise<void>;
}

export interface RecordListener<Kept> {
  changed(record: Kept): void;
  heard(gateway: string): void;
  connected(): void;
}

/**
 * Records whose ID begins so are kept under another name, where earlier versions neither find them nor hear of them: they would not
 * understand them.
 */
export interface Apart {
  readonly begins: string;
  readonly name: string;
}

export interface RecordForm<Kept> {
  readonly apart?: Apart;
  /** Whether what was found in a Redis, where anybody may have written it, is such a record; a look at its parts is enough. */
  readonly isRecord?: (record: Kept) => boolean;
}

const namesOf = (name: string, apart: Apart | undefined): readonly string[] =>
  apart ? [name, apart.name] : [name];
const nameFor = (name: string, apart: Apart | undefined, id: string): string =>
  apart && id.startsWith(apart.begins) ? apart.name : name;

const write = (record: Versioned): string => `${record.version} ${JSON.stringify(record)}`;
const reader =
  <Kept>() =>
  (text: string): Kept =>
    JSON.parse(text.slice(text.indexOf(' ') + 1)) as Kept;

/** One process has the folder, so what it knows is what stands. `kind`: what the records are called in it. */
export async function recordsOnDisk<Kept extends Versioned>(
  folder: string,
  kind: string,
  apart?: Apart,
): Promise<RecordPlace<Kept>> {
  const level = await LevelFile.open(folder);
  const read = reader<Kept>();
  const key = (id: string) => `${nameFor(kind, apart, id)}!${id}`;
  const get = async (id: string) => {
    const bytes = await level.get(key(id));
    return bytes && read(bytes.toString());
  };
  const set = (record: Kept) =>
    level.batch([{ type: 'put', key: key(record.id), value: Buffer.from(write(record)) }], { sync: true });
  /** Of steps on one record. */
  const turns = new Turns();
  /** With the version that stands; 0 for none. */
  const each = async (records: readonly Kept[], work: (record: Kept, stands: number) => unknown) => {
    const step = (record: Kept) => async () => work(record, (await get(record.id))?.version ?? 0);
    await Promise.all(records.map((record) => turns.take(record.id, step(record))));
  };
  return {
    isAlone: true,
    load: async () => {
      const found: Kept[] = [];
      for (const each of namesOf(kind, apart))
        for await (const [, value] of level.entries(each)) found.push(read(value.toString()));
      return found;
    },
    put: (record, expected) =>
      turns.take(record.id, async (): Promise<PutResult<Kept>> => {
        const found = await get(record.id);
        if ((found?.version ?? 0) !== expected) return { ok: false, found };
        await set(record);
        return { ok: true };
      }),
    join: (records) => each(records, (record, stands) => stands < record.version && set(record)),
    drop: (records) =>
      each(
        records,
        ({ id, version }, stands) => stands === version && level.batch([{ type: 'del', key: key(id) }]),
      ),
    listen: () => undefined,
    beat: () => Promise.resolve(),
    close: () => level.close(),
  };
}

const versionOf = `
local function version(text) return text and tonumber(string.match(text, '^%d+')) or 0 end
`;

/** KEYS: the hash, the channel, the gateways; ARGV: id, text, expected version, epoch. Returns what stands where that is another. */
const putScript = `${versionOf}
if ARGV[4] ~= '' and redis.call('HGET', KEYS[3], '~epoch') ~= ARGV[4] then
  return redis.error_reply('Data were lost')
end
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

/** KEYS and ARGV as above. */
const dropScript = `${versionOf}
for i = 1, #ARGV, 2 do
  if version(redis.call('HGET', KEYS[1], ARGV[i])) == version(ARGV[i + 1]) then
    redis.call('HDEL', KEYS[1], ARGV[i])
  end
end
return 1
`;

/** Redis does nothing else while a script runs. */
const mostAtOnce = 100;
const alive = 'alive ';

export interface RedisPlace {
  readonly url: string;
  readonly prefix: string;
  readonly timeout: number;
}

export interface PlaceSettings {
  readonly redisUrl: string | undefined;
  readonly redisPrefix: string;
  readonly storeTimeout: number;
  readonly data: string | undefined;
}

/** In Redis where there is one, else in the data folder; undefined where nothing outlives this process. */
export async function openRecords<Kept extends Versioned>(
  { redisUrl: url, redisPrefix: prefix, storeTimeout: timeout, data }: PlaceSettings,
  name: string,
  kind: string,
  form: RecordForm<Kept> = {},
): Promise<RecordPlace<Kept> | undefined> {
  if (url !== undefined) return recordsInRedis({ url, prefix, timeout }, name, form);
  return data === undefined ? undefined : recordsOnDisk(path.join(data, name), kind, form.apart);
}

/** `own`: the name of the hash, and of the channel on which gateways hear of each other. */
export function recordsInRedis<Kept extends Versioned>(
  { url, prefix, timeout }: RedisPlace,
  own: string,
  { apart: ownApart, isRecord = () => true }: RecordForm<Kept> = {},
): RecordPlace<Kept> {
  const name = prefix + own;
  const apart = ownApart && { ...ownApart, name: `${name}:${ownApart.name}` };
  const read = reader<Kept>();
  const { redis, ears } = connectRedis(url, timeout);
  const names = namesOf(name, apart);
  const nameOf = (id: string) => nameFor(name, apart, id);
  let listener: RecordListener<Kept> | undefined;
  let ready = false;
  // What is read after it listens misses nothing; both connections have to be there for that.
  const tell = () => {
    if (ready && redis.status === 'ready') listener?.connected();
  };
  redis.on('ready', tell);
  ears.on('close', () => (ready = false));
  // Somebody else may have written there. What cannot be read is left alone, and keeps nobody from the rest.
  const readable = (text: string): Kept[] => {
    try {
      const record = read(text);
      const isVersioned = typeof record.id === 'string' && Number.isSafeInteger(record.version);
      return isVersioned && isRecord(record) ? [record] : [];
    } catch {
      return [];
    }
  };
  const told = (text: string) => {
    if (text.startsWith(alive)) listener?.heard(text.slice(alive.length));
    else for (const record of readable(text)) listener?.changed(record);
  };
  hear(ears, names, told, () => {
    ready = true;
    tell();
  });
  /** A gateway that does not hear the others must not go on as if nothing changed. */
  const hearing = () => {
    if (!ready) throw new Error('Redis: Connection is closed.');
  };
  const each = async (script: string, records: readonly Kept[]) => {
    for (const hash of names) {
      const all = records.filter(({ id }) => nameOf(id) === hash);
      for (let first = 0; first < all.length; first += mostAtOnce) {
        const some = all.slice(first, first + mostAtOnce).flatMap((record) => [record.id, write(record)]);
        await redis.eval(script, 2, hash, hash, ...some);
      }
    }
  };
  return {
    isAlone: false,
    load: async () => {
      hearing();
      const found = await Promise.all(names.map((each) => redis.hgetall(each)));
      return found.flatMap((records) => Object.values(records)).flatMap(readable);
    },
    put: async (record, expected, epoch = ''): Promise<PutResult<Kept>> => {
      hearing();
      const hash = nameOf(record.id);
      const keys = [hash, hash, gatewaysKey(prefix)];
      const args = [record.id, write(record), expected, epoch];
      const found = (await redis.eval(putScript, 3, ...keys, ...args)) as string | null;
      if (found === null) return { ok: true };
      return { ok: false, found: readable(found)[0] };
    },
    join: (records) => each(joinScript, records),
    drop: (records) => each(dropScript, records),
    listen: (told) => {
      listener = told;
      tell();
    },
    beat: async (gateway) => {
      hearing();
      await redis.publish(name, alive + gateway);
    },
    close: () => {
      redis.disconnect();
      ears.disconnect();
      return Promise.resolve();
    },
  };
}

const sizes = new WeakMap<object, number>();

/** What stands there is taken, and a place that has lost data is told again what is known here. */
export async function meet<Kept extends Versioned>(
  place: RecordPlace<Kept>,
  known: readonly Kept[],
  take: (record: Kept) => void,
): Promise<void> {
  const stands = new Map((await place.load()).map((record) => [record.id, record]));
  const missing = known.filter(({ id, version }) => (stands.get(id)?.version ?? 0) < version);
  for (const record of stands.values()) take(record);
  if (missing.length > 0) await place.join(missing);
}

/** Characters of its JSON. A record is never changed, so neither is its size. */
export function recordSize(record: object): number {
  let size = sizes.get(record);
  if (size === undefined) sizes.set(record, (size = JSON.stringify(record).length));
  return size;
}
