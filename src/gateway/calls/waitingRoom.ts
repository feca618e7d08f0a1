// Waits for calls that are made elsewhere, or were: until their response is kept, they turn out to be lost, or whoever waits
// has no more time.
import type { ResilientStore } from '../stores/resilientStore';
import { lostCall } from './attempt';
import type { CallLeases } from './callLeases';
import { CallNotifications } from './callNotifications';
import { decodeCall, encodeCall, type FinishedCall } from './finishedCall';
import { callKey } from './responseCache';

/** Milliseconds after which the store is looked at although no news came. */
const longestSilence = 3_000;

export interface WaitingRoomParts {
  readonly store: ResilientStore;
  readonly leases: CallLeases;
  /** The time of day. */
  readonly clock: () => number;
  /** Milliseconds since some start; never jumps. */
  readonly elapsed: () => number;
  readonly settings: { readonly lease: number; readonly recovery: number };
  /** Whether this gateway makes the call. */
  readonly isOwn: (id: string) => boolean;
}

export interface Patience {
  /** In milliseconds of `elapsed`. */
  readonly until: number;
  /** Nobody waits any more. */
  readonly gone: AbortSignal | undefined;
}

export class WaitingRoom {
  readonly #notifications: CallNotifications;
  /** Since when nothing is known of a call made elsewhere. */
  readonly #silent = new Map<string, number>();
  #closing = false;

  constructor(private readonly parts: WaitingRoomParts) {
    this.#notifications = new CallNotifications(parts.store);
  }

  /** The finished call, or undefined when it takes too long. */
  async wait(id: string, { until, gone }: Patience): Promise<FinishedCall | undefined> {
    const { store, clock, elapsed, settings, isOwn } = this.parts;
    for (;;) {
      const notification = this.#notifications.of(id);
      const bytes = await store.read(callKey(id));
      if (bytes) {
        this.#silent.delete(id);
        return decodeCall(bytes);
      }
      if (await this.#isLost(id)) {
        const lost = await lostCall(clock());
        await store.write(callKey(id), encodeCall(lost), settings.recovery);
        return lost;
      }
      const left = until - elapsed();
      // A call made elsewhere is fetched elsewhere when this gateway stops; its own are brought to their end here.
      if (left <= 0 || gone?.aborted || (this.#closing && !isOwn(id))) return undefined;
      // News may be lost on the way, so the store is looked at now and then.
      await notification.within(isOwn(id) ? left : Math.min(left, settings.lease / 5, longestSilence), gone);
    }
  }

  /** Nobody waits here any longer for calls made elsewhere. */
  drain(): void {
    this.#closing = true;
    this.#notifications.wakeAll();
  }

  close(): void {
    this.#notifications.close();
  }

  /** A silent call is lost when its gateway has not been heard of for a whole lease by a store that works. */
  async #isLost(id: string): Promise<boolean> {
    const { store, leases, elapsed, settings, isOwn } = this.parts;
    if (isOwn(id) || (await leases.isHeld(id)) || store.health.state !== 'ok') {
      this.#silent.delete(id);
      return false;
    }
    const since = this.#silent.get(id) ?? elapsed();
    this.#silent.set(id, since);
    return elapsed() - since >= settings.lease;
  }
}
