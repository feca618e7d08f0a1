// Watches of the gateway that the add-in was loaded from. Every question here is free; what a watch spends is agreed to with its
// price (src/gateway/watch/watchRoutes.ts has the other side).
import { z } from 'zod';
import { type Network, signedExchange } from '../../engine/remote/client/exchange';
import { createListeners } from '../../engine/ports/listeners';
import { wireBody } from '../../engine/remote/client/client';
import { sendingOf, type DataRequest } from '../../engine/request/dataRequest';
import type { Access } from '../../engine/request/credential';
import { gatewayHeader } from '../../protocol/headers';
import { watchesPath } from '../../protocol/gateway';
import {
  alertList,
  pricedWatch,
  shownWatch,
  watchList,
  type WatchedRequest,
  type WatchedView,
  type WatchList,
} from '../../protocol/watches';
import { InputFault } from '../../spill/inputFault';
import type { TakeOver } from '../../engine/engine';
import type { Asking, GatewayWatches, HandOverOptions, SettingsStore } from '../runtime';

const deadline = 20_000;
/** A response may be lost on its way. */
const mostTries = 3;
const created = shownWatch.pick({ id: true, blind: true });
const problem = z.object({ detail: z.union([z.string(), z.array(z.object({ msg: z.string() }))]) });

export interface WatchesParts extends Network {
  readonly access: () => Promise<Access | undefined>;
  readonly settings: Pick<SettingsStore, 'current'>;
}

/** The gateway's own sentence says what to do next. */
function sentenceOf(text: string | undefined): string {
  try {
    const { detail } = problem.parse(JSON.parse(text ?? ''));
    return typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join(' ');
  } catch {
    return 'The gateway can’t read or change watches at the moment. Try again.';
  }
}

const noWatches =
  'The gateway of this add-in runs no watches. Ask its administrator to turn them on. Nothing was sent.';

/** Questions to the gateway, each with its response or a sentence. */
function questions(parts: WatchesParts) {
  const statuses = new WeakMap<object, number>();
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const access = await parts.access();
    if (!access || access.baseUrl !== '')
      throw new InputFault(
        'Watches need a gateway, and this add-in does not use one. Nothing was sent.',
        'na',
      );
    const response = await signedExchange(parts, access).send({
      url: `${watchesPath}${path}`,
      init: {
        method,
        redirect: 'error',
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      },
      milliseconds: deadline,
    });
    const isGateway = response.headers.get(gatewayHeader) !== null;
    // A route that it does not have responds like any other address.
    if (!isGateway || (response.status === 404 && method === 'GET')) throw new InputFault(noWatches, 'na');
    if (response.status >= 300) {
      const fault = new InputFault(sentenceOf(response.text), 'na');
      statuses.set(fault, response.status);
      throw fault;
    }
    return response.status === 204 ? undefined : (JSON.parse(response.text ?? '') as unknown);
  };
  const statusOf = (error: unknown): number => statuses.get(error as object) ?? 0;
  return {
    ask,
    /** Nothing was changed, for certain; what a proxy or a store that is away says is not. */
    isRefusal: (error: unknown) => statusOf(error) >= 400 && statusOf(error) < 500,
    /** The person is told what an earlier try has made, or that it is gone. */
    isTold: (error: unknown) => [404, 412].includes(statusOf(error)),
  };
}

/**
 * Where no response came, another try is the same watch or the same run, whatever was corrected in between: the gateway may have begun
 * it. A refusal tells only of its own try.
 */
function postingOnce({ ask, isTold }: ReturnType<typeof questions>) {
  const open = new Map<string, string>();
  const post = async (path: string, form: object): Promise<unknown> => {
    const idempotencyKey = open.get(path) ?? crypto.randomUUID();
    open.set(path, idempotencyKey);
    try {
      const response = await ask('POST', path, { ...form, idempotencyKey });
      open.delete(path);
      return response;
    } catch (error) {
      if (isTold(error)) open.delete(path);
      throw error;
    }
  };
  /** Whoever has seen how a run ended means another one. */
  const forget = () => open.clear();
  return { post, forget };
}

/** As few as there are ways of showing it; undefined where every cell shows all of it. */
function viewsOf(
  { key }: DataRequest,
  sent: number | undefined,
  asking: readonly Asking[],
): readonly WatchedView[] | undefined {
  const found = new Map<string, { readonly view: WatchedView; readonly cells: string[] }>();
  for (const { cell, requests, where = [], matched = false } of asking)
    for (const { count } of requests.filter((request) => request.key === key)) {
      const view: WatchedView = {
        ...(where.length > 0 && { where: [...where] }),
        ...(matched && { matched }),
        ...(count !== undefined && count < (sent ?? 0) && { count }),
      };
      const name = JSON.stringify(view);
      const known = found.get(name) ?? { view, cells: [] };
      if (!known.cells.includes(cell)) known.cells.push(cell);
      found.set(name, known);
    }
  const all = [...found.values()];
  if (all.every(({ view }) => Object.keys(view).length === 0)) return undefined;
  return all.map(({ view, cells }) => ({ ...view, cell: cells.join(', ').slice(0, 300) }));
}

