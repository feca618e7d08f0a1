// Watches of the gateway that the add-in was loaded from. Every question here is free; what a watch spends is agreed to with its
// price (src/gateway/watch/watchRoutes.ts has the other side).
import { z } from 'zod';
import { type Network, signedExchange } from '../../engine/remote/client/exchange';
import { wireBody } from '../../engine/remote/client/client';
import { sendingOf } from '../../engine/request/countBlocks';
import type { Access } from '../../engine/request/credential';
import type { DataRequest } from '../../engine/request/dataRequest';
import { ownCondition, ownProduct, watchAlert, watchCondition } from '../../history/watchAlert';
import { operationIds } from '../../operations';
import { gatewayHeader } from '../../protocol/headers';
import { watchesPath } from '../../protocol/gateway';
import { InputFault } from '../../spill/inputFault';
import type { TakeOver } from '../../engine/engine';
import type { GatewayWatches, HandOverOptions, SettingsStore, WatchedRequest } from '../runtime';

const deadline = 20_000;
/** A response may be lost on its way. */
const mostTries = 3;
const count = z.number().nonnegative();
const price = z.object({ run: count, day: count, month: count });
const limits = z.object({ day: count, month: count });
const schedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('days'), days: z.array(z.number()), at: z.string(), zone: z.string() }),
  z.object({ kind: z.literal('hours'), every: z.number(), from: z.number(), zone: z.string() }),
  z.object({ kind: z.literal('cron'), cron: z.string(), zone: z.string() }),
  z.object({ kind: z.literal('once'), zone: z.string() }),
]);
const watch = z.object({
  id: z.string(),
  name: z.string(),
  requests: z.array(
    z.object({
      operation: z.enum(operationIds),
      body: z.record(z.string(), z.unknown()),
      raw: z.array(z.string()).optional(),
      cell: z.string().optional(),
    }),
  ),
  schedule,
  limits,
  until: z.number().optional(),
  conditions: z.array(watchCondition).optional(),
  ownConditions: z.array(ownCondition).optional(),
  ownProducts: z.array(ownProduct).optional(),
  ownAt: z.number().optional(),
  crowded: z.boolean(),
  webhook: z
    .object({
      url: z.string(),
      form: z.enum(['standard', 'slack', 'teams']),
      secret: z.string(),
      trouble: z.string().optional(),
    })
    .optional(),
  email: z
    .object({ to: z.string(), when: z.enum(['once', 'day', 'week']), trouble: z.string().optional() })
    .optional(),
  unseen: count,
  state: z.enum(['on', 'paused', 'ended']),
  why: z.string().optional(),
  nextAt: z.number().optional(),
  asked: z.boolean(),
  running: z.object({ done: count, of: count }).optional(),
  last: z
    .object({
      startedAt: count,
      outcome: z.enum(['ok', 'partly', 'failed', 'budget', 'stopped']),
      credits: count,
      responses: count,
      changed: count,
      rows: count.default(0),
      detail: z.string().optional(),
    })
    .optional(),
  price,
  spent: limits,
  endsUnseenAt: z.number().optional(),
  owner: z.string(),
  own: z.boolean(),
});
const list = z.object({
  watches: z.array(watch),
  keepsKey: z.boolean(),
  isAdmin: z.boolean().default(false),
  hosts: z.array(z.string()),
  mailDomains: z.array(z.string()).default([]),
  languages: z.array(z.string()).default([]),
});
const alert = watchAlert.extend({ watch: z.string(), name: z.string(), unseen: z.boolean() });
const created = z.object({ id: z.string() });
const alertList = z.object({ alerts: z.array(alert), unseen: count });
const problem = z.object({ detail: z.union([z.string(), z.array(z.object({ msg: z.string() }))]) });
const priced = price.extend({ next: z.array(z.number()) });

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

/** Questions to the gateway, each with its response or a sentence; and which sentences say for certain that nothing was changed. */
function questions(parts: WatchesParts) {
  /** Those that say for certain that nothing was changed; what a proxy or a store that is away says does not. */
  const refusals = new WeakSet<InputFault>();
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const access = await parts.access();
    if (!access || access.baseUrl !== '')
      throw new InputFault(
        'Watches need a gateway, and this add-in does not use one. Nothing was sent.',
        'na',
      );
    const answer = await signedExchange(parts, access).send({
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
    const isGateway = answer.headers.get(gatewayHeader) !== null;
    // A route that it does not have is answered like any other address.
    if (!isGateway || (answer.status === 404 && method === 'GET')) throw new InputFault(noWatches, 'na');
    if (answer.status >= 300) {
      const fault = new InputFault(sentenceOf(answer.text), 'na');
      if (answer.status >= 400 && answer.status < 500) refusals.add(fault);
      throw fault;
    }
    return answer.status === 204 ? undefined : (JSON.parse(answer.text ?? '') as unknown);
  };
  return { ask, isRefusal: (error: unknown) => error instanceof InputFault && refusals.has(error) };
}

export function gatewayWatches(parts: WatchesParts): GatewayWatches {
  const { ask, isRefusal } = questions(parts);
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  let known: string | undefined;
  /** Whoever reads the list finds the news for all: a run may be over before anybody has seen it under way. */
  const noticed = (found: z.infer<typeof list>) => {
    const state = JSON.stringify(
      found.watches.map(({ id, state, nextAt, last }) => [id, state, nextAt, last]),
    );
    const isNews = state !== known;
    known = state;
    if (isNews) changed();
    return found;
  };
  const at = (id: string) => `/${encodeURIComponent(id)}`;
  // As it is sent, so that a formula finds the response in the cache of the gateway.
  const requestOf = (request: DataRequest, cell: string): WatchedRequest => {
    const settings = parts.settings.current();
    const body = wireBody(request, sendingOf(request, settings).count, settings.wireNames);
    return { operation: request.operation, body, raw: Object.keys(request.raw), cell };
  };
  const stop = (id: string) => ask('PATCH', at(id), { state: 'paused' });
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
          if (isStopped() && tries === 1) return 'refused';
          const { id } = created.parse(await ask('POST', '', form));
          if (isStopped()) await stop(id);
          changed();
          return 'taken';
        } catch (error) {
          failed(error);
          // Only the first answer tells: a later one may be about what an earlier try has done.
          if (isRefusal(error)) return tries === 1 ? 'refused' : 'unknown';
          if (tries === mostTries) return 'unknown';
        }
      }
    };
  return {
    requestOf,
    takeOver,
    stopHandedOver: async () => {
      const { watches } = list.parse(await ask('GET', '?look=false'));
      const open = watches.filter(
        ({ schedule: { kind }, state, own }) => kind === 'once' && state === 'on' && own,
      );
      for (const { id } of open) await stop(id);
      if (open.length > 0) changed();
      return open.length;
    },
    list: async (look) => noticed(list.parse(await ask('GET', look ? '' : '?look=false'))),
    others: async () =>
      list.parse(await ask('GET', '?all=true&look=false')).watches.filter(({ own }) => !own),
    price: async ({ requests, schedule: when }) =>
      priced.parse(await ask('POST', '/price', { requests, schedule: when })),
    create: async (form, agreed, keepKey) =>
      created.parse(await ask('POST', '', { ...form, agreed, ...(keepKey && { keepKey }) })).id,
    own: async (id, products) => {
      await ask('PUT', `${at(id)}/own`, { products });
    },
    change: async (id, change, agreed) => {
      await ask('PATCH', at(id), { ...change, ...(agreed && { agreed }) });
    },
    run: async (id, agreed) => {
      await ask('POST', `${at(id)}/run`, { agreed });
    },
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
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed,
  };
}
