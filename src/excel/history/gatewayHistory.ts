// What the gateway keeps, as a whole: how much it is, whose it is, and deleting of it. Free, as reading it is.
//
//   GET    /history/status                               how much, whose, and whether one may delete of it
//   DELETE /history?operation=&id=&comparable=           what the filter names; without one, everything
//   POST   /history/undo?deletion=                       brings back what a deletion took
import { z } from 'zod';
import { historyPrefix } from '../../history/client';
import type { ItemFilter } from '../../history/store';
import type { RemoteHistory } from '../runtime';

const count = z.number().nonnegative();
const facts = z.object({
  bytes: count,
  items: count,
  scope: z.enum(['team', 'own']),
  mayDelete: z.boolean(),
});

const deleted = z.object({ deletion: z.string(), at: count });
const undone = z.object({ undone: z.boolean() });

export type AskGateway = (
  path: string,
  method?: 'GET' | 'DELETE' | 'POST',
  /** Sent as JSON. */
  body?: object,
) => Promise<unknown>;

export function gatewayHistory(ask: AskGateway): RemoteHistory {
  return {
    facts: async () => facts.parse(await ask(`${historyPrefix}/status`)),
    delete: async ({ operation, id, comparable }: ItemFilter) => {
      const given = Object.entries({ operation, id, comparable }).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      );
      return deleted.parse(await ask(`${historyPrefix}?${new URLSearchParams(given).toString()}`, 'DELETE'));
    },
    undo: async (deletion) => {
      const query = new URLSearchParams({ deletion }).toString();
      return undone.parse(await ask(`${historyPrefix}/undo?${query}`, 'POST')).undone;
    },
  };
}
