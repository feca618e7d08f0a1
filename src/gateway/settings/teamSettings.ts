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

export function readTeam(read: EnvironmentReader, needed: boolean, data: string | undefined): TeamSettings {
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
    entra: readEntra(read),
    adminCode,
    codesFile:
      read.text('SPILLWAY_CODES_FILE') ?? (data === undefined ? undefined : path.join(data, 'codes.json')),
    personBudget: read.integer('SPILLWAY_PERSON_BUDGET', credits),
    teamBudget: read.integer('SPILLWAY_TEAM_BUDGET', credits),
    timeZone,
    shareWindows: read.choice('SPILLWAY_SHARE_WINDOWS', ['team', 'person'], 'team') === 'team',
  };
}

function readEntra(read: EnvironmentReader): EntraSettings | undefined {
  const tenant = read.text('SPILLWAY_ENTRA_TENANT');
  const audience = read.text('SPILLWAY_ENTRA_AUDIENCE');
  if (tenant === undefined && audience === undefined) return undefined;
  read.require('SPILLWAY_ENTRA_TENANT', 'beside SPILLWAY_ENTRA_AUDIENCE', tenant !== undefined);
  read.require('SPILLWAY_ENTRA_AUDIENCE', 'beside SPILLWAY_ENTRA_TENANT', audience !== undefined);
  if (tenant !== undefined && !/^[0-9a-f-]{36}$/i.test(tenant)) {
    read.faults.push(
      'SPILLWAY_ENTRA_TENANT must be the tenant’s ID (a GUID), so that no other tenant can sign in.',
    );
  }
  const at = `https://login.microsoftonline.com/${tenant}`;
  const issuer = read.url('SPILLWAY_ENTRA_ISSUER', ['https:', 'http:'])?.href;
  return {
    tenant: tenant ?? '',
    audience: (audience ?? '').split(/[\s,]+/),
    issuers: issuer === undefined ? [`${at}/v2.0`, `https://sts.windows.net/${tenant}/`] : [issuer],
    jwks: read.url('SPILLWAY_ENTRA_JWKS', ['https:', 'http:']) ?? new URL(`${at}/discovery/v2.0/keys`),
    adminRole: read.text('SPILLWAY_ENTRA_ADMIN_ROLE') ?? 'Spillway.Admin',
  };
}
