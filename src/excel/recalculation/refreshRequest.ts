// A refresh that a person asked for with the ribbon and that costs more than the ask-me threshold: it waits here until
// the pane has shown its price.
import { createListeners } from '../../engine/ports/listeners';
import type { DataRequest } from '../../engine/request/dataRequest';

export interface RefreshRequest {
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
