// GET /feed/<table>.csv and .json: what is already paid for, for whoever shows a read code. Reading is free, and there is no
// way from here to the service: the code stands for a history, not for a person or a key.
//
//   GET /feed/result.csv     the latest result of the request that the feed was made for
//   GET /feed/history.csv    every value over time: source, item, label, conditions, field, time, value, currency
//   GET /feed/changes.csv    where a value changed, with the one before
//   GET /feed/matches.csv    which offers are whose own products, as people decided
//
// columns=a,b  from=, to=  source=, item=, conditions=, field=  where=value>=100 (repeated)  limit=  cursor=
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { Hono, type Context } from 'hono';
import { isKnownTag, takesGzip } from '../http/acceptEncoding';
import { clientAddress } from '../http/clientAddress';
import type { GatewayEnv } from '../http/gatewayEnv';
import { notFound, Problem, tryAgain } from '../http/problem';
import { ReadLimit } from '../http/readLimit';
import type { CodeRecord, Grant } from '../people/accessCode';
import { pageOf } from './feedPage';
import { askedRows } from './feedQuery';
import { feedTables, type FeedHistory, type FeedMatch } from './feedTables';
import { free } from '../../protocol/headers';

const feedPrefix = '/feed';

export interface FeedParts {
  /** The history of that name. */
  readonly history: (name: string) => FeedHistory;
  /** Decided by those who share that history. */
  readonly matches: (name: string) => readonly FeedMatch[];
  /** As it is known everywhere at this moment; throws where that cannot be said. */
  readonly find: (code: string) => Promise<(CodeRecord & { readonly grant: Grant }) | undefined>;
  /** Counts a code that is not valid. Seconds to wait, or 0 while it may be a mistake. */
  readonly fail: (address: string, code: string) => number;
  readonly proxies: number;
  readonly elapsed: () => number;
  /** Whether what was asked for is at fault, and not the history. */
  readonly isContentFault: (error: unknown) => boolean;
}

const zip = promisify(gzip);
const bounds = { perMinute: 120, eachAtOnce: 2, allAtOnce: 8 };
const types = { csv: 'text/csv; charset=utf-8', json: 'application/json' } as const;

const away = () => tryAgain(503, 'The feed cannot be read at the moment. Try again.');

const digest = (...texts: string[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\n');
  return hash.digest('base64url').slice(0, 22);
};

export function feedRoutes(parts: FeedParts): Hono<GatewayEnv> {
  const limit = new ReadLimit(parts.elapsed, bounds);
  const routes = new Hono<GatewayEnv>();

  const open = async (c: Context<GatewayEnv>): Promise<CodeRecord & { readonly grant: Grant }> => {
    const code = codeOf(c);
    const found = code === '' ? undefined : await parts.find(code).catch(() => Promise.reject(away()));
    if (found) return found;
    const address = clientAddress(c.env.incoming, parts.proxies);
    const seconds = code === '' ? 0 : parts.fail(address, digest(code));
    if (seconds > 0) throw tryAgain(429, 'Too many read codes that are not valid. Try again later.', seconds);
    throw new Problem(
      401,
      code === ''
        ? 'Send the read code of the feed, as the password or as Authorization: Bearer.'
        : 'This read code is not valid. It may have expired or been revoked.',
      { 'www-authenticate': 'Basic realm="Spillway feed", charset="UTF-8"' },
    );
  };

  const read = async (c: Context<GatewayEnv>, { grant }: { readonly grant: Grant }): Promise<Response> => {
    const [, name = '', format] = /^\/feed\/([a-z]+)\.(csv|json)$/.exec(c.req.path) ?? [];
    const table = feedTables.find((one) => one === name);
    if (!table || (format !== 'csv' && format !== 'json')) throw new Problem(404, notFound);
    if (!grant.tables.includes(table)) throw new Problem(403, 'This feed does not include this table.');
    const url = new URL(c.req.url);
    const { history, matches } = parts;
    const known = { history: history(grant.history), matches: () => matches(grant.history) };
    const { query, rows } = askedRows(table, known, grant, url.searchParams);
    const { body, next } = await pageOf(rows, query, format).catch((error: unknown) => {
      if (error instanceof Problem) throw error;
      if (parts.isContentFault(error)) throw new Problem(422, 'The feed cannot be read with these values.');
      throw away();
    });
    const etag = `W/"${digest(format, next ?? '', body)}"`;
    const headers: Record<string, string> = {
      'content-type': types[format],
      etag,
      'cache-control': 'private, no-cache',
      vary: 'authorization, accept-encoding',
      ...free,
    };
    if (next !== undefined) headers.link = `<${nextAddress(url, next)}>; rel="next"`;
    if (isKnownTag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
    if (format === 'csv') headers['content-disposition'] = `attachment; filename="spillway-${table}.csv"`;
    if (!takesGzip(c.req.header('accept-encoding'))) return c.body(body, 200, headers);
    const packed = await zip(body, { level: constants.Z_BEST_SPEED });
    return c.body(new Uint8Array(packed), 200, { ...headers, 'content-encoding': 'gzip' });
  };

  routes.all(`${feedPrefix}/*`, async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
      throw new Problem(405, 'A feed can only be read.', { allow: 'GET, HEAD' });
    const record = await open(c);
    c.set('noted', { ...c.get('noted'), feed: record.id });
    const leave = limit.enter(record.id);
    // The place is free when the reader has all of it: until then the page is in memory.
    const { outgoing } = c.env;
    outgoing?.once('close', leave);
    try {
      const response = await read(c, record);
      if (!outgoing || outgoing.destroyed) leave();
      return response;
    } catch (error) {
      leave();
      throw error;
    }
  });
  return routes;
}

/** As a password (RFC 7617), as a bearer token (RFC 6750), or in the address for what knows nothing but addresses. */
function codeOf(c: Context<GatewayEnv>): string {
  const [, scheme = '', value = ''] =
    /^(basic|bearer) +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme !== '')
    return Buffer.from(value, 'base64')
      .toString('utf8')
      .replace(/^[^:]*:/, '');
  return c.req.query('code') ?? '';
}

/** Relative, so that it holds whatever name the gateway is reached by. */
function nextAddress({ pathname, searchParams }: URL, cursor: string): string {
  const query = new URLSearchParams(searchParams);
  query.set('cursor', cursor);
  return `${pathname}?${query.toString()}`;
}
