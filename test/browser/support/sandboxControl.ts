// The sandbox's own routes: what it counted, and what it is told to do wrong.
export interface Counters {
  readonly requests: number;
  readonly credits: number;
  readonly byOperation: Readonly<
    Record<string, { requests: number; credits: number; statuses: Record<string, number> }>
  >;
}

export interface JournalEntry {
  readonly at: string;
  readonly operation: string | null;
  readonly body: Record<string, unknown> | null;
  readonly status: number | null;
  readonly credits: number;
}

export interface Fault {
  readonly kind: string;
  readonly operation?: string;
  readonly times?: number;
  readonly ms?: number;
  readonly status?: number;
}

export class SandboxControl {
  /** Limits and names that were given to it would stay. */
  private isChanged = false;

  constructor(readonly url: string) {}

  journal = () => this.get<JournalEntry[]>('journal');
  samples = () => this.get<Record<string, unknown>>('samples');
  addFault = (fault: Fault) => this.post('faults', [fault]);
  advanceClock = (advanceMs: number) => this.post('clock', { advanceMs });

  reset(options: Record<string, unknown> = {}): Promise<void> {
    this.isChanged = true;
    return this.post('reset', options);
  }

  /** Without the token statistic, which is free and read when it is needed. */
  async counters(): Promise<Counters> {
    const { byOperation, ...all } = await this.get<Counters>('counters');
    const operations = Object.entries(byOperation).filter(([name]) => name !== 'token');
    return { ...all, byOperation: Object.fromEntries(operations) };
  }

  async clearFaults(): Promise<void> {
    await fetch(`${this.url}/sandbox/faults`, { method: 'DELETE' });
  }

  /** Clears it for the next one; not if it would still tell of this one: what is under way is counted when it ends. */
  async startOver(): Promise<boolean> {
    if (this.isChanged || (await this.journal()).some(({ status }) => status === null)) return false;
    await this.post('reset', {});
    return true;
  }

  private async get<T>(route: string): Promise<T> {
    return (await (await fetch(`${this.url}/sandbox/${route}`)).json()) as T;
  }

  private async post(route: string, body: unknown): Promise<void> {
    const response = await fetch(`${this.url}/sandbox/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The sandbox refused ${route}: ${await response.text()}`);
  }
}
