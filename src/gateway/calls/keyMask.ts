// Takes the API key out of whatever the service echoes, before it is sent on, kept or logged. An echo need not look like the
// key: JSON may escape any character, addresses and HTML have spellings of their own, and a key may be cut into pieces.
import { memoized } from '../http/memoized';

const mask = '•••';
/** A shorter key may be a word of paid data, which must stay as it is. */
const shortest = 8;
const quote = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
const quoteCode = 0x22;
/** Without any of these, a key can only be spelled by its own characters. */
const escapes = ['\\', '%', '&#', '&amp;'] as const;
const named: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** Between two characters: the end of one JSON string and the beginning of the next, or signs that are not seen. */
const joint = String.raw`(?:"[\s,:[\]{}]{0,60}"|[\0\u00ad\u200b-\u200f\u2060\ufeff]{1,8})?`;

/** The beginning of a key is looked for with an expression; a longer one would take long to compile. */
const headLength = 6;
/** Base64 and hex of so many characters; what follows in the same alphabet is taken out with them. */
const codedLength = 96;

/** One character in every spelling; upper and lower case are the same here. All bounded: no text takes long to search. */
function spellings(sign: string): string {
  const codes = [...new Set([sign, sign.toLowerCase(), sign.toUpperCase()])].map((it) => it.charCodeAt(0));
  const hex = codes.map((code) => code.toString(16).padStart(2, '0')).join('|');
  const forms = [
    `\\\\{0,4}${quote(sign)}`,
    `\\\\{1,4}(?:u00|x)(?:${hex})`,
    `\\\\{1,4}u\\{0{0,4}(?:${hex})\\}`,
    `%(?:25){0,4}(?:${hex})`,
    `&(?:amp;){0,4}#(?:0{0,5}(?:${codes.join('|')})|x0{0,5}(?:${hex}));?`,
  ];
  const name = named[sign];
  if (name !== undefined) forms.push(`&(?:amp;){0,4}${name};?`);
  return `(?:${forms.join('|')})`;
}

/** The characters of Base64 that the key alone decides, wherever in a longer text it begins. */
function base64(key: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]).toString('base64');
    const bits = (before + key.length) * 8;
    const core = whole.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_'), core.replaceAll('/', '\\/')];
  });
}

/** Keeps the quotes and commas between pieces, so that JSON stays JSON. */
const replaced = (match: string): string => {
  const seams = match.match(/"[\s,:[\]{}]*"/g) ?? [];
  return mask + seams.join('');
};

export interface KeyMask {
  text(value: string): string;
  /** For responses that were paid. */
  body(value: string): string;
}

/** From frequent to rare in the JSON of records; what is not here is rarer still. */
const frequency = 'etaoinsrlcpdum01h2g5by.3_46789fvw-/kjx';

/** Two neighbours of the key, of which the first is as rare as can be. */
function rarePair(key: string): readonly [first: string, second: string] {
  const rarity = (at: number) => {
    const place = frequency.indexOf(key.charAt(at));
    return place < 0 ? frequency.length : place;
  };
  let best = 0;
  for (let at = 1; at < key.length - 1; at += 1) if (rarity(at) > rarity(best)) best = at;
  return [key.charAt(best), key.charAt(best + 1)];
}

/**
 * Whether a search can find anything: most texts hold no escapes, so a key in them is its own characters with joints
 * between. Looking for two neighbours among them takes a fraction of the time. Never false for a text that holds the key.
 */
