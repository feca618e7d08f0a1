// For which requests a response was paid for, and for how many results. It outlives the response: one that was evicted,
// cleared or damaged is not "a request never made before". Written under the lock of its request.
import { sendingOf } from '../../request/countBlocks';
import type { DataRequest } from '../../request/dataRequest';
import type { GuardedStore } from '../../ports/guardedStore';
import type { WindowMessage } from '../../ports/crossWindow';
import type { Settings } from '../../request/settings';

interface PaidRow {
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

export class PaidRequests {
  /** What was paid here, or in another window since this one was opened: the store may fail. */
  private readonly memory = new Map<string, PaidRow>();
  /** What was paid here, and is not stored yet. */
  private readonly unwritten = new Set<string>();

  constructor(
    private readonly store: GuardedStore,
    private readonly settings: () => Settings,
    private readonly now: () => number,
    private readonly broadcast: (message: WindowMessage) => void,
  ) {
    store.onRestored(() => void this.merge());
  }

  async covers(request: DataRequest): Promise<boolean> {
    const { slot, count } = sendingOf(request, this.settings());
    const row = await this.row(slot);
    return row !== undefined && row.count >= (count ?? 0);
  }

  /** Forgets the oldest payments beyond a bound: years of use, a few megabytes. */
  async trim(most = 50_000): Promise<void> {
    const rows = await this.store.entries('paid');
    if (rows.length <= most) return;
    const oldest = rows.sort(([, a], [, b]) => (readPaid(a)?.at ?? 0) - (readPaid(b)?.at ?? 0));
    await this.store.delete(
      'paid',
      oldest.slice(0, rows.length - most).map(([slot]) => slot),
    );
  }

  /** `complete`: the source has no more than it gave. */
  async note(slot: string, count: number | undefined, complete: boolean): Promise<void> {
    const known = await this.row(slot);
    const most = complete || count === undefined ? Infinity : Math.max(count, known?.count ?? 0);
    const row: PaidRow = { v: 1, at: this.now(), count: most };
    this.memory.set(slot, row);
    this.unwritten.add(slot);
    this.broadcast({ type: 'paid', slot, row });
    if ((await this.store.put('paid', [[slot, row]])) === 'done') this.unwritten.delete(slot);
  }

  /** A window was opened: it cannot read what is not stored. */
  tell(): void {
    for (const slot of this.unwritten) this.broadcast({ type: 'paid', slot, row: this.memory.get(slot) });
  }

  /** Another window paid. */
  receive(slot: string, value: unknown): void {
    const row = readPaid(value);
    if (row && row.count > (this.memory.get(slot)?.count ?? -1)) this.memory.set(slot, row);
  }

  /** The store works again: other windows may have written larger counts than are known here. */
  private async merge(): Promise<void> {
    const slots = [...this.memory.keys()];
    const rows = await Promise.all(slots.map(async (slot) => [slot, await this.row(slot)] as const));
    if ((await this.store.put('paid', rows)) === 'done')
      for (const slot of slots) this.unwritten.delete(slot);
  }

  private async row(slot: string): Promise<PaidRow | undefined> {
    const here = this.memory.get(slot);
    const stored = readPaid(await this.store.get('paid', slot));
    return (stored?.count ?? -1) > (here?.count ?? -1) ? stored : here;
  }
}
