// Tells who asks from the one header that carries a credential. In personal mode it is the user's own key and passes
// through; in team mode an Entra token or an access code, told apart by shape, and the team's key takes its place.
import { canBeSent } from '../../engine/request/credential';
import { networkOf } from '../http/clientAddress';
import { Problem, tryAgain } from '../http/problem';
import { memoized } from '../http/memoized';
import { codeId, sameText } from './accessCode';
import type { AttemptLimit } from './attemptLimit';
import type { CodeRegister } from './codeRegister';
import { isMicrosoftToken, looksLikeToken, type EntraTokens } from './entraTokens';
import { Freshness } from './freshness';
import { sha256 } from './keyDigest';
import type { KeyAttemptLimit } from './keyAttemptLimit';
import type { Person } from './person';

export interface SignIn {
  /** `address` is where the request comes from. */
  identify(credential: string | undefined, address: string): Promise<Person>;
  /** At once, when it is certain that the credential still holds; undefined says nothing. */
  known(credential: string): Person | undefined;
}

/** A token lists up to 200 groups, which are 12,000 characters; the headers of a request have 16,384. */
const longest = 15_000;
const hour = 3_600_000;

/** Hashing is most of what a cache hit would cost. */
const personOf = memoized(1_000, (key): Person => {
  const id = `key:${sha256(key).slice(0, 22)}`;
  return { id, name: id, key, admin: false };
});

/** A code or a sign-in that is meant for a gateway, perhaps for this one before its mode was changed: the service must not learn it. */
const isOfGateway = (credential: string): boolean =>
  codeId(credential, 'access') !== undefined ||
  codeId(credential, 'read') !== undefined ||
  isMicrosoftToken(credential);

export const personalSignIn = (guard: KeyAttemptLimit): SignIn => ({
  known: personOf,
  identify: (credential, address) => {
    if (credential === undefined || credential === '') {
      return Promise.reject(new Problem(401, 'Send your API key in the access-token header.'));
    }
    if (!canBeSent(credential) || credential.length > longest) {
      return Promise.reject(new Problem(401, 'The access-token header does not contain a valid key.'));
    }
    if (isOfGateway(credential)) {
      return Promise.reject(
        new Problem(
          401,
          'The access-token header does not contain a valid key. Send your API key in the access-token header.',
        ),
      );
    }
    const seconds = guard.wait(credential, networkOf(address));
    if (seconds > 0)
      return Promise.reject(tooMany(seconds, 'The service rejected too many keys from this network.'));
    return Promise.resolve(personOf(credential));
  },
});

export interface TeamSignInParts {
  readonly key: () => string;
  readonly codes: CodeRegister | undefined;
  readonly entra: EntraTokens | undefined;
  readonly adminCode: string | undefined;
  readonly limit: AttemptLimit;
  readonly clock: () => number;
  readonly onFailure?: (way: 'code' | 'token', address: string) => void;
}

const tooMany = (seconds: number, what: string) => tryAgain(429, `${what} Try again later.`, seconds);

/** Before anything is forwarded; the header (RFC 9110, 11.6.1) tells the add-in that it was not the service. */
const notSignedIn = (detail: string) => new Problem(401, detail, { 'www-authenticate': 'Spillway' });

interface Known {
  readonly person: Omit<Person, 'key'>;
  readonly until: number;
  /** An hour by a clock that nobody can set. */
  readonly verified: Freshness;
  readonly codeId?: string;
}

export class TeamSignIn implements SignIn {
  /** Credentials that were found right, by hash, so that each request need not be verified anew. */
  private readonly signedIn = new Map<string, Known>();

  constructor(private readonly parts: TeamSignInParts) {}

  known(credential: string): Person | undefined {
    const { clock, codes } = this.parts;
    const known = this.signedIn.get(sha256(credential));
    if (!known || known.until <= clock() || !known.verified.within(hour)) return undefined;
    const holds = known.codeId === undefined || (codes?.isFresh() && codes.isActive(known.codeId));
    return holds ? this.withKey(known.person) : undefined;
  }

  async identify(credential: string | undefined, address: string): Promise<Person> {
    const { limit, clock, codes, onFailure } = this.parts;
    if (credential === undefined || credential === '') {
      throw notSignedIn('Sign in, or enter your access code, in the Spillway pane.');
    }
    const hash = sha256(credential);
    const known = this.signedIn.get(hash);
    if (known && known.until > clock() && known.verified.within(hour)) {
      if (known.codeId !== undefined) await codes?.refresh();
      if (known.codeId === undefined || codes?.isActive(known.codeId)) return this.withKey(known.person);
    }
    this.signedIn.delete(hash);
    const isToken = looksLikeToken(credential);
    // Codes and tokens are counted apart; whoever shows the right one is let in, whatever others at the address do.
    const network = `${networkOf(address)}${isToken ? ' token' : ''}`;
    const found = credential.length <= longest ? await this.verify(credential, network) : undefined;
    // A token that was genuine and has run out is no guess: its owner renews it.
    if (found === 'expired')
      throw notSignedIn('Your sign-in has expired. Sign in again in the Spillway pane.');
    if (!found) {
      onFailure?.(isToken ? 'token' : 'code', address);
      const seconds = limit.fail(network, hash);
      if (seconds > 0) throw tooMany(seconds, 'Too many failed sign-ins.');
      throw notSignedIn('This sign-in or access code is not valid here. Sign in again in the Spillway pane.');
    }
    if (this.signedIn.size >= 5_000) this.signedIn.clear();
    this.signedIn.set(hash, found);
    return this.withKey(found.person);
  }

  private async verify(credential: string, network: string): Promise<Known | 'expired' | undefined> {
    const { codes, entra, adminCode, clock, limit } = this.parts;
    const verified = new Freshness(clock);
    verified.renew();
    const soon = clock() + hour;
    if (looksLikeToken(credential)) {
      const person = await entra?.verify(credential);
      return typeof person === 'object'
        ? { person, until: Math.min(person.expires, soon), verified }
        : person;
    }
    // An access code has 192 random bits; this one was made up by a person, so guesses at it are bounded.
    if (adminCode !== undefined && !limit.isClosed(network) && sameText(credential, adminCode)) {
      return { person: { id: 'admin', name: 'Administrator', admin: true }, until: soon, verified };
    }
    const record = await codes?.find(credential);
    if (!record) return undefined;
    const { id, name, admin, email: account, groups = [] } = record;
    return { person: { id: `code:${id}`, name, admin, account, groups }, until: soon, verified, codeId: id };
  }

  private withKey({ id, name, admin, account, groups = [] }: Omit<Person, 'key'>): Person {
    return { id, name, admin, account, groups, key: this.parts.key() };
  }
}
