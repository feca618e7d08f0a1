// The rows of the account, of all windows. Each window writes only rows of its own, so two windows never overwrite each other.
// A clock that is set back leaves rows of a later day: those count for today, which is written down beside them, and no more
// on the day they name. What their window adds afterwards may be of the day they name again, so then they count for both.
import { isNewer, type GuardedStore, type WriteOutcome } from '../../ports/guardedStore';
import type { WindowMessage } from '../../ports/crossWindow';
import { ReplicatedTable } from './replicatedTable';

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
function readRow(value: unknown): AccountRow | undefined {
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

/** Old rows go by number, not by date: a clock that was set forward for a moment must not delete today. Those of today never go. */
const most = 200;
const movedPrefix = 'moved ';

/** The day that a row counts for instead of its own, as it was at that turn. */
export type Move = readonly [day: string, turn: number];

const isMove = (value: unknown): value is Move =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';

/** A row under its key, and under the same key after `movedPrefix` where it was moved to. */
type Stored = AccountRow | Move;

const turnOf = (stored: Stored): number => (isMove(stored) ? stored[1] : stored.turn);

const parse = (key: string, value: unknown): Stored | undefined =>
  key.startsWith(movedPrefix) ? (isMove(value) ? value : undefined) : readRow(value);

/** A turn is written once. The later one holds; of two days that a row was moved to at the same turn, the earlier one. */
export function mergeAccount(known: Stored, other: Stored): Stored {
  const later = turnOf(other) - turnOf(known);
  if (later !== 0) return later > 0 ? other : known;
  return isMove(known) && isMove(other) && other[0] < known[0] ? other : known;
}

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
  private readonly table: ReplicatedTable<Stored>;

  constructor(private readonly parts: AccountRowsParts) {
    const { store, broadcast, seen } = parts;
    this.table = new ReplicatedTable<Stored>({
      store,
      area: 'account',
      parse,
      merge: mergeAccount,
      broadcast: (rows) => {
        for (const [key, row] of rows) broadcast({ type: 'account', key, row });
      },
      taken: (key, row) => {
        if (!isMove(row)) seen(key, row);
      },
    });
  }

  /** False: what is stored could not be read. */
  async load(): Promise<boolean> {
    const unread = await this.table.read();
    if (unread) await this.replace(unread);
    const today = this.parts.today();
    const entries = this.entries();
    const past = entries
      .map(([key]) => key)
      .filter((key) => this.dayOf(key) < today)
      .sort((a, b) => this.dayOf(a).localeCompare(this.dayOf(b)));
    const surplus = past.slice(0, Math.max(0, entries.length - most));
    void this.table.forget([...surplus, ...surplus.map((key) => movedPrefix + key)]);
    await this.moveLaterDays();
    return unread !== undefined;
  }

  /** A row that is damaged, or that only a newer version can read, may hold all that was spent today. */
  private async replace(unread: ReadonlyMap<string, unknown>): Promise<void> {
    const today = this.parts.today();
    if ([...unread.keys()].some((key) => /^\d{4}-\d\d-\d\d /.test(key) && key.slice(0, 10) >= today))
      await this.table.put([[`${today} unknown`, unknownRow(today)]]);
    await this.table.forget([...unread].filter(([, value]) => !isNewer(value, 1)).map(([key]) => key));
  }

  entries(): [key: string, row: AccountRow][] {
    return [...this.table.entries()].filter((entry): entry is [string, AccountRow] => !isMove(entry[1]));
  }

  ofToday(): AccountRow[] {
    const today = this.parts.today();
    return this.entries()
      .filter(([key]) => this.dayOf(key) >= today)
      .map(([, row]) => row);
  }

  /** In the order of their keys: where two count for today, the same one is written each time. */
  own(): [key: string, row: AccountRow][] {
    return this.entries()
      .filter(([key]) => this.isOwn(key))
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }

  ofOthers(): AccountRow[] {
    return this.entries()
      .filter(([key]) => !this.isOwn(key))
      .map(([, row]) => row);
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

  write(key: string, next: AccountRow): Promise<WriteOutcome> {
    const row = { ...next, turn: next.turn + 1 };
    const day = this.dayOf(key);
    // A row that this window knows to be moved stays so.
    const isMoved = day !== '' && day < row.day;
    return this.table.put(
      isMoved
        ? [
            [key, row],
            [movedPrefix + key, [day, row.turn]],
          ]
        : [[key, row]],
    );
  }

  tell(): void {
    this.table.tell();
  }

  /** Another window wrote a row. */
  receive(key: string, row: unknown): void {
    this.table.receive([[key, row]]);
  }

  private isOwn(key: string): boolean {
    return key.endsWith(` ${this.parts.window}`);
  }

  private dayOf(key: string): string {
    const row = this.table.get(key);
    if (!row || isMove(row)) return '';
    const move = this.table.get(movedPrefix + key);
    return move && isMove(move) && move[0] < row.day && row.turn <= move[1] ? move[0] : row.day;
  }

  private async moveLaterDays(): Promise<void> {
    const today = this.parts.today();
    const later = this.entries().filter(([key]) => this.dayOf(key) > today);
    if (later.length > 0)
      await this.table.put(later.map(([key, { turn }]) => [movedPrefix + key, [today, turn]] as const));
  }
}
