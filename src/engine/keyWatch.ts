// Who may ask: the key and the address of the service. Cells that could not ask for want of a good key are told when
// there is another one.
import type { Access } from './client/client';
import { SpillwayError } from './errors';
import type { Settings } from './settings';

export class KeyWatch {
  /** The key was refused: nothing more is sent with it. */
  private refused: SpillwayError | undefined;
  private identity: string | undefined;
  private readonly waiting = new Map<string, Set<string>>();

  constructor(
    private readonly key: () => Promise<string | undefined>,
    private readonly settings: () => Settings,
  ) {}

  async access(): Promise<Access | undefined> {
    const key = (await this.key().catch(() => undefined))?.trim();
    return key ? { key, baseUrl: this.settings().baseUrl } : undefined;
  }

  /** Access, or the error that a cell shows; the cell is told when the key changes. */
  async admit(request: string, cells: Iterable<string>): Promise<Access> {
    const access = await this.access();
    if (access && !this.refused) return access;
    this.wait(request, cells);
    throw this.refused ?? new SpillwayError('no_key', { billed: 'no' });
  }

  wait(request: string, cells: Iterable<string>): void {
    const known = this.waiting.get(request) ?? new Set();
    for (const cell of cells) known.add(cell);
    this.waiting.set(request, known);
  }

  refuse(error: SpillwayError): void {
    this.refused = error;
  }

  /** Whether the key or the address is another one than before. */
  async changed(): Promise<boolean> {
    const identity = JSON.stringify(await this.access());
    const changed = identity !== this.identity;
    this.identity = identity;
    if (changed) this.refused = undefined;
    return changed;
  }

  /** The requests that waited, with their cells. */
  takeWaiting(): readonly (readonly [request: string, cells: ReadonlySet<string>])[] {
    const all = [...this.waiting];
    this.waiting.clear();
    return all;
  }
}
