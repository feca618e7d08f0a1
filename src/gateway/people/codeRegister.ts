// The access codes of a team: a file in the data folder, and the shared Redis where there is one. Each holds all records,
// revoked ones too, so that copies can be joined in any order and a revoked code never comes back.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import { codeId, fitsCode, makeCode, type CodeRecord } from './accessCode';

export interface CodePlace {
  load(): Promise<readonly CodeRecord[]>;
  save(records: readonly CodeRecord[]): Promise<void>;
  close(): Promise<void>;
}

export function codeFile(file: string): CodePlace {
  return {
    load: async () => {
      try {
        return JSON.parse(await readFile(file, 'utf8')) as CodeRecord[];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    },
    save: async (records) => {
      await mkdir(path.dirname(file), { recursive: true });
      const draft = `${file}.${process.pid}.new`;
      await writeFile(draft, `${JSON.stringify(records, undefined, 2)}\n`, { mode: 0o600 });
      await rename(draft, file);
    },
    close: () => Promise.resolve(),
  };
}

export function codesInRedis(url: string, prefix: string): CodePlace {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, connectTimeout: 2_000, commandTimeout: 2_000 });
  redis.on('error', () => undefined);
  const key = `${prefix}codes`;
  return {
    load: async () => Object.values(await redis.hgetall(key)).map((text) => JSON.parse(text) as CodeRecord),
    save: async (records) => {
      if (records.length === 0) return;
      await redis.hset(key, Object.fromEntries(records.map((record) => [record.id, JSON.stringify(record)])));
    },
    close: () => Promise.resolve(redis.disconnect()),
  };
}

export class CodeRegister {
  #records = new Map<string, CodeRecord>();
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(
    private readonly places: readonly CodePlace[],
    private readonly clock: () => number,
    private readonly readEvery = 5_000,
  ) {}

  /** The record of a code that is right and not revoked. */
  async find(code: string): Promise<CodeRecord | undefined> {
    const id = codeId(code);
    if (id === undefined) return undefined;
    await this.refresh();
    // It may have been made a moment ago.
    if (!this.#records.has(id)) await this.refresh(this.clock() - this.#readAt > 1_000);
    const record = this.#records.get(id);
    return record && fitsCode(code, record) ? record : undefined;
  }

  async list(): Promise<readonly CodeRecord[]> {
    await this.refresh(true);
    return [...this.#records.values()].sort((a, b) => a.createdAt - b.createdAt);
  }

  async create(name: string, admin: boolean): Promise<string> {
    const { code, record } = makeCode(name, admin, this.clock());
    await this.#change(record);
    return code;
  }

  async revoke(id: string): Promise<CodeRecord | undefined> {
    await this.refresh(true);
    const record = this.#records.get(id);
    if (!record) return undefined;
    const revoked = { ...record, revokedAt: record.revokedAt ?? this.clock() };
    await this.#change(revoked);
    return revoked;
  }

  /** Whether what is known is as new as it needs to be. */
  isFresh(): boolean {
    return this.clock() - this.#readAt < this.readEvery;
  }

  isActive(id: string): boolean {
    const record = this.#records.get(id);
    return record !== undefined && record.revokedAt === undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.places.map((place) => place.close()));
  }

  /** A place that is away keeps its part for later; what is known stays known. */
  async refresh(now = false): Promise<void> {
    if (!now && !this.#reading && this.isFresh()) return;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  async #read(): Promise<void> {
    this.#readAt = this.clock();
    const parts = await Promise.all(this.places.map((place) => place.load().catch(() => undefined)));
    for (const record of parts.flatMap((part) => part ?? [])) {
      const known = this.#records.get(record.id);
      if (!known || (known.revokedAt === undefined && record.revokedAt !== undefined)) {
        this.#records.set(record.id, record);
      }
    }
    const all = [...this.#records.values()];
    await Promise.all(
      this.places.map(async (place, index) => {
        const part = parts[index];
        const same =
          part &&
          all.every(({ id, revokedAt }) => part.some((it) => it.id === id && it.revokedAt === revokedAt));
        if (part && !same) await place.save(all).catch(() => undefined);
      }),
    );
  }

  async #change(record: CodeRecord): Promise<void> {
    await this.refresh(true);
    this.#records.set(record.id, record);
    const saved = await Promise.allSettled(
      this.places.map((place) => place.save([...this.#records.values()])),
    );
    const failed = saved.find((result) => result.status === 'rejected');
    if (failed && saved.every((result) => result.status === 'rejected')) throw failed.reason;
  }
}
