// What only team mode needs: the key of the team, who may sign in and how, what they may spend.
import path from 'node:path';
import type { EntraSettings } from '../people/entraTokens';
import { readGroupLimits, type GroupLimits, type Limits } from '../spending/budgets';
import { isTimeZone } from '../spending/day';
import type { EnvironmentReader } from './environment';
import { checkCodes, checkKeyFile, readPath } from './paths';

export interface TeamSettings {
  readonly key: string | undefined;
  readonly keyFile: string | undefined;
  readonly entra: EntraSettings | undefined;
  readonly adminCode: string | undefined;
  readonly codesFile: string | undefined;
  /** Credits a day and a month. */
  readonly day: Limits;
  readonly month: Limits;
  /** What may be spent while Redis is away: the share set aside before, or nothing. */
  readonly withoutRedis: 'share' | 'refuse';
  readonly timeZone: string;
  readonly shareWindows: boolean;
}

export interface TeamSurroundings {
  /** Team mode is on. */
  readonly needed: boolean;
  readonly data: string | undefined;
  readonly publicUrl: string | undefined;
}

export function readTeam(
  read: EnvironmentReader,
  { needed, data, publicUrl }: TeamSurroundings,
): TeamSettings {
  const key = read.secret('SPILLWAY_KEY');
  const keyFile = readPath(read, 'SPILLWAY_KEY_FILE');
  const timeZone = read.text('SPILLWAY_TIME_ZONE') ?? 'UTC';
  if (needed)
    read.require('SPILLWAY_KEY or SPILLWAY_KEY_FILE', 'in team mode', (key ?? keyFile) !== undefined);
  if (key !== undefined && keyFile !== undefined) {
    read.fault('Set SPILLWAY_KEY or SPILLWAY_KEY_FILE, not both.');
  }
  if (keyFile !== undefined) checkKeyFile(read, keyFile);
  if (!isTimeZone(timeZone))
    read.fault('SPILLWAY_TIME_ZONE must be an IANA time zone, such as Europe/Berlin.');
  const codesFile =
    readPath(read, 'SPILLWAY_CODES_FILE', data) ??
    (data === undefined ? undefined : path.join(data, 'codes.json'));
  if (needed && codesFile !== undefined) checkCodes(read, codesFile);
  return {
    key,
    keyFile,
    entra: readEntra(read, publicUrl),
    adminCode: read.secret('SPILLWAY_ADMIN_CODE'),
    codesFile,
    day: {
      person: read.integer('SPILLWAY_PERSON_BUDGET'),
      team: read.integer('SPILLWAY_TEAM_BUDGET'),
      group: readGroups(read, 'SPILLWAY_GROUP_BUDGET'),
    },
    month: {
      person: read.integer('SPILLWAY_PERSON_MONTH_BUDGET'),
      team: read.integer('SPILLWAY_TEAM_MONTH_BUDGET'),
      group: readGroups(read, 'SPILLWAY_GROUP_MONTH_BUDGET'),
    },
    withoutRedis: read.choice('SPILLWAY_WITHOUT_REDIS', 'share'),
    timeZone,
    shareWindows: read.choice('SPILLWAY_SHARE_WINDOWS', 'team') === 'team',
  };
}

function readGroups(
  read: EnvironmentReader,
  name: 'SPILLWAY_GROUP_BUDGET' | 'SPILLWAY_GROUP_MONTH_BUDGET',
): GroupLimits {
  const text = read.text(name);
  const limits =
    text === undefined ? { named: new Map<string, number>(), others: undefined } : readGroupLimits(text);
  if (!limits)
    read.fault(`${name} must be a number of credits for each group, or a list such as Sales=500, *=100.`);
  return limits ?? { named: new Map(), others: 0 };
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The client ID is enough where the registration is as docs/operating.md says; an audience may be given in its place. */
function readEntra(read: EnvironmentReader, publicUrl: string | undefined): EntraSettings | undefined {
  // Tokens carry both in lower case, whatever the portal or a person wrote.
  const tenant = read.text('SPILLWAY_ENTRA_TENANT')?.toLowerCase();
  const clientId = read.text('SPILLWAY_ENTRA_CLIENT_ID')?.toLowerCase();
  const audience = read.text('SPILLWAY_ENTRA_AUDIENCE')?.split(/[\s,]+/) ?? audiences(clientId, publicUrl);
  if (tenant === undefined && audience.length === 0) return undefined;
  read.require('SPILLWAY_ENTRA_TENANT', 'for Microsoft sign-in', tenant !== undefined);
  read.require(
    'SPILLWAY_ENTRA_CLIENT_ID (or SPILLWAY_ENTRA_AUDIENCE)',
    'with SPILLWAY_ENTRA_TENANT',
    audience.length > 0,
  );
  if (tenant !== undefined && !isId(tenant)) {
    read.fault(
      'SPILLWAY_ENTRA_TENANT must be the tenant’s ID (a GUID), so that no other tenant can sign in.',
    );
  }
  if (clientId !== undefined && !isId(clientId)) {
    read.fault('SPILLWAY_ENTRA_CLIENT_ID must be the application’s client ID (a GUID).');
  }
  const at = `https://login.microsoftonline.com/${tenant}`;
  const issuer = read.url('SPILLWAY_ENTRA_ISSUER')?.href;
  return {
    tenant: tenant ?? '',
    clientId: clientId !== undefined && isId(clientId) ? clientId : undefined,
    audience,
    issuers: issuer === undefined ? [`${at}/v2.0`, `https://sts.windows.net/${tenant}/`] : [issuer],
    jwks: read.url('SPILLWAY_ENTRA_JWKS') ?? new URL(`${at}/discovery/v2.0/keys`),
    adminRole: read.text('SPILLWAY_ENTRA_ADMIN_ROLE') ?? 'Spillway.Admin',
    scope: read.text('SPILLWAY_ENTRA_SCOPE') ?? 'access_as_user',
  };
}

/** Tokens of version 2 name the client ID, those of version 1 the application ID URI, which is in the manifest. */
function audiences(clientId: string | undefined, publicUrl: string | undefined): string[] {
  if (clientId === undefined) return [];
  const uri = publicUrl === undefined ? [] : [`api://${new URL(publicUrl).host}/${clientId}`];
  return [clientId, ...uri];
}
