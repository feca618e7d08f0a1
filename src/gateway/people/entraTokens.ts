// Verifies Microsoft Entra tokens: signed by the tenant's published keys, with an expected algorithm, for this audience,
// by this tenant, within their time. Nothing of a token is believed before all of that holds.
import {
  createRemoteJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import { plainText } from '../telemetry/log';
import { Problem } from '../http/problem';

export interface EntraSettings {
  readonly tenant: string;
  /** Named in the manifest, so that Excel hands out tokens. */
  readonly clientId?: string | undefined;
  readonly audience: readonly string[];
  readonly issuers: readonly string[];
  readonly jwks: URL;
  readonly adminRole: string;
  /** The permission a token must carry: without it, any program of the tenant could have one made out to this audience. */
  readonly scope: string;
}

export interface EntraPerson {
  readonly id: string;
  readonly name: string;
  readonly admin: boolean;
  readonly account: string | undefined;
  /** Object IDs of groups, and app roles. */
  readonly groups: readonly string[];
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const algorithms = ['RS256', 'PS256', 'ES256'];

export const looksLikeToken = (text: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

/** Whether it says so: nothing is believed of it. */
export function isMicrosoftToken(text: string): boolean {
  if (!looksLikeToken(text)) return false;
  try {
    const { iss } = decodeJwt(text);
    return typeof iss === 'string' && /^https:\/\/(login\.microsoftonline\.|sts\.windows\.net\/)/.test(iss);
  } catch {
    return false;
  }
}

export class EntraTokens {
  private readonly keys: JWTVerifyGetKey;

  constructor(
    private readonly settings: EntraSettings,
    private readonly clock: () => number,
    /** Groups have budgets: a token that does not tell them all would escape these. */
    private readonly needsGroups: boolean,
    private readonly onOverage: (person: string) => void,
  ) {
    this.keys = createRemoteJWKSet(settings.jwks, { timeoutDuration: 5_000, cooldownDuration: 30_000 });
  }

  /** Undefined when the token is not to be trusted, `expired` when it was and its time is over. */
  async verify(token: string): Promise<EntraPerson | 'expired' | undefined> {
    const { issuers, audience, tenant, adminRole, scope } = this.settings;
    try {
      const { payload } = await jwtVerify(token, this.keys, {
        algorithms,
        issuer: [...issuers],
        audience: [...audience],
        requiredClaims: ['exp', 'iss', 'aud', 'sub'],
        clockTolerance: 60,
        currentDate: new Date(this.clock()),
      });
      if (textOf(payload, 'tid')?.toLowerCase() !== tenant) return undefined;
      if (!(textOf(payload, 'scp') ?? '').split(' ').includes(scope)) return undefined;
      const roles = textsOf(payload.roles);
      if (this.needsGroups && hidesGroups(payload)) {
        this.onOverage(plainText(`${tenant}/${textOf(payload, 'oid') ?? ''}`));
        throw unknownGroups();
      }
      return {
        // Both go to logs and lists; the others only name budgets.
        id: plainText(`${tenant}/${textOf(payload, 'oid') ?? payload.sub ?? ''}`),
        name: plainText(
          textOf(payload, 'preferred_username') ?? textOf(payload, 'upn') ?? textOf(payload, 'name') ?? '',
        ).slice(0, 200),
        admin: roles.includes(adminRole),
        account: emailOf(payload),
        groups: [...textsOf(payload.groups), ...roles],
        expires: (payload.exp ?? 0) * 1_000,
      };
    } catch (error) {
      if (error instanceof Problem) throw error;
      // Only said of a token whose signature holds.
      if (error instanceof errors.JWTExpired) return 'expired';
      if (isRefusal(error)) return undefined;
      throw new Problem(
        500,
        'Your sign-in cannot be verified right now. Nothing was spent. Try again in a moment.',
        { 'retry-after': '5' },
      );
    }
  }
}

/** A list, or one text in its place. */
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (it): it is string => typeof it === 'string' && it !== '',
  );

/** Entra leaves the groups of a member of many out, and says in one of two ways that there are more; or the claim is no list of texts. */
function hidesGroups({ groups, hasgroups, _claim_names: names }: JWTPayload): boolean {
  if (hasgroups === true || hasgroups === 'true') return true;
  if (typeof names === 'object' && names !== null && 'groups' in names) return true;
  if (typeof names === 'string' && names.includes('groups')) return true;
  return groups !== undefined && textsOf(groups).length !== (Array.isArray(groups) ? groups.length : 1);
}

const unknownGroups = () =>
  new Problem(
    403,
    'Your sign-in does not list your groups, because there are too many, and this gateway has budgets for groups. ' +
      'Nothing was spent. Ask the administrator to limit the groups claim to groups assigned to the application.',
  );

const emailOf = (payload: JWTPayload): string | undefined =>
  [textOf(payload, 'preferred_username'), textOf(payload, 'upn')]
    .find((name) => name?.includes('@'))
    ?.toLowerCase();

const textOf = (payload: JWTPayload, name: string): string | undefined => {
  const value = payload[name];
  return typeof value === 'string' ? value : undefined;
};

/** The token is at fault, not the way to the keys. */
const isRefusal = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC';
