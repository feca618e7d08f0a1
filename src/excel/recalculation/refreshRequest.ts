// What a person should see before or after a refresh that they asked for with the ribbon: a price to agree to, or why nothing
// was refreshed. It waits here until the pane has shown it.
import { createListeners } from '../../engine/ports/listeners';
import type { DataRequest } from '../../engine/request/dataRequest';

export interface RefreshRequest {
  /** None: there is nothing to run, and `note` says why. */
  readonly requests: readonly DataRequest[];
  readonly cells: readonly string[];
  readonly credits: number;
  /** What to know before it spends. */
  readonly note?: string | undefined;
}

let waiting: RefreshRequest | undefined;
const listeners = createListeners();

export const refreshRequest = {
  current: (): RefreshRequest | undefined => waiting,
  put(request: RefreshRequest | undefined): void {
    waiting = request;
    listeners.notify();
  },
  subscribe: listeners.subscribe,
};
