// Tells who asks from the one header that carries a credential. In personal mode it is the user's own key and passes
// through; in team mode an Entra token or an access code, told apart by shape, and the team's key takes its place.
import { createHash } from 'node:crypto';
import { Problem } from '../problem';
import { sameText } from './accessCode';
import type { AttemptLimit } from './attemptLimit';
import type { CodeRegister } from './codeRegister';
import { looksLikeToken, type EntraTokens } from './entraTokens';
import type { Person } from './person';

export interface SignIn {
  /** `address` is where the request comes from. */
  identify(credential: string | undefined, address: string): Promise<Person>;
  /** At once, when it is certain that the credential still holds; undefined says nothing. */
  known(credential: string): Person | undefined;
}

const longest = 8_192;
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Hashing is most of what a cache hit would cost. */
const people = new Map<string, Person>();

const personOf = (key: string): Person => {
  const known = people.get(key);
  if (known) return known;
  const id = `key:${digest(key).slice(0, 22)}`;
  const person = { id, name: id, key, admin: false };
  if (people.size >= 1_000) people.clear();
  people.set(key, person);
  return person;
};

export const personalSignIn: SignIn = {
  known: personOf,
  identify: (credential) => {
    if (credential === undefined || credential === '') {
      return Promise.reject(new Problem(401, 'Give your API key in the access-token header.'));
    }
    if (!/^[\x21-\x7e]+$/.test(credential) || credential.length > longest) {
      return Promise.reject(new Problem(401, 'The access-token header does not hold a key.'));
    }
    return Promise.resolve(personOf(credential));
  },
};

export interface TeamSignInParts {
  readonly key: () => string;
  readonly codes: CodeRegister | undefined;
  readonly entra: EntraTokens | undefined;
  readonly adminCode: string | undefined;
  readonly limit: AttemptLimit;
  readonly clock: () => number;
}

/** Before anything is forwarded; the header (RFC 9110, 11.6.1) tells the add-in that it was not the service. */
const notSignedIn = (detail: string) => new Problem(401, detail, { 'www-authenticate': 'Spillway' });

interface Known {
  readonly person: Omit<Person, 'key'>;
  readonly until: number;
  readonly codeId?: string;
}

export class TeamSignIn implements SignIn {
  /** Credentials that were found right, by hash, so that each request need not be verified anew. */
  readonly #known = new Map<string, Known>();

  constructor(private readonly parts: TeamSignInParts) {}

  known(credential: string): Person | undefined {
    const { clock, codes } = this.parts;
    const known = this.#known.get(digest(credential));
    if (!known || known.until <= clock()) return undefined;
    const holds = known.codeId === undefined || (codes?.isFresh() && codes.isActive(known.codeId));
    return holds ? this.#withKey(known.person) : undefined;
  }

  async identify(credential: string | undefined, address: string): Promise<Person> {
    const { limit, clock, codes } = this.parts;
    if (credential === undefined || credential === '') {
      throw notSignedIn('Sign in, or enter your access code, in the Spillway pane.');
    }
    const hash = digest(credential);
    const known = this.#known.get(hash);
    if (known && known.until > clock()) {
      if (known.codeId !== undefined) await codes?.refresh();
      if (known.codeId === undefined || codes?.isActive(known.codeId)) return this.#withKey(known.person);
    }
    this.#known.delete(hash);
    // Guesses at codes from one office must not keep out its colleagues who come with a signed token.
    const from = looksLikeToken(credential) ? `${address} token` : address;
    const seconds = limit.wait(from);
    if (seconds > 0) {
      throw new Problem(429, 'Too many failed sign-ins. Try again later.', {
        'retry-after': String(seconds),
      });
    }
    const found = credential.length <= longest ? await this.#verify(credential) : undefined;
    // A token that was genuine and has run out is no guess: its owner renews it.
    if (found === 'expired')
      throw notSignedIn('Your sign-in has run out. Sign in again in the Spillway pane.');
    if (!found) {
      limit.fail(from);
      throw notSignedIn('This sign-in or access code is not valid here. Sign in again in the Spillway pane.');
    }
    if (this.#known.size >= 5_000) this.#known.clear();
    this.#known.set(hash, found);
    return this.#withKey(found.person);
  }

  async #verify(credential: string): Promise<Known | 'expired' | undefined> {
    const { codes, entra, adminCode, clock } = this.parts;
    const hour = clock() + 3_600_000;
    if (looksLikeToken(credential)) {
      const person = await entra?.verify(credential);
      return typeof person === 'object' ? { person, until: Math.min(person.expires, hour) } : person;
    }
    if (adminCode !== undefined && sameText(credential, adminCode)) {
      return { person: { id: 'admin', name: 'Administrator', admin: true }, until: hour };
    }
    const record = await codes?.find(credential);
    if (!record) return undefined;
    const { id, name, admin } = record;
    return { person: { id: `code:${id}`, name, admin }, until: hour, codeId: id };
  }

  #withKey({ id, name, admin }: Omit<Person, 'key'>): Person {
    return { id, name, admin, key: this.parts.key() };
  }
}
