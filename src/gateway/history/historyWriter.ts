// Writes paid responses into the history after they were delivered: one writer, in batches, oldest first. A history that is away
// or hangs delays nobody; what is owed waits within a bound. A response is known by its request and time, so that writing it
// again after a crash changes nothing.
import { setImmediate as pause } from 'node:timers/promises';
import type { ObservedResponse } from '../../history/observation';
import type { HistoryBackend } from './backend';
import type { Outbox, OwedEntry } from './outbox';
import { partsOf, recordsOf, owedSize, type OwedResponse } from './owedResponse';

export interface HistoryHealth {
  readonly state: 'ok' | 'away';
  readonly reason?: string;
  /** Responses that wait to be written. */
  readonly owed: number;
}

export interface WriterParts {
  readonly backend: HistoryBackend;
  readonly outbox: Outbox;
  /** Bytes that may be owed. */
  readonly maxOwed: number;
  /** Milliseconds after which a batch is written. */
  readonly delay?: number | undefined;
  /** Milliseconds before it is tried again: after the first failure, and at most. */
  readonly retry?: readonly [number, number];
  readonly reasonOf: (error: unknown) => string;
  readonly onWritten: (count: number) => void;
  /** Responses that will never be written. */
  readonly onLost: (count: number, why: string) => void;
  readonly onChange: (health: HistoryHealth) => void;
}

/** Large for few transactions; smaller after a failure, since what takes too long together may not take too long alone. */
const batch = { count: 50, bytes: 4_000_000 };

/** Sightings in one transaction. */
const step = 400;

/** Milliseconds after which a batch that has not ended counts as hanging; a statement of a database has ten seconds. */
const slowAfter = 20_000;
const usualDelay = 250;

export class HistoryWriter {
  private fresh: OwedResponse[] = [];
  private freshBytes = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private early: NodeJS.Immediate | undefined;
  private keeping: Promise<void> = Promise.resolve();
  private wait = 0;
  private atOnce = batch.count;
  private reason: string | undefined;
  private closed = false;
  /** When the batch that is being written began. */
  private began: number | undefined;

  constructor(private readonly parts: WriterParts) {
    if (parts.outbox.count > 0) this.soon(0);
  }

  get health(): HistoryHealth {
    const owed = this.parts.outbox.count + this.fresh.length;
    const hangs = this.began !== undefined && performance.now() - this.began > slowAfter;
    const reason = hangs ? 'it responds too slowly' : this.reason;
    return reason === undefined ? { state: 'ok', owed } : { state: 'away', reason, owed };
  }

  /** Costs next to nothing: everything else happens later. */
  note(response: OwedResponse): void {
    const { outbox, maxOwed, onLost, delay = usualDelay } = this.parts;
    const size = owedSize(response);
    if (outbox.bytes + this.freshBytes + size > maxOwed) {
      onLost(1, 'too many responses are waiting to be written');
      return;
    }
    this.fresh.push(response);
    this.freshBytes += size;
    // A process that is killed before the batch is written still owes it.
    if (outbox.outlives) this.early ??= setImmediate(() => this.keepEarly());
    this.soon(delay);
  }

  /** Writes what has come in until now, if the history can be reached. */
  async flush(): Promise<void> {
    // Of several who wait for a batch, the next one writes, and the others wait for that.
    while (this.running) await this.running;
    clearTimeout(this.timer);
    this.timer = undefined;
    await (this.running = this.run().finally(() => this.ended()));
  }

  /** Writes what it can; what it cannot is kept where it outlives the process, or is lost. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    clearImmediate(this.early);
    while (this.running) await this.running;
    await this.keeping;
    // A history that is away has been waited for long enough.
    if (this.reason === undefined) await this.run();
    else await this.keep().catch(() => undefined);
    const unsaved = this.fresh.length + (this.parts.outbox.outlives ? 0 : this.parts.outbox.count);
    if (unsaved > 0) this.parts.onLost(unsaved, 'the gateway was stopped before they could be written');
  }

  private soon(milliseconds: number): void {
    if (this.timer !== undefined || this.running) return;
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.running = this.run().finally(() => this.ended());
      },
      Math.max(milliseconds, this.wait),
    ).unref();
  }

  /** What came in during the last moments of a run, and may be in the outbox already, has no run of its own yet. */
  private ended(): void {
    this.running = undefined;
    if (this.closed) return;
    const { outbox, delay = usualDelay } = this.parts;
    if (this.reason !== undefined) this.soon(this.wait);
    else if (this.fresh.length + outbox.count > 0) this.soon(delay);
  }

