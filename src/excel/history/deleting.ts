// Deletes of the history here and on the gateway, and brings it back.
import type { Clock } from '../../engine/ports/clock';
import { undoFor } from '../../history/deletion';
import type { HistoryStore } from '../../history/store';
import { operationIds, type OperationId } from '../../operations';
import type { GatewayHistory, History } from '../runtime';

export interface DeletingParts {
  readonly local: HistoryStore;
  readonly gateway: GatewayHistory;
  readonly clock: Clock;
  readonly changed: (operations: Iterable<OperationId>) => void;
}

const isFull = (error: unknown): boolean =>
  (error as { readonly name?: unknown } | null)?.name === 'QuotaExceededError';

export function deleting({
  local,
  gateway,
  clock,
  changed,
}: DeletingParts): Pick<History, 'delete' | 'undo'> {
  const purge = () => local.purge(clock.now() - undoFor).catch(() => undefined);
  // What an earlier window deleted, or was bringing back when it was closed.
  void purge();
  return {
    delete: async (filter, onGateway) => {
      await purge();
      const there = onGateway ? await gateway.delete(filter).catch(() => 'failed' as const) : 'not asked';
      // What came through the gateway is dated by its clock.
      const at = typeof there === 'string' ? clock.now() : there.at;
      const here = await local.delete(filter, at).catch(async (error: unknown) => {
        if (!isFull(error)) throw error;
        // There is no room for what could be brought back.
        await local.purge(Infinity);
        return local.delete(filter, at);
      });
      changed(filter.operation === undefined ? operationIds : [filter.operation]);
      return { filter, here, onGateway: there };
    },
    undo: async ({ filter, here, onGateway }) => {
      const back = [await local.undo(here)];
      if (typeof onGateway === 'object') back.push(await gateway.undo(onGateway.deletion).catch(() => false));
      changed(filter.operation === undefined ? operationIds : [filter.operation]);
      return back.every(Boolean) ? 'all' : back.some(Boolean) ? 'part' : 'nothing';
    },
  };
}
