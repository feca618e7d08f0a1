// One API token: its plan, its points, its rate windows, and what a request does to them. A request is counted when it is
// admitted, so that concurrent ones cannot exceed a window; one that turns out to be free is uncounted.
import { windows, type TokenRecord, type WindowId } from '../../src/operations/tokenStatistic';
import { Problem } from '../contract/problem';
import { RateWindow, type KeptWindow } from './window';

export type Limits = Readonly<Record<WindowId, number>>;

export interface TokenSettings {
  readonly plan: string;
  readonly points: number;
  readonly limits: Limits;
  readonly usageContext: 'standard' | 'mcp_only';
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface TokenIdentity {
  readonly id: string;
  readonly user: NonNullable<TokenRecord['user']>;
  readonly isPrimary: boolean;
  readonly createdAt: number;
}

/** What was used of a token. */
export interface KeptToken {
  readonly points: number;
  readonly lastUsedAt: number | null;
  readonly windows: Partial<Readonly<Record<WindowId, KeptWindow>>>;
}

/** A request that was admitted and counted. */
export interface Admission {
  giveBack(): void;
}

export class Token {
  private points: number;
  private lastUsedAt: number | null = null;
  private readonly rateWindows: ReadonlyMap<WindowId, RateWindow>;

  constructor(
    readonly identity: TokenIdentity,
    private readonly settings: TokenSettings,
  ) {
    this.points = settings.points;
    this.rateWindows = new Map(
      windows.map(({ id, seconds }) => [id, new RateWindow(seconds, settings.limits[id])]),
    );
  }

  isExpired(now: number): boolean {
    return now >= this.settings.expiresAt;
  }

  get mayFetchData(): boolean {
    return this.settings.usageContext === 'standard';
  }

  admit(credits: number, now: number): Admission {
    this.lastUsedAt = now;
    if (credits > this.points) {
      throw new Problem(403, `Not enough points: this request costs ${credits}, ${this.points} are left.`);
    }
    const wait = Math.max(...[...this.rateWindows.values()].map((window) => window.wait(now)));
    if (wait > 0) throw this.limited(wait, now);
    this.points -= credits;
    const undo = [...this.rateWindows.values()].map((window) => window.take(now));
    let given = false;
    return {
      giveBack: () => {
        if (given) return;
        given = true;
        this.points += credits;
        for (const back of undo) back();
      },
    };
  }

  limited(waitMs: number, now: number): Problem {
    const full = windows.filter(({ id }) => (this.rateWindows.get(id)?.wait(now) ?? 0) > 0);
    const named = full.map(({ id }) => `${id} limit of ${this.settings.limits[id]}`).join(', ');
    const detail = `Rate limit exceeded${named && `: ${named}`}.`;
    return new Problem(429, detail, { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) });
  }

  keep(): KeptToken {
    const { points, lastUsedAt } = this;
    const windows = Object.fromEntries([...this.rateWindows].map(([id, window]) => [id, window.keep()]));
    return { points, lastUsedAt, windows };
  }

  restore({ points, lastUsedAt, windows: kept }: KeptToken): void {
    this.points = points;
    this.lastUsedAt = lastUsedAt;
    for (const [id, window] of this.rateWindows) if (kept[id]) window.restore(kept[id]);
  }

  record(now: number): TokenRecord {
    const { identity, settings } = this;
    const iso = (time: number) => new Date(time).toISOString();
    const counters: Record<string, number> = {};
    for (const { id } of windows) counters[`${id}_limit`] = settings.limits[id];
    for (const { id } of windows) counters[`${id}_usage`] = this.rateWindows.get(id)?.usage(now) ?? 0;
    return {
      id: identity.id,
      user: identity.user,
      is_primary: identity.isPrimary,
      points: this.points,
      plan: settings.plan,
      usage_context: settings.usageContext,
      expires_at: iso(settings.expiresAt),
      created_at: iso(identity.createdAt),
      last_used_at: this.lastUsedAt === null ? null : iso(this.lastUsedAt),
      ...counters,
      is_recommended: identity.isPrimary && settings.usageContext === 'standard',
    };
  }
}
