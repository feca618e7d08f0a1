// What is owed to the history, oldest first, within a bound. It is kept on disk where there is a data folder, so that it
// outlives this process; each running gateway has a file of its own.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { LevelFile } from '../stores/levelFile';
import { NewerFormat } from '../stores/storedFormat';
import { decodeOwed, encodeOwed, owedSize, type OwedResponse } from './owedResponse';

export interface OwedEntry {
  readonly id: string;
  readonly size: number;
  readonly response: OwedResponse;
}

export interface Outbox {
  /** Whether what is in it outlives the process. */
  readonly outlives: boolean;
  readonly count: number;
  readonly bytes: number;
  /** Resolves when they outlive the process, where they can. */
  put(responses: readonly OwedResponse[]): Promise<void>;
  /** The oldest, of at least one and at most so many, together not much larger than `bytes`. */
  oldest(count: number, bytes: number): Promise<readonly OwedEntry[]>;
  remove(entries: readonly OwedEntry[]): Promise<void>;
  close(): Promise<void>;
}

function within(entries: readonly OwedEntry[], count: number, bytes: number): readonly OwedEntry[] {
  let sum = 0;
  const end = entries.findIndex(({ size }, index) => index >= count || (sum += size) > bytes);
  return entries.slice(0, end < 0 ? entries.length : Math.max(1, end));
}

export class MemoryOutbox implements Outbox {
  readonly outlives: boolean = false;
  private entries: OwedEntry[] = [];
  private next = 0;
  bytes = 0;

  get count(): number {
    return this.entries.length;
  }

  put(responses: readonly OwedResponse[]): Promise<void> {
    for (const response of responses) {
      const size = owedSize(response);
      this.bytes += size;
      this.entries.push({ id: String((this.next += 1)), size, response });
    }
    return Promise.resolve();
  }

  oldest(count: number, bytes: number): Promise<readonly OwedEntry[]> {
    return Promise.resolve(within(this.entries.slice(0, count), count, bytes));
  }

  remove(entries: readonly OwedEntry[]): Promise<void> {
    const gone = new Set(entries.map(({ id }) => id));
    this.entries = this.entries.filter(({ id }) => !gone.has(id));
    for (const { size } of entries) this.bytes -= size;
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Gateways on one machine may share a data folder. */
const mostFiles = 16;
const digits = 12;
const fileIn = (data: string, number: number): string => path.join(data, `history-owed-${number}`);

export class DiskOutbox implements Outbox {
  readonly outlives = true;
  private next = 0;
  count = 0;
  bytes = 0;

  private constructor(private readonly level: LevelFile) {}

  /** Takes the first file that no other gateway has open, and what gateways that ended left in others. */
  static async open(data: string): Promise<DiskOutbox> {
    for (let number = 1; ; number += 1) {
      try {
        const box = new DiskOutbox(await LevelFile.open(fileIn(data, number)));
        await box.load();
        for (let other = number + 1; other <= mostFiles; other += 1) await box.adopt(fileIn(data, other));
        return box;
      } catch (error) {
        if (number >= mostFiles || error instanceof NewerFormat) throw error;
      }
    }
  }

  async put(responses: readonly OwedResponse[]): Promise<void> {
    const puts = responses.map((response) => ({
      type: 'put' as const,
      key: `owed!${String((this.next += 1)).padStart(digits, '0')}`,
      value: encodeOwed(response),
    }));
    await this.level.batch(puts);
    for (const { value } of puts) this.add(1, value.length);
  }

  async oldest(count: number, bytes: number): Promise<readonly OwedEntry[]> {
    const found: OwedEntry[] = [];
    const damaged: Pick<OwedEntry, 'id' | 'size'>[] = [];
    let read = 0;
    // No more than that is read: what is owed may be many times the memory of a small machine.
    for await (const [id, value] of this.level.entries('owed')) {
      const size = value.length;
      const response = decodeOwed(value);
      if (response) found.push({ id, size, response });
      else damaged.push({ id, size });
      if (found.length >= count || (read += size) > bytes) break;
    }
    await this.remove(damaged);
    return within(found, count, bytes);
  }

  async remove(entries: readonly Pick<OwedEntry, 'id' | 'size'>[]): Promise<void> {
    await this.level.batch(entries.map(({ id }) => ({ type: 'del' as const, key: id })));
    for (const { size } of entries) this.add(-1, -size);
  }

  close(): Promise<void> {
    return this.level.close();
  }

  /** Written here before it is deleted there: killed in between, it is written twice, which the history knows as one. */
  private async adopt(folder: string): Promise<void> {
    if (!existsSync(folder)) return;
    const level = await LevelFile.open(folder).catch(() => undefined);
    if (!level) return;
    try {
      for await (const [key, value] of level.entries('owed')) {
        const response = decodeOwed(value);
        if (response) await this.put([response]);
        await level.batch([{ type: 'del', key }]);
      }
    } finally {
      await level.close();
    }
  }

  private async load(): Promise<void> {
    for await (const [key, value] of this.level.entries('owed')) {
      this.next = Number(key.slice('owed!'.length));
      this.add(1, value.length);
    }
  }

  private add(entries: number, bytes: number): void {
    this.count += entries;
    this.bytes += bytes;
  }
}
