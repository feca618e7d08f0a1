// The access codes of a team: a file in the data folder, and the shared Redis where there is one. Each holds all records,
// revoked ones too, so that copies can be joined in any order and a revoked code never comes back.
import {
  codeId,
  fitsCode,
  isEnded,
  joinRecords,
  makeCode,
  type CodeRecord,
  type LastUse,
  type NewCode,
} from './accessCode';
import { DamagedFile, type CodeStore } from './codeStore';
import { Freshness } from './freshness';

export interface ListedCode extends CodeRecord {
  readonly usedAt?: number;
  readonly ended: boolean;
}

const noteEvery = 60_000;

export class CodeRegister {
  #records = new Map<string, CodeRecord>();
  #reading: Promise<void> | undefined;
  #use: LastUse = {};
  readonly #read: Freshness;
  readonly #noted: Freshness;

  constructor(
    private readonly places: readonly CodeStore[],
    private readonly clock: () => number,
    private readonly readEvery = 5_000,
    /** Told of a place that could not be read, once for each reason. */
    private readonly onTrouble: (reason: string) => void = () => undefined,
  ) {
    this.#read = new Freshness(clock);
    this.#noted = new Freshness(clock);
    this.#noted.renew();
  }

  /** The record of a code that is right and holds. */
  async find(code: string): Promise<CodeRecord | undefined> {
    const id = codeId(code);
    if (id === undefined) return undefined;
    await this.refresh();
    // It may have been made a moment ago.
    if (!this.#records.has(id)) await this.refresh(!this.#read.within(1_000));
    const record = this.#records.get(id);
    return record && fitsCode(code, record) && this.isActive(id) ? record : undefined;
  }

  /** Throws where a place cannot be read: a list must not look whole when it is not. */
  async list(): Promise<readonly ListedCode[]> {
    const [records, uses] = await Promise.all([
      Promise.all(this.places.map((place) => place.load())),
      Promise.all(this.places.map((place) => place.lastUse().catch((): LastUse => ({})))),
    ]);
    const now = this.clock();
    return joinRecords([], records.flat())
      .map((record) => {
        const usedAt = Math.max(0, ...uses.map((use) => use[record.id] ?? 0));
        return { ...record, ended: isEnded(record, now), ...(usedAt === 0 ? {} : { usedAt }) };
      })
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  /** All of them or, where the first place refuses, none. */
  async create(wanted: readonly NewCode[]): Promise<readonly { code: string; record: CodeRecord }[]> {
    const made = wanted.map((code) => makeCode(code, this.clock()));
    await this.#change(made.map(({ record }) => record));
    return made;
  }

  async revoke(id: string): Promise<CodeRecord | undefined> {
    const record = (await this.list()).find((it) => it.id === id);
    if (!record) return undefined;
    const { usedAt: _usedAt, ended: _ended, ...rest } = record;
    const revoked = { ...rest, revokedAt: rest.revokedAt ?? this.clock() };
    await this.#change([revoked]);
    return revoked;
  }

  /** Whether what is known is as new as it needs to be. */
  isFresh(): boolean {
    return this.#read.within(this.readEvery);
  }

  isActive(id: string): boolean {
    const record = this.#records.get(id);
    if (record === undefined || isEnded(record, this.clock())) return false;
    this.#use[id] = this.clock();
    return true;
  }

  async close(): Promise<void> {
    await this.#noteUse(true);
    await Promise.all(this.places.map((place) => place.close()));
  }

  /** A place that is away keeps its part for later; what is known stays known. */
  async refresh(now = false): Promise<void> {
    if (!now && !this.#reading && this.isFresh()) return;
    this.#reading ??= this.#load().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  async #load(): Promise<void> {
    this.#read.renew();
    const parts = await Promise.all(
      this.places.map((place) =>
        place.load().catch((error: Error) => {
          this.onTrouble(error.message);
          return undefined;
        }),
      ),
    );
    const all = joinRecords(
      [...this.#records.values()],
      parts.flatMap((part) => part ?? []),
    );
    this.#records = new Map(all.map((record) => [record.id, record]));
    await Promise.all(
      this.places.map(async (place, index) => {
        const part = new Map(parts[index]?.map((record) => [record.id, record]));
        const missing = all.filter(
          ({ id, revokedAt }) =>
            !part.has(id) || (revokedAt !== undefined && part.get(id)?.revokedAt === undefined),
        );
        if (parts[index] && missing.length > 0) await place.join(missing).catch(() => undefined);
      }),
    );
    await this.#noteUse();
  }

  async #change(records: readonly CodeRecord[]): Promise<void> {
    const failures: unknown[] = [];
    for (const place of this.places) {
      await place.join(records).catch((error: unknown) => {
        // The file comes first: where it is damaged, nothing is changed anywhere.
        if (error instanceof DamagedFile) throw error;
        failures.push(error);
      });
    }
    if (failures.length === this.places.length && failures.length > 0) throw failures[0];
    this.#records = new Map(joinRecords([...this.#records.values()], records).map((it) => [it.id, it]));
  }

  async #noteUse(now = false): Promise<void> {
    if (Object.keys(this.#use).length === 0 || (!now && this.#noted.within(noteEvery))) return;
    this.#noted.renew();
    const use = this.#use;
    this.#use = {};
    await Promise.all(this.places.map((place) => place.noteUse(use).catch(() => undefined)));
  }
}
