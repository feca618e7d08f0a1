// Opens the history of this page: IndexedDB, the gateway that the add-in was loaded from, messages to the other windows.
import type { Notice } from '../../engine/ports/guardedStore';
import type { Locks } from '../../engine/ports/crossWindow';
import { type Network, signedExchange } from '../../engine/remote/client/exchange';
import { SpillwayError } from '../../engine/request/errors';
import { HistoryAway, historyPrefix } from '../../history/client';
import type { Access } from '../../engine/request/credential';
import { createMemoryRows, type Rows } from '../../history/rows';
import type { History, SettingsStore } from '../runtime';
import { createIndexedDbRows } from '../stores/indexedDbRows';
import type { ChangeBroadcast } from '../user/changeBroadcast';

import type { AskGateway } from './gatewayHistory';
import { createHistory } from './history';
import type { Clock } from '../../engine/ports/clock';
import { gatewayHeader } from '../../protocol/headers';
import { feedsPath, infoPath, noGateway, readGatewayInfo, type GatewayInfo } from '../../protocol/gateway';

// What the gateway said of its history, for a minute: a column of formulas asks once, a few questions at a time, and a gateway that is
// away is left alone. When it is back, whoever did without it is told.

const lifetime = 60_000;
/** After an outage nothing is asked for this long. */
const rest = 60_000;
const mostKept = 2_000;
/** The gateway refuses more than it can take at once (readLimit.ts). */
const atOnce = 16;

type Get = (path: string) => Promise<unknown>;

interface GatewayMemo {
  readonly get: Get;
  readonly forget: () => void;
}

function inTurn(get: Get): Get {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (path) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await get(path);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export function gatewayMemo(clock: Clock, asked: Get, onBack: () => void = () => undefined): GatewayMemo {
  const get = inTurn(asked);
  const known = new Map<string, { readonly response: Promise<unknown>; readonly at: number }>();
  let awaySince = -Infinity;
  let looking = false;

  /** Looks again until it responds: the cells that did without it are calculated then. */
  const lookLater = () => {
    if (looking) return;
    looking = true;
    clock.setTimer(() => {
      asked(`${historyPrefix}/status`).then(
        () => {
          looking = false;
          awaySince = -Infinity;
          onBack();
        },
        (error: unknown) => {
          looking = false;
          if (error instanceof HistoryAway && error.isTemporary) lookLater();
        },
      );
    }, rest);
  };

  return {
    get: (path) => {
      const now = clock.elapsed();
      if (now - awaySince < rest) return Promise.reject(new HistoryAway());
      const found = known.get(path);
      if (found && now - found.at < lifetime) return found.response;
      if (known.size >= mostKept) known.clear();
      const response = get(path);
      known.set(path, { response, at: now });
      response.catch((error: unknown) => {
        // What is refused as it is says nothing about other questions, and asking it again changes nothing.
        if (!(error instanceof HistoryAway) || !error.isTemporary) return;
        if (known.get(path)?.response === response) known.delete(path);
        if (error.status !== 429) awaySince = clock.elapsed();
        lookLater();
      });
      return response;
    },
    forget: () => {
      known.clear();
      awaySince = -Infinity;
    },
  };
}

// A free request to the gateway that the add-in was loaded from, which returns JSON.

const deadline = 10_000;

async function readGatewayJson(
  network: Network,
  access: Access,
  path: string,
  method: 'GET' | 'DELETE' | 'POST' = 'GET',
  body?: object,
): Promise<unknown> {
  // Another server may know nothing of it, and must not be told.
  if (access.baseUrl !== '') throw new SpillwayError('not_found', { billed: 'no' });
  const response = await signedExchange(network, access).send({
    url: path,
    init: {
      method,
      redirect: 'error',
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    },
    milliseconds: deadline,
  });
  if (response.status !== 200 || response.headers.get(gatewayHeader) === null)
    throw new SpillwayError('not_found', { status: response.status, billed: 'no' });
  return JSON.parse(response.text ?? '') as unknown;
}

export interface OpenHistoryParts extends Network {
  readonly access: () => Promise<Access | undefined>;
  readonly settings: Pick<SettingsStore, 'current'>;
  readonly locks: Locks | undefined;
  readonly notice: Notice;
  readonly broadcast: ChangeBroadcast;
  readonly rows?: Rows | undefined;
}

/** Milliseconds: a gateway may be started again with a history. */
const infoLifetime = 600_000;

const awayFor = (error: unknown): HistoryAway =>
  new HistoryAway(error instanceof SpillwayError ? error.facts.status : undefined, { cause: error });

/** Milliseconds; nobody waits for the history. */
const settle = 200;

function localRows(): Rows {
  try {
    return typeof indexedDB === 'undefined' ? createMemoryRows() : createIndexedDbRows();
  } catch {
    return createMemoryRows();
  }
}

export function openHistory(parts: OpenHistoryParts): History {
  const { clock, locks, notice, settings } = parts;
  // A gateway that keeps no history is not asked for it: the browser would log each response as an error.
  let asked: { readonly keeps: Promise<GatewayInfo>; readonly at: number } | undefined;
  const kept = (access: Access): Promise<GatewayInfo> => {
    if (asked && clock.elapsed() - asked.at < infoLifetime) return asked.keeps;
    const keeps = readGatewayJson(parts, access, infoPath).then(readGatewayInfo, (error: unknown) => {
      // What responds and is no gateway keeps no history.
      const away = awayFor(error);
      if (away.isTemporary || away.status === 401 || away.status === 403) throw away;
      return noGateway;
    });
    asked = { keeps, at: clock.elapsed() };
    keeps.catch(() => (asked = undefined));
    return keeps;
  };
  const ask: AskGateway = async (path, method, body) => {
    const access = await parts.access();
    if (!access || access.baseUrl !== '') throw new Error('There is no gateway to ask.');
    const { keepsHistory, servesFeeds } = await kept(access);
    if (!keepsHistory) throw new Error('This gateway keeps no history.');
    if (!servesFeeds && path.startsWith(feedsPath)) throw new Error('This gateway serves no feeds.');
    return readGatewayJson(parts, access, path, method, body).catch((error: unknown) => {
      throw awayFor(error);
    });
  };
  const memo = gatewayMemo(clock, ask, () => history.returned());
  const history = createHistory({
    rows: () => parts.rows ?? localRows(),
    clock,
    locks,
    notice,
    limit: () => settings.current().historyBytes,
    gateway: (path, method = 'GET', body) =>
      method === 'GET' && path.startsWith(historyPrefix) ? memo.get(path) : ask(path, method, body),
    broadcast: parts.broadcast,
    settle,
  });
  history.subscribe(memo.forget);
  return history;
}
