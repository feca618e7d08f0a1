// Who may ask: the key and the address of the service. Cells that could not ask for want of a good key are told when
// there is another one.
import { accessWith, type Access, type Credential } from '../request/credential';
import { createListeners } from '../ports/listeners';
import { isSpillwayError, SpillwayError } from '../request/errors';
import type { Settings } from '../request/settings';

const asError = (error: unknown): SpillwayError => {
  if (isSpillwayError(error)) return error;
  throw error;
};

export class KeyWatch {
  /** The key was refused: nothing more is sent with it. */
  private refused: SpillwayError | undefined;
  private readonly refusals = createListeners<[SpillwayError]>();
  readonly onRefused = this.refusals.subscribe;
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

  /** Why a cell gets no access; it is told when the key changes. Undefined: it has access. */
  async refusal(request: string, cells: Iterable<string>): Promise<SpillwayError | undefined> {
    const none = new SpillwayError('no_key', { billed: 'no' });
    const refusal =
      this.refused ?? (await this.access().then((access) => (access ? undefined : none), asError));
    if (refusal) this.wait(request, cells);
    return refusal;
  }

  wait(request: string, cells: Iterable<string>): void {
    const known = this.waiting.get(request) ?? new Set();
    for (const cell of cells) known.add(cell);
    this.waiting.set(request, known);
  }

  /** The service does not accept the key. */
  refuse(error: SpillwayError): void {
    this.refused = error;
    this.refusals.notify(error);
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
