// The rows of the account, of all windows. Each window writes only rows of its own, so two windows never overwrite each other.
// A clock that is set back leaves rows of a later day: those count for today, which is written down beside them, and no more
// on the day they name.
import { readRow, unknownRow, type AccountRow } from './accountRow';
import type { GuardedStore, Outcome } from '../../ports/guardedStore';
import type { WindowMessage } from '../../ports/crossWindow';

/** Old rows go by number, not by date: a clock that was set forward for a moment must not delete today. */
const most = 200;
const movedPrefix = 'moved ';

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
  /** The day that a row counts for instead of its own. */
  private readonly moved = new Map<string, string>();

  constructor(private readonly parts: AccountRowsParts) {
    parts.store.onRestored(() => void parts.store.put('account', this.own()));
  }

  /** False: what is stored could not be read. */
  async load(): Promise<boolean> {
    const { store } = this.parts;
    const damaged: string[] = [];
    const stored = await store.read('account');
    for (const [key, value] of stored ?? []) {
      if (key.startsWith(movedPrefix)) this.move(key.slice(movedPrefix.length), value);
      else {
        const row = readRow(value);
        if (row) this.take(key, row);
        else damaged.push(key);
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

  /** A damaged row may have held all that was spent today. */
  private async replace(damaged: readonly string[]): Promise<void> {
    if (damaged.length === 0) return;
    const { store } = this.parts;
    const today = this.parts.today();
    if (damaged.some((key) => /^\d{4}-\d\d-\d\d /.test(key) && key.slice(0, 10) >= today)) {
      const key = `${today} unknown`;
      this.take(key, unknownRow(today));
      await store.put('account', [[key, unknownRow(today)]]);
    }
    await store.delete('account', damaged);
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
    this.take(key, row);
    this.parts.broadcast({ type: 'account', key, row });
    return this.parts.store.put('account', [[key, row]]);
  }

  private isOwn(key: string): boolean {
    return key.endsWith(` ${this.parts.window}`);
  }

  private dayOf(key: string): string {
    const { day = '' } = this.rows.get(key) ?? {};
    const moved = this.moved.get(key);
    return moved !== undefined && moved < day ? moved : day;
  }

  private move(key: string, day: unknown): void {
    const known = this.moved.get(key);
    if (typeof day === 'string' && (known === undefined || day < known)) this.moved.set(key, day);
  }

  private async moveLaterDays(): Promise<void> {
    const today = this.parts.today();
    const later = [...this.rows.keys()].filter((key) => this.dayOf(key) > today);
    for (const key of later) this.move(key, today);
    await this.parts.store.put(
      'account',
      later.map((key) => [movedPrefix + key, today]),
    );
  }
}
