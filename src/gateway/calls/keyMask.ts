// Takes the API key out of whatever the service echoes, before it is sent on, kept or logged. An echo need not look like the
// key: JSON may escape any character, addresses and HTML have spellings of their own, and a key may be cut into pieces.
import { endOfKey } from './keySpellings';

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

const known = new Map<string, KeyMask>();

/** Made once for each key: a team has one. */
export function keyMask(key: string): KeyMask {
  const given = key.trim();
  const found = known.get(given);
  if (found) return found;
  if (known.size >= 200) known.clear();
  const made = makeMask(given);
  known.set(given, made);
  return made;
}

const types = /^(application\/(problem\+)?json|text\/(plain|html|csv))\s*(;\s*charset="?utf-8"?)?$/i;
const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Of the headers of a response only these are kept, and only in forms that can hold no secret. */
export const safeType = (type: string): string =>
  types.test(type) ? type.toLowerCase() : 'application/json';
export const safeRetryAfter = (value: string | undefined): string | undefined =>
  value !== undefined && (/^\d{1,6}$/.test(value) || date.test(value)) ? value : undefined;
