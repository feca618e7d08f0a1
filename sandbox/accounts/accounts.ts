// Identifies the caller: finds the token of a key, and lists the tokens of its account.
import { hash } from '../data/random';
import { Problem } from '../contract/problem';
import { keys, longAgo, type KeyPlan } from './keys';
import { Token, type KeptToken, type Limits, type TokenIdentity, type TokenSettings } from './token';

/** New settings of a key, set by tests; omitted ones stay as they are. */
export interface KeyChange extends Partial<Omit<TokenSettings, 'limits'>> {
  readonly limits?: Partial<Limits>;
}
export type KeyChanges = Readonly<Record<string, KeyChange>>;

export class Accounts {
  private plans: Readonly<Record<string, KeyPlan>> = keys;
  private tokens = new Map<string, Token>();

  constructor(private readonly seed: number) {
    this.reset({});
  }

  /** Resets usage and points; changed settings of a key stay until they are changed again. */
  reset(changes: KeyChanges): void {
    const plans = { ...this.plans };
    for (const [key, change] of Object.entries(changes)) {
      const plan = plans[key];
      if (!plan) throw new Problem(400, 'The sandbox does not have this key.');
      plans[key] = { ...plan, ...change, limits: { ...plan.limits, ...change.limits } };
    }
    this.plans = plans;
    this.tokens = new Map(
      Object.entries(plans).map(([key, plan]) => [key, new Token(this.identityOf(key, plan), plan)]),
    );
  }

  /** What was used, by key. */
  keep(): Readonly<Record<string, KeptToken>> {
    return Object.fromEntries([...this.tokens].map(([key, token]) => [key, token.keep()]));
  }

  restore(kept: Readonly<Record<string, KeptToken>>): void {
    for (const [key, used] of Object.entries(kept)) this.tokens.get(key)?.restore(used);
  }

  /** Undefined for a key that does not exist. */
  find(key: string | undefined): Token | undefined {
    return key === undefined ? undefined : this.tokens.get(key);
  }

  authenticate(key: string | undefined, now: number): Token {
    if (key === undefined || key === '') throw new Problem(401, 'access-token header is missing.');
    const token = this.find(key);
    if (!token) throw new Problem(401, 'access-token is invalid.');
    if (token.isExpired(now)) throw new Problem(401, 'access-token has expired.');
    return token;
  }

  /** The tokens of the account that the token belongs to, in the order they were created. */
  ofAccount(token: Token): Token[] {
    return [...this.tokens.values()].filter(({ identity }) => identity.user === token.identity.user);
  }

  private readonly users = new Map<string, TokenIdentity['user']>();

  private identityOf(key: string, plan: KeyPlan): TokenIdentity {
    const first = Object.entries(this.plans).find(([, other]) => other.account === plan.account)?.[0];
    return {
      id: uuid(this.seed, 'token', key),
      user: this.userOf(plan.account),
      isPrimary: first === key,
      createdAt: longAgo + (hash(this.seed, key) % 200) * 86_400_000,
    };
  }

  private userOf(account: string): TokenIdentity['user'] {
    const known = this.users.get(account);
    if (known) return known;
    const created = new Date(longAgo + (hash(this.seed, account) % 90) * 86_400_000).toISOString();
    const user: TokenIdentity['user'] = {
      id: uuid(this.seed, 'user', account),
      front_id: `U${String(hash(this.seed, 'front', account) % 1_000_000).padStart(6, '0')}`,
      login: account,
      role: 'member',
      email: `${account}@spillway.example`,
      name: `Sandbox ${account.charAt(0).toUpperCase()}${account.slice(1)}`,
      created_at: created,
      modified_at: created,
      last_login_at: created,
      email_verified: true,
    };
    this.users.set(account, user);
    return user;
  }
}

/** A version 4 identifier made from the parts. */
function uuid(...parts: readonly (string | number)[]): string {
  const hex = [0, 1, 2, 3]
    .map((n) =>
      hash(...parts, n)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
