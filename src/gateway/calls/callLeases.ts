// Leases say that a call is being made: whoever asks for the same waits for it, in this gateway or another. They are renewed
// while the call lasts, so that a gateway that ends without a word is noticed.
import type { ResilientStore } from '../stores/resilientStore';
import type { Holder } from '../stores/store';

interface Held {
  readonly holder: Holder;
  readonly keys: readonly string[];
}

const keyOf = (id: string): string => `lease:${id}`;

export class CallLeases {
  private readonly held = new Map<string, Held>();
  private beat: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: ResilientStore,
    /** Milliseconds after which a call whose gateway is silent counts as lost. */
    private readonly lease: number,
  ) {}

  /** Who makes the call: this holder, or another who does already. */
  claim(flight: string, holder: Holder): Promise<Holder> {
    return this.store.claim(flight, holder, this.lease);
  }

  /** Keeps what was claimed until it is released. */
  async keep(flights: readonly string[], holder: Holder): Promise<void> {
    const keys = [...flights, keyOf(holder.id)];
    await this.store.renew(keys, holder, this.lease);
    this.held.set(holder.id, { holder, keys });
    this.beat ??= setInterval(() => this.renewAll(), this.lease / 3).unref();
  }

  release(flights: readonly string[], id: string): Promise<void> {
    const keys = this.held.get(id)?.keys ?? [...flights, keyOf(id)];
    this.held.delete(id);
    return this.store.release(keys, id);
  }

  async isHeld(id: string): Promise<boolean> {
    return this.held.has(id) || (await this.store.holder(keyOf(id))) !== undefined;
  }

  stop(): void {
    clearInterval(this.beat);
  }

  private renewAll(): void {
    for (const { keys, holder } of this.held.values()) void this.store.renew(keys, holder, this.lease);
  }
}
