// Where the history of paid responses is kept, how much of it, and in what detail.
import type { EnvironmentReader } from './environment';

export type HistoryPlace =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'disk'; readonly folder: string };

export interface HistorySettings {
  readonly place: HistoryPlace;
  /** Bytes it may take. */
  readonly bytes: number;
  /** Milliseconds for which every observation is kept; of what is older, one a week. */
  readonly detail: number;
  /** Milliseconds after which nothing is kept; Infinity for no limit. */
  readonly age: number;
}

const day = 86_400_000;

export interface HistorySurroundings {
  readonly data: string | undefined;
  readonly redisUrl: string | undefined;
}

/** Undefined where there is nowhere to keep it. Several gateways share Redis; what each had on its own disk would be a part. */
export function readHistory(
  read: EnvironmentReader,
  { data, redisUrl }: HistorySurroundings,
): HistorySettings | undefined {
  const isOn = read.flag('SPILLWAY_HISTORY', true);
  const url = readDatabase(read);
  const limits = {
    bytes: read.bytes('SPILLWAY_HISTORY_SIZE', 2_000_000_000),
    detail: read.duration('SPILLWAY_HISTORY_DETAIL', 400 * day),
    age: read.duration('SPILLWAY_HISTORY_AGE', Infinity),
  };
  if (limits.age < limits.detail && read.text('SPILLWAY_HISTORY_DETAIL') !== undefined)
    read.fault('SPILLWAY_HISTORY_AGE must be at least as long as SPILLWAY_HISTORY_DETAIL.');
  if (!isOn) {
    if (url !== undefined) read.fault('Set DATABASE_URL or SPILLWAY_HISTORY=off, not both.');
    return undefined;
  }
  if (url !== undefined) return { place: { kind: 'postgres', url }, ...limits };
  if (data === undefined || redisUrl !== undefined) return undefined;
  return { place: { kind: 'disk', folder: data }, ...limits };
}

function readDatabase(read: EnvironmentReader): string | undefined {
  const url = read.url('DATABASE_URL');
  if (!url) return undefined;
  if (!/^\/[^/]+$/.test(url.pathname))
    read.fault('DATABASE_URL must name a database, as in postgres://user:password@host:5432/spillway.');
  if (url.username === '')
    read.fault('DATABASE_URL must name a user, as in postgres://user:password@host:5432/spillway.');
  try {
    decodeURIComponent(url.username + url.password + url.pathname);
  } catch {
    read.fault('In the user name and password of DATABASE_URL, write % as %25, @ as %40, / as %2F.');
  }
  return url.href;
}
