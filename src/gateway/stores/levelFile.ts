// LevelDB that survives a full disk. A write that fails in the middle leaves a torn record in the log, and what is written after
// it may be skipped when the log is read again; so after a failure the database is opened anew before anything else is written.
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { ClassicLevel, type BatchOperation } from 'classic-level';
import { closeFolder } from '../files/privateFolder';
import { formatKey, needsFormat, storedFormat } from './storedFormat';

type Level = ClassicLevel<string, Buffer>;
export type LevelStep = BatchOperation<Level, string, Buffer>;

/** Opening writes a few files; with less room than this it would fail and leave nothing to read from. */
const roomNeeded = 1_000_000;
/** Memory in front of it keeps what is read often. */
const cacheSize = 2_000_000;
/** What is not in a table yet lies in memory twice. Up to four databases are open, beside SPILLWAY_MEMORY; LevelDB would take 4 MB. */
const writeBufferSize = 1_000_000;

/** Whether opening failed because another process has the folder open. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { readonly code?: unknown } | undefined)?.code === 'LEVEL_LOCKED';

export class LevelFile {
  private readonly level: Level;
  private torn = false;
  private repairing: Promise<void> | undefined;

  private constructor(private readonly folder: string) {
    this.level = new ClassicLevel(folder, { valueEncoding: 'buffer', cacheSize, writeBufferSize });
  }

  static async open(folder: string): Promise<LevelFile> {
    await closeFolder(folder);
    const file = new LevelFile(folder);
    await file.level.open();
    try {
      const found = (await file.level.get(formatKey))?.toString();
      if (needsFormat(found, folder)) await file.level.put(formatKey, Buffer.from(String(storedFormat)));
    } catch (error) {
      await file.level.close();
      throw error;
    }
    return file;
  }

  async get(key: string): Promise<Buffer | undefined> {
    await this.repairing?.catch(() => undefined);
    return this.level.get(key);
  }

  async getMany(keys: readonly string[]): Promise<readonly (Buffer | undefined)[]> {
    await this.repairing?.catch(() => undefined);
    return this.level.getMany([...keys]);
  }

  /** From `from` up to but not including `to`, at most `limit`. */
  async range(from: string, to: string, limit = -1): Promise<[string, Buffer][]> {
    await this.repairing?.catch(() => undefined);
    return this.level.iterator({ gte: from, lt: to, limit }).all();
  }

  /** Keys that begin with `prefix!`, with their values. */
  entries(prefix: string): AsyncIterable<[string, Buffer]> {
    return this.level.iterator({ gt: `${prefix}!`, lt: `${prefix}"` });
  }

  /** `sync`: it also survives a machine that stops. */
  async batch(steps: readonly LevelStep[], { sync = false } = {}): Promise<void> {
    if (steps.length === 0) return;
    if (this.torn) await this.repair();
    try {
      await this.level.batch([...steps], { sync });
    } catch (error) {
      this.torn = true;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.level.close();
  }

  private repair(): Promise<void> {
    this.repairing ??= this.reopen().finally(() => (this.repairing = undefined));
    return this.repairing;
  }

  private async reopen(): Promise<void> {
    await this.findRoom();
    await this.level.close();
    await this.level.open();
    this.torn = false;
  }

  /** Throws while the disk is full. */
  private async findRoom(): Promise<void> {
    const place = path.join(this.folder, '..', `room-${path.basename(this.folder)}-${process.pid}.tmp`);
    try {
      const handle = await open(place, 'w', 0o600);
      try {
        await handle.writeFile(Buffer.alloc(roomNeeded));
        await handle.sync();
      } finally {
        await handle.close();
      }
    } finally {
      await rm(place, { force: true });
    }
  }
}
