// Bursts that wait for a person's yes. They survive a restart and are the same in every window.
import { isOperationId } from '../operations';
import { cost } from '../operations/cost';
import { sentCount } from './countReuse';
import { makeDataRequest, withCount, type DataRequest } from './dataRequest';
import type { HeldBurst } from './engine';
import { SpillwayError } from './errors';
import type { GuardedStore } from './guardedStore';
import type { Settings } from './settings';

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

function readRequest(value: unknown): DataRequest | undefined {
  const { operation, params, raw, count } = value as Partial<DataRequest>;
  if (typeof operation !== 'string' || !isOperationId(operation)) return undefined;
  if (typeof params !== 'object' || typeof raw !== 'object') return undefined;
  // The key is made anew: an update of the product may make keys in another way.
  const request = makeDataRequest(operation, params, raw);
  return request.count === undefined || !Number.isInteger(count) ? request : withCount(request, count);
}

function readHold(value: unknown): HeldBurst | undefined {
  const hold = value as (Partial<HeldBurst> & { v?: number }) | null;
  if (hold?.v !== 1 || typeof hold.id !== 'string' || !Array.isArray(hold.requests)) return undefined;
  const requests = hold.requests.map(readRequest).filter((request) => request !== undefined);
  if (requests.length === 0) return undefined;
  return {
    id: hold.id,
    since: Number(hold.since) || 0,
    reason: hold.reason === 'daily_cap' ? 'daily_cap' : 'ask_above',
    requests,
    cells: texts(hold.cells),
    cached: Number(hold.cached) || 0,
    credits: Number(hold.credits) || 0,
  };
}

export class Holds {
  private all = new Map<string, HeldBurst>();
  private byKey = new Map<string, string>();

  constructor(
    private readonly store: GuardedStore,
    private readonly settings: () => Settings,
    private readonly changed: () => void,
  ) {}

  async load(): Promise<void> {
    const rows = await this.store.entries('holds');
    const unsaved = [...this.all].filter(([id]) => !rows.some(([key]) => key === id));
    this.all = new Map(unsaved);
    for (const [, value] of rows) {
      const hold = readHold(value);
      if (hold) this.all.set(hold.id, hold);
    }
    this.reindex();
  }

  /** What another window did with the holds is in the store. */
  async reload(): Promise<void> {
    this.all.clear();
    await this.load();
  }

  list(): readonly HeldBurst[] {
    return [...this.all.values()];
  }

  add(hold: HeldBurst): SpillwayError {
    this.save(hold);
    return this.error(hold);
  }

  /** The hold that the request waits in; notes the cell, and the larger count. */
  join(request: DataRequest, cell: string | undefined): SpillwayError | undefined {
    const hold = this.all.get(this.byKey.get(request.key) ?? '');
    if (!hold) return undefined;
    const held = hold.requests.find(({ key }) => key === request.key);
    const grows = (held?.count ?? 0) < (request.count ?? 0);
    if (grows || (cell !== undefined && !hold.cells.includes(cell))) {
      const requests = hold.requests.map((each) =>
        each.key === request.key && grows ? withCount(each, request.count) : each,
      );
      const settings = this.settings();
      const credits = requests.reduce(
        (sum, each) => sum + cost(each.operation, sentCount(each, settings)),
        0,
      );
      const grown = {
        ...hold,
        requests,
        credits,
        cells: [...new Set([...hold.cells, ...(cell ? [cell] : [])])],
      };
      this.save(grown);
      return this.error(grown);
    }
    return this.error(hold);
  }

  take(id: string): HeldBurst | undefined {
    const hold = this.all.get(id);
    if (!hold) return undefined;
    this.all.delete(id);
    this.reindex();
    void this.store.delete('holds', [id]).then(this.changed);
    return hold;
  }

  private save(hold: HeldBurst): void {
    this.all.set(hold.id, hold);
    this.reindex();
    void this.store.put('holds', [[hold.id, { v: 1, ...hold }]]).then(this.changed);
  }

  private reindex(): void {
    this.byKey = new Map(
      [...this.all.values()].flatMap(({ id, requests }) => requests.map(({ key }) => [key, id])),
    );
  }

  private error({ credits }: HeldBurst): SpillwayError {
    return new SpillwayError('held', { credits, billed: 'no' });
  }
}
