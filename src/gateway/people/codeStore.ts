// Where the records of access codes are kept: a file, or the shared Redis. Records are only ever joined into a place, never
// written over it, so that two who change it at once both stay and a revoked code never comes back.
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import { isCodeRecord, joinRecords, type CodeRecord, type LastUse } from './accessCode';
import { jsonOrNothing } from '../http/json';
import { giveToFoldersOwner } from '../files/privateFolder';
import { needsFormat } from '../stores/storedFormat';
import { withLock } from './fileLock';

export interface CodeStore {
  load(): Promise<readonly CodeRecord[]>;
  get(id: string): Promise<CodeRecord | undefined>;
  /** Adds what is new, ends what was revoked, takes over what was changed later; nothing else of the place is changed. */
  join(records: readonly CodeRecord[]): Promise<void>;
  /** When each code was last used, by id. */
  lastUse(): Promise<LastUse>;
  noteUse(use: LastUse): Promise<void>;
  /** Other gateways use it too. */
  readonly isShared?: true;
  close(): Promise<void>;
}

/** The file is there and is not what this program wrote. It is never written over. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';

  constructor(file: string) {
    super(
      `${file} is damaged and was not changed. Restore it from a backup (the version before the last change is in ` +
        `${path.basename(file)}.previous), or move it out of the way to start without codes`,
    );
  }
}

async function read<T>(file: string, isRight: (value: unknown) => value is T): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const value = jsonOrNothing(text);
  const format =
    typeof value === 'object' && value !== null ? (value as { format?: unknown }).format : undefined;
  if (typeof format === 'number') needsFormat(String(format), file);
  if (!isRight(value)) throw new DamagedFile(file);
  return value;
}

/** Whole or not at all, also when the machine stops in the middle. */
async function write(file: string, value: unknown): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  const handle = await open(draft, 'w', 0o600);
  await handle.writeFile(`${JSON.stringify(value, undefined, 2)}\n`);
  await handle.sync();
  await handle.close();
  await giveToFoldersOwner(draft);
  await rename(draft, file);
}

const isRecords = (value: unknown): value is CodeRecord[] =>
  Array.isArray(value) && value.every((record) => isCodeRecord(record));
const isUse = (value: unknown): value is LastUse =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((time) => typeof time === 'number');

export function codeFile(file: string): CodeStore {
  const useFile = file.replace(/(\.json)?$/, '-used.json');
  const readAll = async () => (await read(file, isRecords)) ?? [];
  // Every change is another file in its place; one that is the same is not read again for each code or list that is shown.
  let known: { readonly stamp: string; readonly records: Map<string, CodeRecord> } | undefined;
  const all = async () => {
    const is = await stat(file, { bigint: true }).catch(() => undefined);
    const stamp = is ? `${is.ino} ${is.mtimeNs} ${is.size}` : '';
    if (known?.stamp !== stamp || !is)
      known = { stamp, records: new Map((await readAll()).map((record) => [record.id, record])) };
    return known.records;
  };
  const lastUse = async () => (await read(useFile, isUse).catch(() => undefined)) ?? {};
  return {
    load: async () => [...(await all()).values()],
    get: async (id) => (await all()).get(id),
    join: async (records) => {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await withLock(file, async () => {
        const known = await readAll();
        const joined = joinRecords(known, records);
        if (JSON.stringify(joined) === JSON.stringify(known)) return;
        // Written anew, not copied over: the one before may belong to another user, such as root.
        if (known.length > 0) await write(`${file}.previous`, known);
        await write(file, joined);
      });
    },
    lastUse,
    noteUse: (use) =>
      withLock(useFile, async () => write(useFile, latest(await lastUse(), use))).catch(() => undefined),
    close: () => Promise.resolve(),
  };
}

const latest = (one: LastUse, other: LastUse): LastUse => {
  const all = { ...one };
  for (const [id, time] of Object.entries(other)) all[id] = Math.max(all[id] ?? 0, time);
  return all;
};

/** A record that is not revoked is only added, or changed: one that has been revoked, or changed later, meanwhile stays so. */
const putUnlessLater = `
local old = redis.call('hget', KEYS[1], ARGV[1])
if old then
  local isJson, known = pcall(cjson.decode, old)
  if isJson and type(known) == 'table' and
    (known.revokedAt or (tonumber(known.changedAt) or 0) >= tonumber(ARGV[3])) then return 0 end
end
return redis.call('hset', KEYS[1], ARGV[1], ARGV[2])`;

/** Others use the connection too. */
const joinedAtOnce = 100;

export function codesInRedis(url: string, prefix: string): CodeStore {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 50, 250),
  });
  redis.on('error', () => undefined);
  const key = `${prefix}codes`;
  const useKey = `${prefix}codes-used`;
  const parse = (text: string): CodeRecord[] => [jsonOrNothing(text)].filter(isCodeRecord);
  /** By their text: most are as they were when all of them were last read. */
  let known = new Map<string, CodeRecord[]>();
  return {
    isShared: true,
    load: async () => {
      const texts = Object.values(await redis.hgetall(key));
      known = new Map(texts.map((text) => [text, known.get(text) ?? parse(text)]));
      return [...known.values()].flat();
    },
    get: async (id) => {
      const text = await redis.hget(key, id);
      return text === null ? undefined : parse(text)[0];
    },
    join: async (records) => {
      const put = (record: CodeRecord) => {
        const text = JSON.stringify(record);
        return record.revokedAt === undefined
          ? redis.eval(putUnlessLater, 1, key, record.id, text, record.changedAt ?? 0)
          : redis.hset(key, record.id, text);
      };
      for (let first = 0; first < records.length; first += joinedAtOnce)
        await Promise.all(records.slice(first, first + joinedAtOnce).map(put));
    },
    lastUse: async () =>
      Object.fromEntries(Object.entries(await redis.hgetall(useKey)).map(([id, time]) => [id, Number(time)])),
    noteUse: async (use) => {
      if (Object.keys(use).length > 0) await redis.hset(useKey, use);
    },
    close: () => Promise.resolve(redis.disconnect()),
  };
}
