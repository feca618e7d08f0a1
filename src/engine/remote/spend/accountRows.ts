// The rows of the account, of all windows. Each window writes only rows of its own, so two windows never overwrite each other.
// A clock that is set back leaves rows of a later day: those count for today, which is written down beside them, and no more
// on the day they name. What their window adds afterwards may be of the day they name again, so then they count for both.
import { isNewer, type GuardedStore, type Outcome } from '../../ports/guardedStore';
import type { WindowMessage } from '../../ports/crossWindow';

// One window's share of the account for one day, as it is stored.

/** Credits, how many of them nobody was asked about, and when the intent was stored. */
type Intent = readonly [credits: number, unasked: number, at: number];

export interface AccountRow {
  readonly v: 1;
  /** Counts the writes: of two copies of a row the higher one is newer. */
  readonly turn: number;
  readonly day: string;
  /** Credits of calls whose outcome is known. */
  readonly settled: number;
  /** How many of those were spent without asking. */
  readonly unasked: number;
  /** Calls whose outcome is not known: each may have been billed. */
  readonly open: Readonly<Record<string, Intent>>;
  /** What was spent without asking a short while ago. */
  readonly lately: readonly (readonly [at: number, credits: number])[];
  /** In place of a row that was damaged: nobody knows what was spent that day. */
  readonly isUnknown?: boolean;
}

const isAmount = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0;

/** Undefined for anything that this version did not write or that was damaged. */
export function readRow(value: unknown): AccountRow | undefined {
  const row = value as Partial<AccountRow> | null | undefined;
  const sound =
    row?.v === 1 &&
    typeof row.day === 'string' &&
    isAmount(row.turn) &&
    isAmount(row.settled) &&
    isAmount(row.unasked) &&
    typeof row.open === 'object' &&
    row.open !== null &&
    Object.values(row.open).every((intent) => Array.isArray(intent) && intent.every(isAmount)) &&
    Array.isArray(row.lately) &&
    row.lately.every((spent) => Array.isArray(spent) && spent.every(isAmount));
  return sound ? (row as AccountRow) : undefined;
}

const unknownRow = (day: string): AccountRow => ({
  v: 1,
  turn: 1,
  day,
  settled: 0,
  unasked: 0,
  open: {},
  lately: [],
  isUnknown: true,
});

export const rowTotal = ({ settled, open }: AccountRow): number =>
  Object.values(open).reduce((sum, [credits]) => sum + credits, settled);

/** What was spent without asking: all of it, or with when. */
export const unaskedTotal = ({ unasked, open }: AccountRow): number =>
  Object.values(open).reduce((sum, [, credits]) => sum + credits, unasked);

type Lately = AccountRow['lately'];

/** What was spent within a second of each other is kept as one, with the later date. */
export function withSpent(lately: Lately, at: number, credits: number): Lately {
  const last = lately.at(-1);
  if (!last || Math.abs(last[0] - at) > 1_000) return [...lately, [at, credits]];
  return [...lately.slice(0, -1), [Math.max(last[0], at), last[1] + credits]];
}

export const unaskedLately = ({ lately, open }: AccountRow): (readonly [at: number, credits: number])[] => [
  ...lately,
  ...Object.values(open).map(([, credits, at]) => [at, credits] as const),
];

/** Old rows go by number, not by date: a clock that was set forward for a moment must not delete today. */
const most = 200;
const movedPrefix = 'moved ';

/** The day that a row counts for instead of its own, as it was at that turn. */
type Move = readonly [day: string, turn: number];

const isMove = (value: unknown): value is Move =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';

export interface AccountRowsParts {
  readonly store: GuardedStore;
  /** Names this window's rows. */
  readonly window: string;
  readonly today: () => string;
  readonly broadcast: (message: WindowMessage) => void;
  /** A row was read, received or written. */
  readonly seen: (key: string, row: AccountRow) => void;
}

export class AccountRows {
  private readonly rows = new Map<string, AccountRow>();
  private readonly moved = new Map<string, Move>();

  constructor(private readonly parts: AccountRowsParts) {
    parts.store.onRestored(() => void parts.store.put('account', this.own()));
  }