export function gatewayWatches(parts: WatchesParts): GatewayWatches {
  const questioning = questions(parts);
  const { ask, isRefusal } = questioning;
  const { subscribe, notify: changed } = createListeners();
  const [watches, runs] = [postingOnce(questioning), postingOnce(questioning)];
  let known: string | undefined;
  /** Whoever reads the list finds the news for all: a run may be over before anybody has seen it under way. */
  const noticed = (found: WatchList) => {
    const state = JSON.stringify(
      found.watches.map(({ id, state, nextAt, last }) => [id, state, nextAt, last]),
    );
    if (state === known) return found;
    known = state;
    runs.forget();
    changed();
    return found;
  };
  const at = (id: string) => `/${encodeURIComponent(id)}`;
  // As it is sent, so that a formula finds the response in the cache of the gateway.
  const requestOf = (request: DataRequest, cell: string, asking: readonly Asking[] = []): WatchedRequest => {
    const settings = parts.settings.current();
    const { count } = sendingOf(request, settings);
    const body = wireBody(request, count, settings.wireNames);
    const views = viewsOf(request, count, asking);
    const { operation, raw } = request;
    return { operation, body, raw: Object.keys(raw), cell, ...(views && { views }) };
  };
  const stop = (id: string) => ask('PATCH', at(id), { state: 'paused' });
  const stopHandedOver = async () => {
    const { watches } = watchList.parse(await ask('GET', '?look=false'));
    const open = watches.filter(
      ({ schedule: { kind }, state, own }) => kind === 'once' && state === 'on' && own,
    );
    for (const { id } of open) await stop(id);
    if (open.length > 0) changed();
    return open.length;
  };
  const takeOver =
    ({ nameOf, zone, keepKey, isStopped, failed, webhook, email, language }: HandOverOptions): TakeOver =>
    async (handed, credits) => {
      const requests = handed.map(({ request, cells, maxAge }) => ({
        ...requestOf(request, cells.slice(0, 3).join(', ').slice(0, 300)),
        ...(maxAge !== undefined && { maxAge }),
      }));
      const form = {
        name: nameOf(handed.length),
        requests,
        schedule: { kind: 'once', zone },
        limits: { day: Math.max(1, credits), month: Math.max(1, credits) },
        agreed: { run: credits, day: credits, month: credits },
        ...(keepKey && { keepKey }),
        ...(webhook && { webhook }),
        ...(email && { email }),
        ...(language !== undefined && { language }),
        // Asked again with the same where no response came, so that it is taken once.
        idempotencyKey: crypto.randomUUID(),
      };
      for (let tries = 1; ; tries += 1) {
        try {
          // Nothing is handed over any more, and what an earlier try may have is ended.
          if (isStopped()) {
            if (tries > 1) await stopHandedOver();
            return 'refused';
          }
          const { id } = created.parse(await ask('POST', '', form));
          if (isStopped()) await stop(id);
          changed();
          return 'taken';
        } catch (error) {
          failed(error);
          // Only the first response tells: a later one may be about what an earlier try has done.
          if (isRefusal(error)) return tries === 1 ? 'refused' : 'unknown';
          if (tries === mostTries) return 'unknown';
        }
      }
    };
  return {
    requestOf,
    takeOver,
    stopHandedOver,
    list: async (look) => noticed(watchList.parse(await ask('GET', look ? '' : '?look=false'))),
    others: async () =>
      watchList.parse(await ask('GET', '?all=true&look=false')).watches.filter(({ own }) => !own),
    price: async ({ requests, schedule }) =>
      pricedWatch.parse(await ask('POST', '/price', { requests, schedule })),
    create: async (form, agreed, keepKey) =>
      created.parse(await watches.post('', { ...form, agreed, ...(keepKey && { keepKey }) })),
    own: async (id, products) => {
      await ask('PUT', `${at(id)}/own`, { products });
    },
    change: async (id, change, agreed) => {
      await ask('PATCH', at(id), { ...change, ...(agreed && { agreed }) });
    },
    run: async (id, agreed) => void (await runs.post(`${at(id)}/run`, { agreed })),
    remove: async (id) => {
      await ask('DELETE', at(id));
    },
    alerts: async (since = 0) => alertList.parse(await ask('GET', `/alerts?since=${Math.floor(since)}`)),
    seen: async (alerts) => {
      const last: Record<string, number> = {};
      for (const { watch: id, number, unseen } of alerts)
        if (unseen) last[id] = Math.max(last[id] ?? 0, number);
      if (Object.keys(last).length > 0) await ask('POST', '/alerts/seen', { seen: last });
    },
    subscribe,
    changed,
  };
}
