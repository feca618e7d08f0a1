// What the gateway keeps, as a whole: how much it is, whose it is, and deleting of it. Free, as reading it is.
//
//   GET    /history/status                               how much, whose, and whether one may delete of it
//   DELETE /history?operation=&id=&comparable=           what the filter names; without one, everything
//   POST   /history/undo?deletion=                       brings back what a deletion took
import { z } from 'zod';
import { historyPrefix, HistoryAway } from '../../history/client';
import type { ItemFilter } from '../../history/store';
import type { RemoteHistory, GatewayFeeds } from '../runtime';
import { InputFault } from '../../spill/inputFault';
import { feedsPath } from '../../protocol/gateway';

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

const table = z.enum(['result', 'history', 'changes', 'matches']);
const feed = z.object({
  id: z.string(),
  name: z.string(),
  tables: z.array(table),
  expiresAt: z.number(),
  usedAt: z.number().optional(),
  isMine: z.boolean(),
  request: z.string().optional(),
  requests: z.array(z.string()).optional(),
});
const list = z.object({ mayShare: z.boolean(), feeds: z.array(feed) });
const made = z.object({ code: z.string(), feed });

const tooMuch = 'The table asks for too much for one feed. Share a smaller one.';
const sentences: Readonly<Record<number, string>> = {
  403: 'Only administrators can share the history of the team.',
  404: 'The gateway has no such feed or result. Refresh the result, and try again.',
  413: tooMuch,
  422: tooMuch,
  409: 'The gateway has no history of yours yet, or you have too many feeds. Revoke one that is no longer used.',
};

/** What to do next, where the gateway refuses. */
const orSentence = (error: unknown): never => {
  const status = error instanceof HistoryAway ? error.status : undefined;
  throw new InputFault(
    sentences[status ?? 0] ?? 'The gateway can’t read or change feeds at the moment. Try again.',
  );
};

export function gatewayFeeds(ask: AskGateway): GatewayFeeds {
  const change = (path: string, method: 'POST' | 'DELETE', body?: object) =>
    ask(path, method, body).catch(orSentence);
  const post = (path: string, query: URLSearchParams, [request, ...more]: readonly string[]) => {
    if (request !== undefined && more.length === 0) query.set('request', request);
    const address = `${path}?${query.toString()}`;
    return change(address, 'POST', more.length > 0 ? { requests: [request, ...more] } : undefined);
  };
  return {
    list: async () => list.parse(await ask(feedsPath)),
    make: async ({ name, tables, sources, item, requests = [], days }) => {
      const query = new URLSearchParams({ name, tables: tables.join(','), days: String(days) });
      if (sources) query.set('sources', sources.join(','));
      if (item) for (const [key, value] of Object.entries(item)) query.set(key, value);
      return made.parse(await post(feedsPath, query, requests));
    },
    show: async (id, requests) => {
      await post(`${feedsPath}/${encodeURIComponent(id)}`, new URLSearchParams(), requests);
    },
    revoke: async (id) => {
      await change(`${feedsPath}/${encodeURIComponent(id)}`, 'DELETE');
    },
  };
}
