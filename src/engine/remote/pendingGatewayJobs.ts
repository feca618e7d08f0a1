// Gateway jobs that were promised and not collected yet: a browser window that closed in between left them, and their
// responses are paid for.
import type { Clock } from '../ports/clock';
import type { GuardedStore } from '../ports/guardedStore';
import type { Job } from './job';
import { jobsPrefix } from '../../protocol/gateway';

/** How long a job is still asked for. */
const lifetime = 60 * 60_000;

export interface PendingGatewayJob {
  readonly v: 1;
  readonly path: string;
  readonly count: number | undefined;
  readonly at: number;
}

export class PendingGatewayJobs {
  constructor(
    private readonly store: GuardedStore,
    private readonly clock: Clock,
  ) {}

  /** The job that a request can be collected from. */
  async find({ slot, count }: Pick<Job, 'slot' | 'count'>): Promise<PendingGatewayJob | undefined> {
    const row = (await this.store.get('calls', slot)) as PendingGatewayJob | undefined;
    const isUsable =
      row?.v === 1 &&
      typeof row.path === 'string' &&
      row.path.startsWith(jobsPrefix) &&
      (row.count ?? 0) >= (count ?? 0) &&
      this.clock.now() - row.at < lifetime;
    return isUsable ? row : undefined;
  }

  note({ slot }: Job, path: string, count: number | undefined): void {
    const row: PendingGatewayJob = { v: 1, path, count, at: this.clock.now() };
    void this.store.put('calls', [[slot, row]]);
  }

  forget({ slot }: Job): void {
    void this.store.delete('calls', [slot]);
  }
}
