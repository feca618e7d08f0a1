// Everything an operator can set, read from the environment alone. `docs/deploying.md` lists the same names.
import path from 'node:path';
import { EnvironmentReader, type Environment } from './environment';

export type Tls =
  | { readonly kind: 'self-signed'; readonly folder: string }
  | { readonly kind: 'off' }
  | { readonly kind: 'files'; readonly cert: string; readonly key: string };

export interface Settings {
  readonly port: number;
  readonly host: string | undefined;
  readonly upstream: URL;
  readonly publicUrl: string | undefined;
  readonly tls: Tls;
  readonly mode: 'personal' | 'team';
  /** The folder of the built add-in. */
  readonly addin: string;
  readonly playground: string | undefined;
  readonly officeJs: string | undefined;
  /** The upstream is the sandbox of a local start: its keys may be offered. */
  readonly sandbox: boolean;
  readonly data: string | undefined;
  readonly redisUrl: string | undefined;
}

/** `bundle` is the folder the running program lies in. */
export function readSettings(
  env: Environment,
  bundle: string,
): { settings: Settings; faults: readonly string[] } {
  const read = new EnvironmentReader(env);
  const upstream = read.url('SPILLWAY_UPSTREAM', ['https:', 'http:']);
  if (read.text('SPILLWAY_UPSTREAM') === undefined) {
    read.require('SPILLWAY_UPSTREAM', '(the address of the data service)', false);
  }
  const data = read.text('SPILLWAY_DATA') ?? '.data';
  const settings: Settings = {
    port: read.integer('PORT', { min: 1, max: 65_535 }) ?? 3000,
    host: read.text('SPILLWAY_HOST'),
    upstream: upstream ?? new URL('https://upstream.invalid'),
    publicUrl: read.url('SPILLWAY_PUBLIC_URL', ['https:'])?.href.replace(/\/+$/, ''),
    tls: readTls(
      read,
      data === 'off' ? '.certs' : read.text('SPILLWAY_DATA') ? path.join(data, 'certs') : '.certs',
    ),
    mode: read.choice('SPILLWAY_MODE', ['personal', 'team'], 'personal'),
    addin: read.text('SPILLWAY_ADDIN') ?? addinFolder(bundle),
    playground: read.text('SPILLWAY_PLAYGROUND'),
    officeJs: read.text('SPILLWAY_OFFICE_JS'),
    sandbox: read.flag('SPILLWAY_SANDBOX'),
    data: data === 'off' ? undefined : path.resolve(data),
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:'])?.href,
  };
  return { settings, faults: read.faults };
}

/** dist/server/gateway.mjs stands beside dist/addin; src/gateway/main.ts is two folders further off. */
const addinFolder = (bundle: string): string =>
  path.basename(bundle) === 'gateway' ? path.join(bundle, '../../dist/addin') : path.join(bundle, '../addin');

function readTls(read: EnvironmentReader, folder: string): Tls {
  const cert = read.text('SPILLWAY_TLS_CERT');
  const key = read.text('SPILLWAY_TLS_KEY');
  const kind = read.choice('SPILLWAY_TLS', ['self-signed', 'off'], 'self-signed');
  if (cert !== undefined && key !== undefined) return { kind: 'files', cert, key };
  if (cert !== undefined || key !== undefined) {
    read.require(key === undefined ? 'SPILLWAY_TLS_KEY' : 'SPILLWAY_TLS_CERT', 'beside the other one', false);
  }
  return kind === 'off' ? { kind } : { kind: 'self-signed', folder };
}
