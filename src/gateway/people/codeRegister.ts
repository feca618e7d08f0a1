// The access codes of a team: a file in the data folder, and the shared Redis where there is one. Each holds all records,
// revoked ones too, so that copies can be joined in any order and a revoked code never comes back.
import {
  codeId,
  fitsCode,
  isEnded,
  isLater,
  joinRecords,
  makeCode,
  type CodeRecord,
  type Grant,
  type LastUse,
  type NewCode,
} from './accessCode';
import { DamagedFile, type CodeStore } from './codeStore';
import { Freshness } from './freshness';

export interface ListedCode extends CodeRecord {
  readonly usedAt?: number;
  readonly ended: boolean;
}

const readEvery = 5_000;
const noteEvery = 60_000;
const isDone = () => true;
const isNotDone = () => false;

/** The access code of whoever made a read code; undefined for who signs in in another way. */
const makerOf = ({ grant }: CodeRecord): string | undefined => /^code:(.+)$/.exec(grant?.owner ?? '')?.[1];

export class CodeRegister {
  private records = new Map<string, CodeRecord>();
  private reading: Promise<void> | undefined;
  /** A place that others share could not be told what is known here. */
  private isOwed = false;
  private readonly changing = new Set<Promise<void>>();
  private again: NodeJS.Timeout | undefined;
  private use: LastUse = {};
  /** What is just being written down. */
  private noting: LastUse = {};
  private readonly read: Freshness;
  private readonly noted: Freshness;

  constructor(
    private readonly places: readonly CodeStore[],
    private readonly clock: () => number,
    /** Told of a place that could not be read, once for each reason. */
    private readonly onTrouble: (reason: string) => void = () => undefined,
    /** Undefined while a gateway has not told a shared place everything, such as what was revoked (`ResilientStore`). */
    private readonly settled: () => Promise<string | undefined> = () => Promise.resolve('alone'),
  ) {
    this.read = new Freshness(clock);
    this.noted = new Freshness(clock);
    this.noted.renew();
  }

  /** The record of a code that is right and holds. */
  async find(code: string): Promise<CodeRecord | undefined> {
    const id = codeId(code, 'access');
    if (id === undefined) return undefined;
    await this.refresh();
    // It may have been made a moment ago.
    if (!this.records.has(id)) await this.refresh(!this.read.within(1_000));
    const record = this.records.get(id);
    return record && !record.grant && fitsCode(code, record) && this.isActive(id) ? record : undefined;
  }

  /**
   * A read code as every place knows it at this moment: one that another gateway revoked is revoked. It ends with the access code of
   * whoever made it. Throws where a place cannot be asked.
   */
  async findGrant(code: string): Promise<(CodeRecord & { readonly grant: Grant }) | undefined> {
    const id = codeId(code, 'read');
    if (id === undefined) return undefined;
    const now = this.clock();
    const [record, owner] = await this.whole(async () => {
      const found = await this.ask(id);
      const maker = found && makerOf(found);
      return [found, maker === undefined ? found : await this.ask(maker)];
    });
    if (!record?.grant || !fitsCode(code, record) || isEnded(record, now)) return undefined;
    if (!owner || isEnded(owner, now)) return undefined;
    this.use[record.id] = now;
    if (!this.isFresh()) void this.refresh();
    return { ...record, grant: record.grant };
  }

  /** A record as every place knows it at this moment. Throws where one cannot be asked. */
  async look(id: string): Promise<CodeRecord | undefined> {
    return this.whole(() => this.ask(id));
  }

  /** What is known of a record, not older than it needs to be. */
  async recent(id: string): Promise<CodeRecord | undefined> {
    await this.refresh();
    return this.known(id);
  }

  /** The same without looking; see `isFresh`. */
  known(id: string): CodeRecord | undefined {
    return this.records.get(id);
  }

  /** Adds a record, or puts it in the place of one that was changed earlier. Fails unless every place knows of it. */
  async put(record: CodeRecord): Promise<void> {
    await this.write([record], true);
  }

  /** Throws where a place may have lost something that another gateway knows. */
  private async whole<T>(read: () => Promise<T>): Promise<T> {
    if (!this.places.some(({ isShared }) => isShared)) return read();
    const epoch = await this.settled();
    const found = await read();
    if (epoch === undefined || (await this.settled()) !== epoch)
      throw new Error('Not every gateway has told the store what it knows');
    return found;
  }

  private async ask(id: string): Promise<CodeRecord | undefined> {
    const known = this.records.get(id);
    const found = await Promise.all(this.places.map((place) => place.get(id)));
    const [record] = joinRecords(
      known ? [known] : [],
      found.flatMap((one) => one ?? []),
    );
    if (record) this.records.set(id, record);
    return record;
  }

