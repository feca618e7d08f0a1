// What a failure cost, as far as the points of the token statistic prove it. Reading them is free. Points that are the same
// before a call was sent and after it failed prove that nothing was billed meanwhile; points that fell prove nothing where
// other calls were under way; points that once did not show a charge in time prove nothing any more. Where nothing is proved, what
// the response alone tells (client/charge.ts) stands.
import type { TokenRecord } from '../../../operations/tokenStatistic';
import { pause, type Clock } from '../../ports/clock';
import { SpillwayError } from '../../request/errors';

/** The bill may come a moment after the response. */
const settling = 1_000;
const readTimeout = 5_000;
/** How often an assumption is put to the test while the test tells nothing. */
const betweenTests = 60_000;

interface Reading {
  readonly began: number;
  readonly ended: number;
  /** Undefined where a record does not tell its points. */
  readonly points: string | undefined;
}

export interface ChargeProofParts {
  readonly clock: Clock;
  /** Reads the statistic now; what comes is noted here before the promise resolves. */
  readonly read: () => Promise<unknown>;
  /** How many calls of any window were sent, under way or finished since a time of `clock.elapsed()`. */
  readonly callsSince: (elapsed: number) => number;
}

export class ChargeProof {
  private readings: readonly Reading[] = [];
  private reading: Promise<void> | undefined;
  /** What the points have told of failures with this status. */
  private readonly known = new Map<number, 'no' | 'maybe'>();
  private readonly tested = new Map<number, number>();
  /** The reading before calls that were charged and that no reading has shown yet, and when the last of them was. */
  private unshown: Reading | undefined;
  private paidAt = 0;
  /** Calls were charged and the points stayed the same: they count something else, or show a charge too late. */
  private pointless = false;

  constructor(private readonly parts: ChargeProofParts) {}

  /** `cached`: a gateway responded from what it read earlier, which proves nothing of this moment. */
  note(records: readonly TokenRecord[], began: number, cached: boolean): void {
    if (cached) return;
    const known = records.length > 0 && records.every(({ points }) => Number.isFinite(points));
    const points = known ? JSON.stringify(records.map(({ id, points }) => [id, points]).sort()) : undefined;
    if (this.unshown && began - this.paidAt >= settling) {
      this.pointless ||= this.unshown.points === points;
      this.unshown = undefined;
    }
    this.readings = [...this.readings.slice(-9), { began, ended: this.parts.clock.elapsed(), points }];
  }

  notePaid(credits: number): void {
    if (credits <= 0) return;
    this.unshown ??= this.readings.at(-1);
    this.paidAt = this.parts.clock.elapsed();
  }

  /** Another key: nothing that is known holds for it. */
  forget(): void {
    this.readings = [];
    this.known.clear();
    this.tested.clear();
    this.unshown = undefined;
    this.pointless = false;
  }

  /** The error with what is known of its charge; `sentAt` as `clock.elapsed()` tells. */
  async settle(error: SpillwayError, sentAt: number): Promise<SpillwayError> {
    const { status, billed, assumed } = error.facts;
    if (status === undefined || billed === 'yes' || (billed === 'no' && !assumed)) return error;
    const known = assumed ? this.known.get(status) : undefined;
    if (known) return withCharge(error, known);
    const before = this.readings.filter(({ ended }) => ended <= sentAt).at(-1);
    if (before?.points === undefined || this.pointless || !this.isDue(status, assumed)) return error;
    const failedAt = this.parts.clock.elapsed();
    await this.readAgain();
    const after = this.readings.at(-1);
    if (after?.points === undefined || after.began < failedAt || this.pointless || this.unshown) return error;
    if (after.points === before.points) {
      if (assumed) this.known.set(status, 'no');
      return withCharge(error, 'no');
    }
    // Any other call that was under way, or whose bill was to come, may be what the points fell by.
    if (!assumed || this.parts.callsSince(before.began - settling) > 1) return error;
    this.known.set(status, 'maybe');
    return withCharge(error, 'maybe');
  }

  /** A failure that may have been charged is looked into each time; an assumption now and then. A refused key reads nothing. */
  private isDue(status: number, assumed = false): boolean {
    if (!assumed) return true;
    const now = this.parts.clock.elapsed();
    if (status === 401 || now - (this.tested.get(status) ?? -Infinity) < betweenTests) return false;
    this.tested.set(status, now);
    return true;
  }

  /** One reading for all who wait for one and failed before it begins. */
  private readAgain(): Promise<void> {
    return (this.reading ??= this.readOnce());
  }

  private async readOnce(): Promise<void> {
    const { clock, read } = this.parts;
    await pause(clock, settling);
    this.reading = undefined;
    let cancel = () => undefined as void;
    const enough = new Promise<void>((resolve) => (cancel = clock.setTimer(resolve, readTimeout)));
    await Promise.race([
      read().then(
        () => undefined,
        () => undefined,
      ),
      enough,
    ]);
    cancel();
  }
}

function withCharge({ code, facts }: SpillwayError, billed: 'no' | 'maybe'): SpillwayError {
  const { assumed: _assumed, ...rest } = facts;
  return new SpillwayError(code, { ...rest, billed });
}
