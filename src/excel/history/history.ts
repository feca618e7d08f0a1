// The history of this page: what is kept here together with what the gateway keeps. Loaded when something is written or read.
import { createListeners } from '../../engine/ports/listeners';
import { pause, type Clock, inTime } from '../../engine/ports/clock';
import type { Locks } from '../../engine/ports/crossWindow';
import type { Notice } from '../../engine/ports/guardedStore';
import { StoreRefused } from '../../engine/ports/store';
import { createHistoryClient, HistoryAway } from '../../history/client';
import { observe, type PaidResponse } from '../../history/observation';
import { createRowHistory } from '../../history/rowHistory';
import { createMemoryRows, type Rows } from '../../history/rows';
import type { HistoryReader, HistoryStore } from '../../history/store';
import { createUnion } from '../../history/union';
import { operationIds, type OperationId } from '../../operations';
import type { ChangeBroadcast } from '../user/changeBroadcast';
import type { History, RemoteHistory } from '../runtime';
import { gatewayFeeds, gatewayHistory, type AskGateway } from './gatewayHistory';
import { undoFor } from '../../history/deletion';

// Keeps the history within its limit: the oldest detail is thinned to one observation a week first, and only what is still
// too much is removed. The user is told what went.

const day = 86_400_000;
/** Days: older detail is thinned to weekly, a step at a time. */
const thinAfter = [365, 180, 90, 30, 14];
/** Days: what is older is removed, where thinning was not enough. */
const dropAfter = [3 * 365, 2 * 365, 365, 180, 90, 30, 7];
/** A little more room than needed, so that it is not done for every response. */
const roomAfter = 0.9;

interface RetentionParts {
  readonly local: HistoryStore;
  readonly limit: number;
  readonly now: number;
  readonly locks: Locks | undefined;
  readonly notice: Notice;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

export async function withinLimit({ local, limit, now, locks, notice }: RetentionParts): Promise<void> {
  const isWithin = async (share: number) => (await local.size()).bytes <= limit * share;
  if (await isWithin(1)) return;
  const raise = 'To keep more, raise the limit in the pane under History.';
  const work = async () => {
    if (await isWithin(1)) return;
    for (const days of thinAfter) {
      await local.thin(now - days * day);
      if (await isWithin(roomAfter))
        return notice(
          `The history reached its limit of ${megabytes(limit)}: what is older than ${days} days is kept weekly from now on. ${raise}`,
        );
    }
    for (const days of dropAfter) {
      await local.thin(now - days * day, true);
      if (await isWithin(roomAfter))
        return notice(
          `The history reached its limit of ${megabytes(limit)}: what is older than ${days} days was removed. ${raise}`,
        );
    }
  };
  await (locks ? locks.run('spillway history', work) : work());
}

// Deletes of the history here and on the gateway, and brings it back.

interface DeletingParts {
  readonly local: HistoryStore;
  readonly gateway: RemoteHistory;
  readonly clock: Clock;
  readonly changed: (operations: Iterable<OperationId>) => void;
}

const isFull = (error: unknown): boolean =>
  (error as { readonly name?: unknown } | null)?.name === 'QuotaExceededError';

function deleting({ local, gateway, clock, changed }: DeletingParts): Pick<History, 'delete' | 'undo'> {
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

export interface HistoryParts {
  readonly rows: () => Rows;
  readonly clock: Clock;
  readonly locks: Locks | undefined;
  readonly limit: () => number;
  readonly notice: Notice;
  /** Gets or deletes a path of the gateway; rejects where there is none. */
  readonly gateway: AskGateway;
  readonly broadcast: ChangeBroadcast;
  /** Milliseconds without a new response after which those that came are written. */
  readonly settle?: number;
}

export const historyNotices = {
  slow: 'New prices are not in the history yet, because storage in this Excel is not responding. They are added when it responds.',
  blocked:
    'The history cannot be written in this Excel. New prices are still shown, but they are not added to the history.',
  full: 'Storage is full, so new prices are not added to the history. Delete some of it, or lower its limit, in the pane under History.',
} as const;

const storeTimeout = 10_000;
/** Of a long refresh, responses are written in between. */
const mostSettles = 10;

/** What is not there is no reason to fail: what is kept here is shown. `onAway` is told where the gateway has more. */
function orNothing(reader: HistoryReader, onAway: () => void): HistoryReader {
  const or =
    <T>(nothing: T) =>
    (error: unknown): T => {
      if (error instanceof HistoryAway) onAway();
      return nothing;
    };
  return {
    items: (filter) => reader.items(filter).catch(or([])),
    series: (item, field) => reader.series(item, field).catch(or({ times: [], changes: [] })),
    requests: (operation) => reader.requests(operation).catch(or([])),
    lists: (request) => reader.lists(request).catch(or([])),
    response: (request, at) => reader.response(request, at).catch(or(undefined)),
  };
}

/** Each reading knows whether the gateway's part of it was missing. */
const readings =
  (local: HistoryReader, gateway: HistoryReader): History['reading'] =>
  () => {
    let partial = false;
    const gatewayPart = orNothing(gateway, () => (partial = true));
    return { reader: createUnion([local, gatewayPart]), isPartial: () => partial };
  };

/** Where the browser refuses storage, the history lasts as long as the page. */
function orInMemory(open: () => Rows): Rows {
  let rows = open();
  const orMemory = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreRefused)) throw error;
      rows = createMemoryRows();
      return work();
    }
  };
  return {
    read: (work) => orMemory(() => rows.read(work)),
    change: (work) => orMemory(() => rows.change(work)),
    close: () => rows.close(),
  };
}