  /** Throws where a place cannot be read: a list must not look whole when it is not. */
  async list(): Promise<readonly ListedCode[]> {
    const own = { ...this.noting, ...this.use };
    const [records, uses] = await Promise.all([
      Promise.all(this.places.map((place) => place.load())),
      Promise.all(this.places.map((place) => place.lastUse().catch((): LastUse => ({})))),
    ]);
    const now = this.clock();
    const all = joinRecords([], records.flat());
    const active = new Set(all.filter((record) => !isEnded(record, now)).map(({ id }) => id));
    return all
      .map((record) => {
        const usedAt = Math.max(0, ...[...uses, own].map((use) => use[record.id] ?? 0));
        const ended = !active.has(record.id) || !active.has(makerOf(record) ?? record.id);
        return { ...record, ended, ...(usedAt === 0 ? {} : { usedAt }) };
      })
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  /** To a place that may have lost what it held. Rejects where one that others share could not be told. */
  async tellAgain(): Promise<void> {
    // What is just being changed or read may have been lost meanwhile.
    await Promise.allSettled(this.changing);
    await this.reading;
    await this.refresh(true);
    if (this.isOwed) throw new Error('not every record could be told');
  }

  /** All of them or, where the first place refuses, none. */
  async create(wanted: readonly NewCode[]): Promise<readonly { code: string; record: CodeRecord }[]> {
    const made = wanted.map((code) => makeCode(code, this.clock()));
    await this.write(made.map(({ record }) => record));
    return made;
  }

  /** With `everywhere`, it fails unless every place knows of it: another gateway may ask only one of them. */
  async revoke(id: string, everywhere = false): Promise<CodeRecord | undefined> {
    const record = (await this.list()).find((it) => it.id === id);
    if (!record) return undefined;
    const { usedAt: _usedAt, ended: _ended, ...rest } = record;
    const revoked = { ...rest, revokedAt: rest.revokedAt ?? this.clock() };
    await this.write([revoked], everywhere);
    return revoked;
  }

  /** Changes what a read code opens; the code stays the same. */
  async change(id: string, grant: Grant): Promise<void> {
    const record = await this.ask(id);
    if (!record?.grant) return;
    // A clock that was set back must not undo the change before.
    const changedAt = Math.max(this.clock(), (record.changedAt ?? 0) + 1);
    await this.write([{ ...record, grant, changedAt }]);
  }

  /** Whether what is known is as new as it needs to be. */
  isFresh(): boolean {
    return this.read.within(readEvery);
  }

  isActive(id: string): boolean {
    const record = this.records.get(id);
    if (record === undefined || isEnded(record, this.clock())) return false;
    this.use[id] = this.clock();
    return true;
  }

  async close(): Promise<void> {
    // A reading under way writes too, and may ask for another one.
    await this.reading;
    clearTimeout(this.again);
    await this.noteUse(true);
    await Promise.all(this.places.map((place) => place.close()));
  }

  /** A place that is away keeps its part for later; what is known stays known. */
  async refresh(now = false): Promise<void> {
    if (!now && !this.reading && this.isFresh()) return;
    this.reading ??= this.load().finally(() => (this.reading = undefined));
    await this.reading;
  }

  private async load(): Promise<void> {
    this.read.renew();
    const parts = await Promise.all(
      this.places.map((place) =>
        place.load().catch((error: Error) => {
          this.onTrouble(error.message);
          return undefined;
        }),
      ),
    );
    const all = joinRecords(
      [...this.records.values()],
      parts.flatMap((part) => part ?? []),
    );
    this.records = new Map(all.map((record) => [record.id, record]));
    const told = await Promise.all(
      this.places.map(async (place, index) => {
        const part = new Map(parts[index]?.map((record) => [record.id, record]));
        const missing = all.filter((record) => {
          const there = part.get(record.id);
          return !there || isLater(record, there);
        });
        if (!parts[index]) return false;
        return missing.length === 0 || place.join(missing).then(isDone, isNotDone);
      }),
    );
    this.isOwed = this.places.some((place, index) => place.isShared && !told[index]);
    await this.noteUse();
    if (parts.includes(undefined)) this.tryAgain();
  }

  /** A place that was away hears what it missed as soon as it is back, whether or not anybody asks. */
  private tryAgain(): void {
    clearTimeout(this.again);
    this.again = setTimeout(() => void this.refresh(true), readEvery).unref();
  }

  private async write(records: readonly CodeRecord[], everywhere = false): Promise<void> {
    const change = this.join(records, everywhere);
    this.changing.add(change);
    await change.finally(() => this.changing.delete(change));
  }

  private async join(records: readonly CodeRecord[], everywhere: boolean): Promise<void> {
    const failures: unknown[] = [];
    for (const place of this.places) {
      await place.join(records).catch((error: unknown) => {
        // The file comes first: where it is damaged, nothing is changed anywhere.
        if (error instanceof DamagedFile) throw error;
        failures.push(error);
      });
    }
    if (failures.length > 0) this.tryAgain();
    if (failures.length === this.places.length && failures.length > 0) throw failures[0];
    this.records = new Map(joinRecords([...this.records.values()], records).map((it) => [it.id, it]));
    if (everywhere && failures.length > 0) throw failures[0];
  }

  private async noteUse(now = false): Promise<void> {
    if (Object.keys(this.use).length === 0 || (!now && this.noted.within(noteEvery))) return;
    this.noted.renew();
    const use = this.use;
    this.noting = use;
    this.use = {};
    await Promise.all(this.places.map((place) => place.noteUse(use).catch(() => undefined)));
    this.noting = {};
  }
}
