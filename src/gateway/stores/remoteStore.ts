// The remote store as it is from minute to minute: there, full, or away. Every step has a time limit; a step that fails
// leaves the work to memory, and the store is tried again until it takes a write.
import type { TeamStore } from './store';
import { UnusableStore } from './storedFormat';

export interface RemoteOptions {
  readonly open: () => Promise<TeamStore>;
  /** Milliseconds a step may take. */
  readonly timeout: number;
  /** Milliseconds between tries to reach a store that is away. */
  readonly probeEvery: number;
  /** Writes something, and then all pending writes; rejects when the store takes no writes. */
  readonly catchUp: (store: TeamStore) => Promise<void>;
  /** Whether something is still pending. */
  readonly owing: () => boolean;
  /** Something is wrong, something else is wrong, or all is well again. */
  readonly onChange: () => void;
}

/** Milliseconds for writes that are still pending when the process ends: it was paid for. */
const lastWords = 10_000;

/** Milliseconds within which a store that restarts is there again, and has been told what it lost. */
const restartTakes = 3_000;

export class RemoteStore {
  private store: TeamStore | undefined;
  /** A full store still reads; one that is away does nothing. */
  private state: 'ok' | 'full' | 'away' = 'away';
  private reason = 'It is not open yet.';
  private refused: UnusableStore | undefined;
  /** Whoever watches has been told that something is wrong. */
  private told = false;
  private probe: NodeJS.Timeout | undefined;
  private closed = false;
  private probing: Promise<void> | undefined;
  /** The connection whose return is waited for. */
  private awaited: Promise<void> | undefined;

  constructor(private readonly options: RemoteOptions) {}

  /** Why it is degraded; undefined when it is not. Never a secret. */
  get trouble(): string | undefined {
    return this.state === 'ok' ? undefined : this.reason;
  }

  /** Why no gateway may use it, when it was last tried. */
  get refusal(): UnusableStore | undefined {
    return this.refused;
  }

  ask<T>(far: (store: TeamStore) => Promise<T>, near: () => Promise<T>): Promise<T> {
    return this.state === 'ok' ? this.try(far, near) : near();
  }

  /** Like `ask`, for steps that only read. */
  look<T>(far: (store: TeamStore) => Promise<T>, near: () => Promise<T>): Promise<T> {
    return this.state === 'away' ? near() : this.try(far, near);
  }

  /** Tries to reach it; one try at a time. */
  heal(): Promise<void> {
    this.probing ??= this.reach()
      .catch((error: unknown) => this.degrade(error))
      .finally(() => (this.probing = undefined));
    return this.probing;
  }

  within<T>(step: Promise<T>, limit = this.options.timeout): Promise<T> {
    if (limit === Infinity) return step;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('it responds too slowly')), limit);
      step.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.probe);
    await this.probing?.catch(() => undefined);
    if (this.store && this.options.owing()) await this.within(this.reach(), lastWords).catch(() => undefined);
    await this.store?.close();
  }

  private try<T>(far: (store: TeamStore) => Promise<T>, near: () => Promise<T>): Promise<T> {
    if (!this.store) return near();
    // Without a time limit it is this process's own memory, which does not fail.
    return this.options.timeout === Infinity ? far(this.store) : this.limited(this.store, far, near);
  }

  private async limited<T>(
    store: TeamStore,
    far: (store: TeamStore) => Promise<T>,
    near: () => Promise<T>,
  ): Promise<T> {
    try {
      const lost = store.reconnected?.();
      if (lost) await this.until(lost);
      return await this.within(far(store)).catch((error: unknown) => this.again(store, far, error));
    } catch (error) {
      // Somebody else has written over this one; the others are what they were.
      if (!/\bWRONGTYPE\b/.test(String(error))) this.degrade(error);
      return near();
    }
  }

  /** A store that restarts needs a moment, however short its steps are. */
  private until(lost: Promise<void>): Promise<void> {
    return this.within(lost, Math.max(this.options.timeout, restartTakes));
  }

  /**
   * A step that broke with the connection is made again, which counts once. Otherwise a Redis that restarts in a moment would
   * leave each gateway alone, and each would make the same call.
   */
  private async again<T>(
    store: TeamStore,
    far: (store: TeamStore) => Promise<T>,
    error: unknown,
  ): Promise<T> {
    const lost = store.reconnected?.();
    if (!lost) throw error;
    await this.until(lost);
    return this.within(far(store));
  }

  private degrade(error: unknown): void {
    if (this.closed) return;
    const [was, told] = [this.state, this.reason];
    this.reason = error instanceof Error ? error.message : 'unknown';
    this.refused = error instanceof UnusableStore ? error : undefined;
    this.state = /\bOOM\b|ENOSPC|EDQUOT|no space left|quota exceeded|MISCONF|READONLY/i.test(this.reason)
      ? 'full'
      : 'away';
    if (!this.told || was !== this.state || told !== this.reason) this.options.onChange();
    this.told = true;
    clearTimeout(this.probe);
    this.probe = setTimeout(() => void this.heal(), this.options.probeEvery).unref();
    this.healWhenReconnected();
  }

  /** Gateways that see a store come back at different times would make the same call in between. */
  private healWhenReconnected(): void {
    const lost = this.store?.reconnected?.();
    if (!lost || this.awaited === lost) return;
    this.awaited = lost;
    void lost.then(() => (this.closed ? undefined : this.heal()));
  }

  private async reach(): Promise<void> {
    const store = (this.store ??= await this.options.open());
    // What is written meanwhile becomes pending too: it is told before the store counts as there, or right after.
    do await this.options.catchUp(store);
    while (this.options.owing());
    if (this.state !== 'ok' && this.told) await this.within(store.doubt?.() ?? Promise.resolve());
    this.state = 'ok';
    if (this.told) this.options.onChange();
    this.told = false;
    if (this.options.owing()) await this.options.catchUp(store);
  }
}
