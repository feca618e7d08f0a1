// Where a key ends that begins at some place of a text, whatever it is spelled like. An expression for a whole key would take
// seconds to compile if the key is long, and anybody may send a long one; this takes as many steps as the text has characters.

const backslash = 0x5c;
const mostBackslashes = 4;
const mostNested = 4;
const mostZeros = 5;
const longestSeam = 60;
const mostUnseen = 8;
const named: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};
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

const known = new Map<string, Spellings>();

function spellingsOf(sign: string): Spellings {
  let found = known.get(sign);
  if (!found) known.set(sign, (found = new Spellings(sign)));
  return found;
}

/** Of a longer key so many characters are enough to know it; what follows is a part of it for as long as it fits. */
const knownBy = 256;

/** The last place at which the key that begins at `at` ends, or -1 where it is not there. */
export function endOfKey(key: string, value: string, at: number): number {
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
