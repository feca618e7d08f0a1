// What a request is authenticated with: an API key, or the token of a sign-in, which expires and is renewed; and how it is kept
// out of everything that is shown.
import { SpillwayError } from './errors';

export interface TokenSource {
  /** Different after each sign-in; not a secret. */
  readonly id: string;
  /** A valid token; rejects with `no_key` and a sentence when the person would have to sign in. */
  get(): Promise<string>;
  /** Another token than the one that was refused, or undefined. */
  renew(refused: string): Promise<string | undefined>;
}

export type Credential = string | TokenSource;

export interface Access {
  readonly baseUrl: string;
  readonly key: string;
  readonly renew?: TokenSource['renew'];
}

const elsewhere =
  'Microsoft sign-in needs the server that Spillway was loaded from. Clear the base address in Settings.';

/** Undefined without a credential; rejects when there is a sign-in but it yields no token. */
export async function accessWith(
  given: Credential | undefined,
  baseUrl: string,
): Promise<Access | undefined> {
  if (given === undefined || typeof given === 'string') {
    const key = given?.trim();
    return key ? { key, baseUrl } : undefined;
  }
  // A token must not be sent to any server but the gateway that this page was loaded from.
  if (baseUrl !== '') throw new SpillwayError('no_key', { signIn: true, detail: elsewhere, billed: 'no' });
  return { key: await given.get(), baseUrl, renew: (refused) => given.renew(refused) };
}

// Takes the API key out of anything a response or an error may echo, before anyone else can see it.

const mask = '•••';
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** One character of the key in every spelling: as it is, escaped in JSON (`\/`, `\u002b`), in an address (`%2B`). */
function spellings(letter: string): string {
  const code = letter.charCodeAt(0);
  const hex = (digits: number) => code.toString(16).padStart(digits, '0');
  const json = JSON.stringify(letter).slice(1, -1);
  const all = [letter, json, `\\${letter}`, `\\u${hex(4)}`, ...(code < 256 ? [`%${hex(2)}`] : [])];
  return `(?:${[...new Set(all)].map(escaped).join('|')})`;
}

export interface Secret {
  text(value: string): string;
  deep(value: unknown): unknown;
  /** For responses that were paid: a key of a few letters may be a word of the data, so only a long one is taken out. */
  body(value: string): string;
}

export function secretOf(key: string): Secret {
  const trimmed = key.trim();
  // Made when it is first needed: few responses echo anything.
  let pattern: RegExp | undefined;
  const text = (value: string) => {
    if (trimmed === '') return value;
    pattern ??= new RegExp([...trimmed].map(spellings).join(''), 'gi');
    return value.replace(pattern, mask);
  };
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [text(name), deep(inner)]));
  };
  // Looking for every spelling takes longer, so it is done only where something is escaped at all.
  const mayEcho = (value: string) => value.includes(trimmed) || /\\u00|\\\/|%[2-7]/i.test(value);
  const body = (value: string) => (trimmed.length >= 8 && mayEcho(value) ? text(value) : value);
  return { text, deep, body };
}

/** What a header can carry (RFC 9110, 5.5): visible ASCII, no line breaks. Anything else was never a key. */
export const canBeSent = (key: string): boolean => /^[\x21-\x7e]+$/.test(key);