function glanceFor(key: string): (value: string) => boolean {
  const [first, second] = rarePair(key.toLowerCase());
  if (second === '' || !/^[!-~]+$/.test(key) || /[&<>"'\\%]/.test(key)) return () => true;
  const follows = new RegExp(joint + quote(second), 'y');
  const next = second.charCodeAt(0);
  return (value) => {
    const lower = value.toLowerCase();
    if (escapes.some((escape) => lower.includes(escape))) return true;
    for (let at = lower.indexOf(first); at >= 0; at = lower.indexOf(first, at + 1)) {
      const code = lower.charCodeAt(at + 1);
      if (code === next) return true;
      if (code !== quoteCode && code > 0 && code < 0x80) continue;
      follows.lastIndex = at + 1;
      if (follows.test(lower)) return true;
    }
    return false;
  };
}

// Where a key ends that begins at some place of a text, whatever it is spelled like. An expression for a whole key would take
// seconds to compile if the key is long, and anybody may send a long one; this takes as many steps as the text has characters.

const backslash = 0x5c;
const mostBackslashes = 4;
const mostNested = 4;
const mostZeros = 5;
const longestSeam = 60;
const mostUnseen = 8;
const separator = /[\s,:[\]{}]/;
const unseen = /[\0\u00ad\u200b-\u200f\u2060\ufeff]/;

/** Upper and lower case are the same here. Only of ASCII: no other letter is part of a key. */
const lower = (code: number): number => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code);

const isHex = (text: string): boolean => /^[0-9a-f]{2}$/i.test(text);

/** `text` is at this place, in lower or upper case. */
const isAt = (value: string, at: number, text: string): boolean =>
  value.slice(at, at + text.length).toLowerCase() === text;

class Spellings {
  private readonly code: number;
  private readonly codes: readonly string[];
  private readonly name: string | undefined;

  constructor(sign: string) {
    this.code = lower(sign.charCodeAt(0));
    const both = [sign.toLowerCase(), sign.toUpperCase()].map((it) => String(it.charCodeAt(0)));
    this.codes = [...new Set(both)];
    this.name = named[sign];
  }

  /** Adds the places behind each spelling of this character that begins here. */
  ends(value: string, at: number, found: Set<number>): void {
    const first = value.charCodeAt(at);
    if (lower(first) === this.code) found.add(at + 1);
    if (first === backslash) this.afterBackslashes(value, at, found);
    else if (first === 0x25) this.afterPercent(value, at, found);
    else if (first === 0x26) this.afterAmpersand(value, at, found);
  }

  private isHexAt(value: string, at: number): boolean {
    const hex = value.slice(at, at + 2);
    return isHex(hex) && lower(Number.parseInt(hex, 16)) === this.code;
  }

  private afterBackslashes(value: string, at: number, found: Set<number>): void {
    let place = at;
    for (let count = 1; count <= mostBackslashes && value.charCodeAt(place) === backslash; count += 1) {
      place += 1;
      if (lower(value.charCodeAt(place)) === this.code) found.add(place + 1);
    }
    const kind = value.charAt(place).toLowerCase();
    const digits = kind === 'x' ? place + 1 : kind === 'u' && isAt(value, place + 1, '00') ? place + 3 : -1;
    if (digits > 0 && this.isHexAt(value, digits)) found.add(digits + 2);
    if (kind !== 'u' || value.charAt(place + 1) !== '{') return;
    const zeros = afterZeros(value, place + 2, 4);
    if (this.isHexAt(value, zeros) && value.charAt(zeros + 2) === '}') found.add(zeros + 3);
  }

  private afterPercent(value: string, at: number, found: Set<number>): void {
    let place = at + 1;
    for (let nested = 0; nested <= mostNested; nested += 1) {
      if (this.isHexAt(value, place)) found.add(place + 2);
      if (!isAt(value, place, '25')) return;
      place += 2;
    }
  }

  private afterAmpersand(value: string, at: number, found: Set<number>): void {
    let place = at + 1;
    for (let nested = 0; nested <= mostNested; nested += 1) {
      for (const end of this.entityEnds(value, place)) {
        found.add(end);
        if (value.charAt(end) === ';') found.add(end + 1);
      }
      if (!isAt(value, place, 'amp;')) return;
      place += 4;
    }
  }

  private entityEnds(value: string, at: number): number[] {
    const { name, codes } = this;
    if (name !== undefined && isAt(value, at, name)) return [at + name.length];
    if (value.charAt(at) !== '#') return [];
    if (value.charAt(at + 1).toLowerCase() === 'x') {
      const digits = afterZeros(value, at + 2, mostZeros);
      return this.isHexAt(value, digits) ? [digits + 2] : [];
    }
    const digits = afterZeros(value, at + 1, mostZeros);
    return codes.filter((code) => isAt(value, digits, code)).map((code) => digits + code.length);
  }
}

function afterZeros(value: string, at: number, most: number): number {
  let place = at;
  while (place - at < most && value.charAt(place) === '0') place += 1;
  return place;
}

/** Between two characters: the end of one JSON string and the beginning of the next, or signs that are not seen. */
function afterJoint(value: string, at: number): number | undefined {
  let place = at;
  if (value.charAt(at) === '"') {
    place += 1;
    while (place - at <= longestSeam && separator.test(value.charAt(place))) place += 1;
    return value.charAt(place) === '"' ? place + 1 : undefined;
  }
  while (place - at < mostUnseen && unseen.test(value.charAt(place))) place += 1;
  return place === at ? undefined : place;
}

const spellingsOf = memoized(1_000, (sign) => new Spellings(sign));

/** Of a longer key so many characters are enough to know it; what follows is a part of it for as long as it fits. */
const knownBy = 256;

/** The last place at which the key that begins at `at` ends, or -1 where it is not there. */
function endOfKey(key: string, value: string, at: number): number {
  let places = new Set([at]);
  for (let index = 0; index < key.length; index += 1) {
    const spellings = spellingsOf(key.charAt(index));
    const next = new Set<number>();
    for (const place of places) {
      spellings.ends(value, place, next);
      const joined = index === 0 ? undefined : afterJoint(value, place);
      if (joined !== undefined) spellings.ends(value, joined, next);
    }
    if (next.size === 0) return index < knownBy ? -1 : Math.max(...places);
    places = next;
  }
  return Math.max(...places);
}

function makeMask(key: string): KeyMask {
  if (key === '') return { text: (value) => value, body: (value) => value };
  const mayHold = glanceFor(key);
  const head = new RegExp([...key.slice(0, headLength)].map(spellings).join(joint), 'gi');
  const coded = key.length < shortest ? undefined : codedForm(key);
  const text = (value: string) => {
    const clean = mayHold(value) ? withoutSpelled(value, key, head) : value;
    return coded ? clean.replace(coded, mask) : clean;
  };
  return { text, body: (value) => (key.length >= shortest ? text(value) : value) };
}

function withoutSpelled(value: string, key: string, head: RegExp): string {
  let clean = '';
  let from = 0;
  head.lastIndex = 0;
  for (let begun = head.exec(value); begun; begun = head.exec(value)) {
    const end = endOfKey(key, value, begun.index);
    if (end < 0) head.lastIndex = begun.index + 1;
    else {
      clean += value.slice(from, begun.index) + replaced(value.slice(begun.index, end));
      head.lastIndex = from = end;
    }
  }
  return from === 0 ? value : clean + value.slice(from);
}

function codedForm(key: string): RegExp {
  const part = key.slice(0, codedLength);
  const isWhole = part === key;
  const hex = Buffer.from(part).toString('hex');
  const cores = [...new Set(base64(part))].map(quote);
  const rest = isWhole ? ['', ''] : ['[A-Za-z0-9+/_=\\\\-]*', '[0-9A-Fa-f]*'];
  return new RegExp(`(?:${cores.join('|')})${rest[0]}|(?:${hex}|${hex.toUpperCase()})${rest[1]}`, 'g');
}

/** Made once for each key: a team has one. */
const known = memoized(200, makeMask);
export const keyMask = (key: string): KeyMask => known(key.trim());

const types = /^(application\/(problem\+)?json|text\/(plain|html|csv))\s*(;\s*charset="?utf-8"?)?$/i;
const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Of the headers of a response only these are kept, and only in forms that can hold no secret. */
export const safeType = (type: string): string =>
  types.test(type) ? type.toLowerCase() : 'application/json';
export const safeRetryAfter = (value: string | undefined): string | undefined =>
  value !== undefined && (/^\d{1,6}$/.test(value) || date.test(value)) ? value : undefined;