export function createHistory({
  clock,
  locks,
  notice,
  limit,
  broadcast,
  settle = 0,
  ...parts
}: HistoryParts): History {
  const local = createRowHistory(orInMemory(parts.rows));
  const gateway = gatewayHistory(parts.gateway);
  const listeners = createListeners<[ReadonlySet<OperationId>]>();
  let waiting: {
    readonly response: PaidResponse;
    readonly done: () => void;
    readonly failed: (error: unknown) => void;
  }[] = [];
  let writing = false;
  let told: string | undefined;
  /** One thing at a time, for as long as it lasts. */
  const tell = (says: string | undefined) => {
    if (told === says) return;
    if (told !== undefined) notice(told, true);
    told = says;
    if (says !== undefined) notice(says);
  };

  const changed = (operations: Iterable<OperationId>) => {
    const all = new Set(operations);
    broadcast.post('history');
    listeners.notify(all);
  };
  // Which sources another window has written is not said: all may have changed.
  broadcast.subscribe('history', () => listeners.notify(new Set(operationIds)));

  /** A refresh of many cells goes first: what it brings is written when nothing more comes for a moment. */
  async function quiet(): Promise<void> {
    if (settle === 0) return;
    const until = clock.elapsed() + mostSettles * settle;
    for (let seen = 0; seen < waiting.length && clock.elapsed() < until;) {
      seen = waiting.length;
      await pause(clock, settle);
    }
  }

  /** One batch after the other: responses that arrive meanwhile are written together. */
  async function write(): Promise<void> {
    if (writing) return;
    writing = true;
    try {
      while (waiting.length > 0) {
        await quiet();
        const batch = waiting;
        waiting = [];
        const written = () => {
          tell(undefined);
          for (const { done } of batch) done();
          changed(batch.map(({ response }) => response.operation));
        };
        const refused = (error: unknown) => {
          tell(isFull(error) ? historyNotices.full : historyNotices.blocked);
          for (const { failed } of batch) failed(error);
        };
        const end = local.append(batch.map(({ response }) => observe(response))).then(written, refused);
        // A store that is slow still writes it; the next batch does not wait for it without end.
        await inTime(clock, storeTimeout, () => end).catch(() => tell(historyNotices.slow));
      }
    } finally {
      writing = false;
    }
    await withinLimit({ local, limit: limit(), now: clock.now(), locks, notice }).catch(() => undefined);
  }

  const reading = readings(local, createHistoryClient(parts.gateway));

  return {
    reader: reading().reader,
    reading,
    returned: () => listeners.notify(new Set(operationIds)),
    local,
    gateway,
    feeds: gatewayFeeds(parts.gateway),
    ...deleting({ local, gateway, clock, changed }),
    limit,
    subscribe: listeners.subscribe,
    changed,
    append: (response) =>
      new Promise((resolve, reject) => {
        waiting.push({ response, done: resolve, failed: reject });
        void write();
      }),
  };
}