  private async run(): Promise<void> {
    const { outbox, retry: [first, most] = [1_000, 30_000] } = this.parts;
    try {
      for (;;) {
        this.began = performance.now();
        await this.keep();
        const entries = await outbox.oldest(this.atOnce, batch.bytes);
        if (entries.length === 0) {
          // Nothing to write does not show that it could be written.
          if (this.reason !== undefined) await this.parts.backend.scopes();
          break;
        }
        await this.write(entries);
        this.atOnce = Math.min(batch.count, this.atOnce * 2);
      }
      this.wait = 0;
      this.tell(undefined);
    } catch (error) {
      this.wait = Math.min(most, Math.max(first, this.wait * 2));
      this.atOnce = Math.max(1, Math.floor(this.atOnce / 2));
      this.tell(this.parts.reasonOf(error));
    } finally {
      this.began = undefined;
    }
  }

  /** Tries the history once, so that one that is damaged is known before the first response is written. */
  async probe(): Promise<void> {
    this.began = performance.now();
    try {
      await this.parts.backend.scopes();
    } catch (error) {
      this.tell(this.parts.reasonOf(error));
      if (!this.closed) this.soon(this.wait);
    } finally {
      this.began = undefined;
    }
  }

  private keepEarly(): void {
    this.early = undefined;
    // What fails is tried again with the batch, which tells it.
    this.keep().catch(() => undefined);
  }

  /** What has come in outlives the process from here on, where it can. One after the other: each is put once. */
  private keep(): Promise<void> {
    const done = this.keeping.then(() => this.keepNow());
    this.keeping = done.catch(() => undefined);
    return done;
  }

  private async keepNow(): Promise<void> {
    const fresh = [...this.fresh];
    if (fresh.length === 0) return;
    await this.parts.outbox.put(fresh);
    this.fresh = this.fresh.slice(fresh.length);
    this.freshBytes = this.fresh.reduce((sum, response) => sum + owedSize(response), 0);
  }

  private async write(entries: readonly OwedEntry[]): Promise<void> {
    const { outbox, onWritten, onLost, reasonOf } = this.parts;
    try {
      await this.append(entries);
    } catch (error) {
      if (!isContentFault(error)) throw error;
      if (entries.length === 1) {
        onLost(1, reasonOf(error));
        await outbox.remove(entries);
        return;
      }
      for (const entry of entries) await this.write([entry]);
      return;
    }
    await outbox.remove(entries);
    onWritten(entries.length);
  }

  /** In steps of a few hundred records: between them whoever waits for a response gets it. */
  private async append(entries: readonly OwedEntry[]): Promise<void> {
    const { backend, onLost } = this.parts;
    const ready = new Map<string, ObservedResponse[]>();
    let sightings = 0;
    const flush = async () => {
      for (const [scope, responses] of ready) await backend.of(scope).append(responses);
      ready.clear();
      sightings = 0;
    };
    for (const { response } of entries) {
      await pause();
      const read = await recordsOf(response);
      if (!read) onLost(1, 'it is not a list of records');
      else if (read.tooDeep > 0) onLost(read.tooDeep, 'records are nested too deeply');
      for (const part of read ? partsOf(response, read.records) : []) {
        ready.set(response.scope, [...(ready.get(response.scope) ?? []), part]);
        sightings += part.sightings.length;
        if (sightings >= step) await flush();
        await pause();
      }
    }
    await flush();
  }

  private tell(reason: string | undefined): void {
    const hasChanged = reason !== this.reason;
    this.reason = reason;
    if (hasChanged) this.parts.onChange(this.health);
  }
}

/** Codes of PostgreSQL (appendix A of its manual): data, integrity, program limits such as the depth of JSON. */
const contentCodes = /^(22|23|54)...$/;

/**
 * Whether contents are at fault, of a record or of a question, and not the place they were for: the same would fail again, for
 * nobody else.
 */
export const isContentFault = (error: unknown): boolean => {
  // Too deep for the stack, or not what the program takes for a record.
  if (error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && contentCodes.test(code);
};