  /** False: what is stored could not be read. */
  async load(): Promise<boolean> {
    const { store } = this.parts;
    const damaged = new Map<string, boolean>();
    const stored = await store.read('account');
    for (const [key, value] of stored ?? []) {
      if (key.startsWith(movedPrefix)) this.move(key.slice(movedPrefix.length), value);
      else {
        const row = readRow(value);
        if (row) this.take(key, row);
        else damaged.set(key, isNewer(value, 1));
      }
    }
    await this.replace(damaged);
    const oldest = [...this.rows.keys()].sort((a, b) => this.dayOf(a).localeCompare(this.dayOf(b)));
    const surplus = oldest.slice(0, Math.max(0, oldest.length - most));
    for (const key of surplus) this.rows.delete(key);
    void store.delete('account', [...surplus, ...surplus.map((key) => movedPrefix + key)]);
    await this.moveLaterDays();
    return stored !== undefined;
  }

  /** A row that is damaged, or that only a newer version can read, may hold all that was spent today. */
  private async replace(unread: ReadonlyMap<string, boolean>): Promise<void> {
    if (unread.size === 0) return;
    const { store } = this.parts;
    const today = this.parts.today();
    if ([...unread.keys()].some((key) => /^\d{4}-\d\d-\d\d /.test(key) && key.slice(0, 10) >= today)) {
      const key = `${today} unknown`;
      this.take(key, unknownRow(today));
      await store.put('account', [[key, unknownRow(today)]]);
    }
    await store.delete(
      'account',
      [...unread].filter(([, isKept]) => !isKept).map(([key]) => key),
    );
  }

  entries(): Iterable<readonly [key: string, row: AccountRow]> {
    return this.rows;
  }

  ofToday(): AccountRow[] {
    const today = this.parts.today();
    return [...this.rows].filter(([key]) => this.dayOf(key) >= today).map(([, row]) => row);
  }

  own(): [key: string, row: AccountRow][] {
    return [...this.rows].filter(([key]) => this.isOwn(key));
  }

  ofOthers(): AccountRow[] {
    return [...this.rows].filter(([key]) => !this.isOwn(key)).map(([, row]) => row);
  }

  /** This window's row for today; a new one where the day of an earlier one was moved. */
  ownToday(): [key: string, row: AccountRow] {
    const day = this.parts.today();
    const own = this.own();
    const none: AccountRow = { v: 1, turn: 0, day, settled: 0, unasked: 0, open: {}, lately: [] };
    return (
      own.find(([key]) => this.dayOf(key) === day) ?? [`${day} ${own.length} ${this.parts.window}`, none]
    );
  }

  /** Messages and the store may deliver the same row in any order. */
  take(key: string, row: AccountRow): void {
    const known = this.rows.get(key);
    if (known && row.turn <= known.turn) return;
    this.rows.set(key, row);
    this.parts.seen(key, row);
  }

  async write(key: string, next: AccountRow): Promise<Outcome> {
    const row = { ...next, turn: next.turn + 1 };
    const day = this.dayOf(key);
    this.take(key, row);
    this.parts.broadcast({ type: 'account', key, row });
    // A row that this window knows to be moved stays so.
    const move: Move = [day, row.turn];
    const isMoved = day !== '' && day < row.day;
    if (isMoved) this.move(key, move);
    return this.parts.store.put(
      'account',
      isMoved
        ? [
            [key, row],
            [movedPrefix + key, move],
          ]
        : [[key, row]],
    );
  }

  tell(): void {
    for (const [key, row] of this.own()) this.parts.broadcast({ type: 'account', key, row });
  }

  private isOwn(key: string): boolean {
    return key.endsWith(` ${this.parts.window}`);
  }

  private dayOf(key: string): string {
    const { day = '', turn = 0 } = this.rows.get(key) ?? {};
    const [moved, atTurn] = this.moved.get(key) ?? [day, turn];
    return moved < day && turn <= atTurn ? moved : day;
  }

  private move(key: string, move: unknown): void {
    const [day, turn] = this.moved.get(key) ?? [];
    if (!isMove(move)) return;
    if (day === undefined || turn === undefined || move[1] > turn || (move[1] === turn && move[0] < day))
      this.moved.set(key, move);
  }

  private async moveLaterDays(): Promise<void> {
    const today = this.parts.today();
    const later = [...this.rows.keys()].filter((key) => this.dayOf(key) > today);
    const moves = later.map((key) => [key, [today, this.rows.get(key)?.turn ?? 0]] as const);
    for (const [key, move] of moves) this.move(key, move);
    await this.parts.store.put(
      'account',
      moves.map(([key, move]) => [movedPrefix + key, move]),
    );
  }
}
