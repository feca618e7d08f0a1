// What only team mode needs: the key of the team, who may sign in and how, what they may spend.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EntraSettings } from '../people/entraTokens';
import { isTimeZone } from '../spending/day';
import type { EnvironmentReader } from './environment';

export interface TeamSettings {
  readonly key: string | undefined;
  readonly keyFile: string | undefined;
  readonly entra: EntraSettings | undefined;
  readonly adminCode: string | undefined;
  readonly codesFile: string | undefined;
  readonly personBudget: number | undefined;
  readonly teamBudget: number | undefined;
  readonly timeZone: string;
  readonly shareWindows: boolean;
}

const credits = { min: 0, max: 1_000_000_000 };
const shortestAdminCode = 20;

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
  const key = read.text('SPILLWAY_KEY');
  const keyFile = read.text('SPILLWAY_KEY_FILE');
  const adminCode = read.text('SPILLWAY_ADMIN_CODE');
  const timeZone = read.text('SPILLWAY_TIME_ZONE') ?? 'UTC';
  if (needed)
    read.require('SPILLWAY_KEY or SPILLWAY_KEY_FILE', 'in team mode', (key ?? keyFile) !== undefined);
  if (key !== undefined && keyFile !== undefined) {
    read.faults.push('Set SPILLWAY_KEY or SPILLWAY_KEY_FILE, not both.');
  }
  if (keyFile !== undefined && !existsSync(keyFile)) {
    read.faults.push(`SPILLWAY_KEY_FILE names ${keyFile}, and there is no such file.`);
  }
  if (adminCode !== undefined && adminCode.length < shortestAdminCode) {
    read.faults.push(`SPILLWAY_ADMIN_CODE must have at least ${shortestAdminCode} characters.`);
  }
  if (!isTimeZone(timeZone)) read.faults.push(`SPILLWAY_TIME_ZONE names no time zone: "${timeZone}".`);
  return {
    key,
    keyFile,
    entra: readEntra(read, publicUrl),
    adminCode,
    codesFile:
      read.text('SPILLWAY_CODES_FILE') ?? (data === undefined ? undefined : path.join(data, 'codes.json')),
    personBudget: read.integer('SPILLWAY_PERSON_BUDGET', credits),
    teamBudget: read.integer('SPILLWAY_TEAM_BUDGET', credits),
    timeZone,
    shareWindows: read.choice('SPILLWAY_SHARE_WINDOWS', ['team', 'person'], 'team') === 'team',
  };
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The client ID is enough where the registration is as docs/deploying.md says; an audience may be given in its place. */
function readEntra(read: EnvironmentReader, publicUrl: string | undefined): EntraSettings | undefined {
  const tenant = read.text('SPILLWAY_ENTRA_TENANT');
  const clientId = read.text('SPILLWAY_ENTRA_CLIENT_ID');
  const audience = read.text('SPILLWAY_ENTRA_AUDIENCE')?.split(/[\s,]+/) ?? audiences(clientId, publicUrl);
  if (tenant === undefined && audience.length === 0) return undefined;
  read.require('SPILLWAY_ENTRA_TENANT', 'for Microsoft sign-in', tenant !== undefined);
  read.require(
    'SPILLWAY_ENTRA_CLIENT_ID (or SPILLWAY_ENTRA_AUDIENCE)',
    'beside SPILLWAY_ENTRA_TENANT',
    audience.length > 0,
  );
  if (tenant !== undefined && !isId(tenant)) {
    read.faults.push(
      'SPILLWAY_ENTRA_TENANT must be the tenant’s ID (a GUID), so that no other tenant can sign in.',
    );
  }
  if (clientId !== undefined && !isId(clientId)) {
    read.faults.push('SPILLWAY_ENTRA_CLIENT_ID must be the application’s client ID (a GUID).');
  }
  const at = `https://login.microsoftonline.com/${tenant}`;
  const issuer = read.url('SPILLWAY_ENTRA_ISSUER', ['https:', 'http:'])?.href;
  return {
    tenant: tenant ?? '',
    audience,
    issuers: issuer === undefined ? [`${at}/v2.0`, `https://sts.windows.net/${tenant}/`] : [issuer],
    jwks: read.url('SPILLWAY_ENTRA_JWKS', ['https:', 'http:']) ?? new URL(`${at}/discovery/v2.0/keys`),
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
