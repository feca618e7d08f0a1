// The token statistic: read before the first send, after a refusal and now and then; never more often than needed,
// and never a reason to stop: without it requests go on unlimited until a 429 says otherwise.
import { primaryToken, type TokenRecord } from '../../../operations/tokenStatistic';
import type { Clock } from '../../ports/clock';
import type { RateWindows } from './rateWindows';

const fresh = 30_000;
const old = 5 * 60_000;
const retryAfterFailure = 60_000;
/** Between two readings to learn what the windows count; each tells something only after more calls. */
const betweenLooks = 1_000;
/** How long a send waits for the first statistic. */
const firstReadTimeout = 3_000;

export class TokenStatus {
  private records: readonly TokenRecord[] | undefined;
  private readAt = -Infinity;
  private triedAt = -Infinity;
  private reading: Promise<readonly TokenRecord[]> | undefined;
  /** The first one since the start or since the key changed. */
  private first: Promise<unknown> | undefined;
  private awaited: Promise<unknown> | undefined;
  private era = 0;
  private tightest = false;
  private looking = false;

  constructor(
    private readonly read: () => Promise<readonly TokenRecord[]>,
    private readonly windows: RateWindows,
    private readonly clock: Clock,
    private readonly changed: () => void,
  ) {}

  usage(again: boolean): Promise<readonly TokenRecord[]> {
    const age = this.clock.elapsed() - this.readAt;
    return !again && this.records && age < fresh ? Promise.resolve(this.records) : this.fetch();
  }

  /** True when nothing hinders a send; else calls back when it is known, or when waiting for it is over. */
  ready(callback: () => void): boolean {
    const age = this.clock.elapsed() - Math.max(this.readAt, this.triedAt);
    if (age >= (this.records ? old : retryAfterFailure)) void this.fetch().catch(() => undefined);
    // Only the first reading after a start or a new key is waited for.
    if (this.records || !this.reading || this.reading !== this.first) return true;
    this.callWhenRead(this.reading, callback);
    return false;
  }

  private callWhenRead(reading: Promise<unknown>, callback: () => void): void {
    if (this.awaited === reading) return;
    this.awaited = reading;
    const cancel = this.clock.setTimer(() => {
      if (this.reading === reading) this.reading = undefined;
      callback();
    }, firstReadTimeout);
    const end = () => {
      cancel();
      callback();
    };
    reading.then(end, end);
  }

  /** The service rejected a request although there seemed to be room, or a long rate window is full: reads again, at most once a minute. True while it reads. */
  doubt(refused: boolean): boolean {
    if (refused) this.tightest = true;
    if (this.clock.elapsed() - this.triedAt < retryAfterFailure) return this.reading !== undefined;
    void this.fetch().catch(() => undefined);
    return true;
  }

  /** To learn what the windows count: calls back when there is something new. */
  lookAgain(callback: () => void): void {
    const early = this.triedAt + betweenLooks - this.clock.elapsed();
    if (this.reading || this.looking) return;
    this.looking = true;
    const look = () => {
      this.looking = false;
      this.fetch().then(callback, callback);
    };
    if (early > 0) this.clock.setTimer(look, early);
    else look();
  }

  forget(): void {
    this.records = undefined;
    this.readAt = this.triedAt = -Infinity;
    this.reading = this.first = undefined;
    this.era += 1;
    this.tightest = false;
    this.windows.forget();
  }

  private fetch(): Promise<readonly TokenRecord[]> {
    if (this.reading) return this.reading;
    const { era } = this;
    const first = this.triedAt === -Infinity;
    const began = this.clock.elapsed();
    this.triedAt = began;
    const reading = this.read().then(
      (records) => {
        if (this.reading === reading) this.reading = undefined;
        // The key was replaced in the meantime: the caller gets the records, but the rate windows are another token's.
        if (this.era !== era) return records;
        this.records = records;
        this.readAt = this.clock.elapsed();
        const record = this.ownRecord(records);
        if (record) this.windows.learn(record, this.readAt, began);
        this.changed();
        return records;
      },
      (error: unknown) => {
        if (this.reading === reading) this.reading = undefined;
        throw error;
      },
    );
    this.reading = reading;
    if (first) this.first = reading;
    return reading;
  }

  /** The primary token, or after a 429 the one with the tightest limit. */
  private ownRecord(records: readonly TokenRecord[]): TokenRecord | undefined {
    const room = (record: TokenRecord) => record.minutely_limit || Infinity;
    if (this.tightest) return [...records].sort((a, b) => room(a) - room(b))[0];
    return primaryToken(records);
  }
}
