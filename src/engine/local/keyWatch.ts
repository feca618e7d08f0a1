// Who may ask: the key and the address of the service. Cells that could not ask for want of a good key are told when
// there is another one.
import { accessWith, type Access, type Credential } from '../request/credential';
import { SpillwayError } from '../request/errors';
import type { Settings } from '../request/settings';

export class KeyWatch {
  /** The key was refused: nothing more is sent with it. */
  private refused: SpillwayError | undefined;
  private identity: string | undefined;
  private readonly waiting = new Map<string, Set<string>>();

  constructor(
    private readonly credential: () => Promise<Credential | undefined>,
    private readonly settings: () => Settings,
  ) {}

  /** Rejects when there is a sign-in but no token to be had from it. */
  async access(): Promise<Access | undefined> {
    return accessWith(await this.known(), this.settings().baseUrl);
  }

  /** Access, or the error that a cell shows; the cell is told when the key changes. */
  async admit(request: string, cells: Iterable<string>): Promise<void> {
    try {
      if (this.refused) throw this.refused;
      if (!(await this.access())) throw new SpillwayError('no_key', { billed: 'no' });
    } catch (error) {
      this.wait(request, cells);
      throw error;
    }
  }

  wait(request: string, cells: Iterable<string>): void {
    const known = this.waiting.get(request) ?? new Set();
    for (const cell of cells) known.add(cell);
    this.waiting.set(request, known);
  }

  refuse(error: SpillwayError): void {
    this.refused = error;
  }

  /** Whether the key, the sign-in or the address is another one than before; a renewed token does not count. */
  async changed(): Promise<boolean> {
    const credential = await this.known();
    const who = typeof credential === 'object' ? { id: credential.id } : credential;
    const identity = JSON.stringify([who, this.settings().baseUrl]);
    const changed = identity !== this.identity;
    this.identity = identity;
    if (changed) this.refused = undefined;
    return changed;
  }

  private known(): Promise<Credential | undefined> {
    return this.credential().catch(() => undefined);
  }

  /** The requests that waited, with their cells. */
  takeWaiting(): readonly (readonly [request: string, cells: ReadonlySet<string>])[] {
    const all = [...this.waiting];
    this.waiting.clear();
    return all;
  }
}
