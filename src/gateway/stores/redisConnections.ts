// Two connections to Redis, one for commands and one that listens. They connect by themselves and again for ever; commands fail at
// once while there is no connection.
import { Redis } from 'ioredis';

/** Milliseconds between attempts to connect: gateways find a Redis that is back within this time of each other. */
export const longestRetry = 250;

export interface RedisConnections {
  readonly redis: Redis;
  readonly ears: Redis;
}

/** `commandTimeout`: a Redis that takes a command and never replies is given up, and connected to anew. */
export function connectRedis(
  url: string,
  commandTimeout: number,
  connectTimeout: number = 2_000,
): RedisConnections {
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
