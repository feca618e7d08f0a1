// The history, wired from the settings; undefined where none is kept.
import { openBackend } from './history/backend';
import { GatewayHistory, historyScope, type GatewayHistoryParts } from './history/gatewayHistory';
import { DiskOutbox, MemoryOutbox, type Outbox } from './history/outbox';
import { NewerFormat } from './stores/storedFormat';
import type { Base } from './base';
import type { Log } from './telemetry/log';

export interface HistoryWiring extends Omit<Base, 'store'>, Pick<GatewayHistoryParts, 'delay'> {
  /** Milliseconds for one statement of a database. */
  readonly timeout?: number | undefined;
}

export async function openGatewayHistory(wiring: HistoryWiring): Promise<GatewayHistory | undefined> {
  const { settings, log, timeout } = wiring;
  const { history: limits, data, redisUrl, wantsHistory } = settings;
  if (!limits) {
    // Said once, since it looks like a setup that keeps one.
    if (wantsHistory && redisUrl !== undefined)
      log.warn(
        'no history is kept: gateways that share Redis need PostgreSQL for it. Set DATABASE_URL, or SPILLWAY_HISTORY=off',
      );
    return undefined;
  }
  const reasonOf = reasonWithout(limits.place.kind === 'postgres' ? limits.place.url : undefined);
  try {
    const onLost = (reason: string) =>
      log.warn({ reason: reasonOf(new Error(reason)) }, 'connection to the history lost');
    const backend = await openBackend(limits.place, onLost, timeout);
    const outbox: Outbox = data === undefined ? new MemoryOutbox() : await openOutbox(data, log);
    const scopeOf = historyScope(settings);
    return new GatewayHistory({ ...wiring, backend, outbox, scopeOf, limits, reasonOf });
  } catch (error) {
    if (error instanceof NewerFormat) throw error;
    // A gateway without its history still serves everybody.
    log.error({ reason: reasonOf(error) }, 'the history cannot be opened');
    return undefined;
  }
}

async function openOutbox(data: string, log: Log): Promise<Outbox> {
  try {
    return await DiskOutbox.open(data);
  } catch (error) {
    if (error instanceof NewerFormat) throw error;
    const reason = error instanceof Error ? error.message : 'unknown';
    log.warn({ reason }, 'responses waiting for the history are kept in memory only');
    return new MemoryOutbox();
  }
}

/** Why something failed, without the password of the database. */
function reasonWithout(url: string | undefined): (error: unknown) => string {
  const secrets: string[] = [];
  if (url !== undefined) {
    const { password } = new URL(url);
    secrets.push(url, password, decodeURIComponent(password));
  }
  return (error) => {
    const { message, code, cause } = error as { message?: unknown; code?: unknown; cause?: unknown };
    const text = [code, message, (cause as Error | undefined)?.message]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(' ');
    return secrets
      .filter((secret) => secret !== '')
      .reduce((clean, secret) => clean.replaceAll(secret, '•••'), text === '' ? 'unknown' : text);
  };
}
