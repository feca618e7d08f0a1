// For which requests a response was paid for, and for how many results. It outlives the response: one that was evicted,
// cleared or damaged is not "a request never made before". Written under the lock of its request. A payment is found again
// however counts were shared when it was made.
import { paidSlots, type DataRequest } from '../../request/dataRequest';
import type { GuardedStore } from '../../ports/guardedStore';
import type { WindowMessage } from '../../ports/crossWindow';
import type { Settings } from '../../request/settings';
import { ReplicatedTable } from './replicatedTable';

export interface PaidRow {
  readonly v: 1;
  readonly at: number;
  /** The largest count; Infinity where the source has no more, or where there is no count. */
  readonly count: number;
}

function isPaidRow(value: unknown): value is PaidRow {
  const row = value as Partial<PaidRow> | null | undefined;
  return row?.v === 1 && typeof row.count === 'number' && row.count >= 0;
}

/** A damaged row still tells that something was paid. */
const readPaid = (value: unknown): PaidRow | undefined =>
  value === undefined || isPaidRow(value) ? value : { v: 1, at: 0, count: Infinity };

/** The larger count holds; of two that are the same, the later payment. */
export const mergePaid = (known: PaidRow, other: PaidRow): PaidRow =>
  other.count > known.count || (other.count === known.count && other.at > known.at) ? other : known;

/** The largest of the counts that each have a slot of their own, for when counts are shared. */
const mostSlot = (key: string): string => `${key}#most`;

export class PaidRequests {
  private readonly table: ReplicatedTable<PaidRow>;

  constructor(
    private readonly store: GuardedStore,
    private readonly settings: () => Settings,
    private readonly now: () => number,
    broadcast: (message: WindowMessage) => void,
  ) {
    this.table = new ReplicatedTable<PaidRow>({
      store,
      area: 'paid',
      parse: (_, value) => readPaid(value),
      merge: mergePaid,
      broadcast: (rows) => {
        for (const [slot, row] of rows) broadcast({ type: 'paid', slot, row });
      },
    });
  }

  async covers(request: DataRequest): Promise<boolean> {
    const slots = paidSlots(request);
    if (this.settings().reuseCounts) slots.push(mostSlot(request.key));
    const rows = await Promise.all(slots.map((slot) => this.table.lookUp(slot)));
    return rows.some((row) => row !== undefined && row.count >= (request.count ?? 0));
  }

  /** Forgets the oldest payments beyond a bound: years of use, a few megabytes. */
  async trim(most = 50_000): Promise<void> {
    const rows = await this.store.entries('paid');
    if (rows.length <= most) return;
    const oldest = rows.sort(([, a], [, b]) => (readPaid(a)?.at ?? 0) - (readPaid(b)?.at ?? 0));
    await this.table.forget(oldest.slice(0, rows.length - most).map(([slot]) => slot));
  }

  /** `complete`: the source has no more than it gave. */
  note(key: string, slot: string, count: number | undefined, complete: boolean): Promise<unknown> {
    const most = complete || count === undefined ? Infinity : count;
    const row: PaidRow = { v: 1, at: this.now(), count: most };
    return this.table.put((slot === key ? [key] : [slot, mostSlot(key)]).map((each) => [each, row] as const));
  }

  tell(): void {
    this.table.tell();
  }

  /** Another window paid. */
  receive(slot: string, row: unknown): void {
    this.table.receive([[slot, row]]);
  }
}
