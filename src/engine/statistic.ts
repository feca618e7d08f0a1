// The token statistic: read before the first send, after a refusal and now and then; never more often than needed,
// and never a reason to stop: without it requests go on unlimited until a 429 says otherwise.
import type { TokenRecord } from '../operations/tokenStatistic';
import type { Clock } from './clock';
import type { Windows } from './windows';

const fresh = 30_000;
const old = 5 * 60_000;
const retryAfterFailure = 60_000;
/** How long a send waits for the first statistic. */
const patience = 3_000;

export class Statistic {
  private records: readonly TokenRecord[] | undefined;
  private readAt = -Infinity;
  private triedAt = -Infinity;
  private reading: Promise<readonly TokenRecord[]> | undefined;
  private tightest = false;

  constructor(
    private readonly read: () => Promise<readonly TokenRecord[]>,
    private readonly windows: Windows,
    private readonly clock: Clock,
    private readonly changed: () => void,
  ) {}

  usage(anew: boolean): Promise<readonly TokenRecord[]> {
    const age = this.clock.elapsed() - this.readAt;
    return !anew && this.records && age < fresh ? Promise.resolve(this.records) : this.fetch();
  }

  /** True when nothing hinders a send; else calls back when it is known, or when waiting for it is over. */
  ready(callback: () => void): boolean {
    const now = this.clock.elapsed();
    const known = this.records !== undefined;
    if (now - Math.max(this.readAt, this.triedAt) < (known ? old : retryAfterFailure))
      return !this.reading || known;
    const first = !known && this.triedAt === -Infinity;
    const reading = this.fetch().catch(() => undefined);
    if (!first) return true;
    const cancel = this.clock.setTimer(() => {
      this.reading = undefined;
      callback();
    }, patience);
    void reading.then(() => {
      cancel();
      callback();
    });
    return false;
  }

  /** The service refused although there seemed to be room, or a long window is full: looks again, at most once a minute. True while it looks. */
  doubt(refused: boolean): boolean {
    if (refused) this.tightest = true;
    if (this.clock.elapsed() - this.triedAt < retryAfterFailure) return this.reading !== undefined;
    void this.fetch().catch(() => undefined);
    return true;
  }

  forget(): void {
    this.records = undefined;
    this.readAt = this.triedAt = -Infinity;
    this.reading = undefined;
    this.tightest = false;
    this.windows.forget();
  }

  private fetch(): Promise<readonly TokenRecord[]> {
    if (this.reading) return this.reading;
    this.triedAt = this.clock.elapsed();
    const reading = this.read().then(
      (records) => {
        if (this.reading === reading) this.reading = undefined;
        this.records = records;
        this.readAt = this.clock.elapsed();
        const record = this.ownRecord(records);
        if (record) this.windows.learn(record, this.readAt);
        this.changed();
        return records;
      },
      (error: unknown) => {
        if (this.reading === reading) this.reading = undefined;
        throw error;
      },
    );
    this.reading = reading;
    return reading;
  }

  /** An account may list several tokens and does not say which one asks: the primary, or after a refusal the tightest. */
  private ownRecord(records: readonly TokenRecord[]): TokenRecord | undefined {
    const room = (record: TokenRecord) => record.minutely_limit || Infinity;
    if (this.tightest) return [...records].sort((a, b) => room(a) - room(b))[0];
    return records.find((record) => record.is_primary) ?? records[0];
  }
}
