// Two connections to Redis, one for commands and one that listens. They connect by themselves and again for ever; commands fail at
// once while there is no connection.
import { Redis } from 'ioredis';

/** Milliseconds between attempts to connect: gateways find a Redis that is back within this time of each other. */
export const longestRetry = 250;

export const connectTimeout = 2_000;

export interface RedisConnections {
  readonly redis: Redis;
  readonly ears: Redis;
}

/** `commandTimeout`: a Redis that takes a command and never replies is given up, and connected to anew. */
export function connectRedis(url: string, commandTimeout: number): RedisConnections {
  const options = {
    connectTimeout,
    commandTimeout,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt: number) => Math.min(attempt * 50, longestRetry),
  };
  const redis = new Redis(url, options);
  // Whoever listens subscribes: by itself, ioredis lets a subscription that breaks end the process.
  const ears = new Redis(url, { ...options, autoResubscribe: false });
  // A lost connection shows in the commands that fail; an unheard event would end the process.
  for (const one of [redis, ears]) one.on('error', () => undefined);
  return { redis, ears };
}

/** Milliseconds until a Redis that forbids this gateway to listen is asked again. */
const askAgain = 1_000;

/**
 * Tells what is said on the channels. Whoever shares the Redis can say anything there: what cannot be read is passed over, since an
 * error nobody expects would end the process, and every paid call with it. `onHearing`: nothing is missed from here on.
 */
export function hear(
  ears: Redis,
  channels: readonly string[],
  listener: (message: string) => void,
  onHearing: () => void = () => undefined,
): void {
  const subscribe = () => {
    if (ears.status !== 'ready') return;
    ears.subscribe(...channels).then(onHearing, ({ name }: Error) => {
      if (name === 'ReplyError') setTimeout(subscribe, askAgain).unref();
      // It said nothing: a new connection asks again.
      else ears.disconnect(true);
    });
  };
  ears.on('ready', subscribe);
  subscribe();
  ears.on('message', (_channel: string, message: string) => {
    try {
      listener(message);
    } catch {
      // What a gateway says can be read, and what is missed is read again.
    }
  });
}

/**
 * Redis names itself anew with each start, so that one which may have lost its data is told apart. Where INFO is forbidden, lost data
 * shows in what it no longer knows.
 */
export async function serverName(redis: Redis): Promise<string> {
  const info = await redis.info('server').catch((error: Error) => {
    if (/^(NOPERM|ERR)\b/.test(error.message)) return '';
    throw error;
  });
  return /^run_id:(\w+)/m.exec(info)?.[1] ?? 'unknown';
}
