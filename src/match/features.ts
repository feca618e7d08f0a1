// A product's name taken apart: words, model codes, numbers with units, and what makes it an accessory, a bundle or used. Everything
// that two products are compared by is made here, once for each product.
import { lookAlikes } from '../operations/check/foldText';
import {
  accessories,
  bundles,
  colours,
  conditions,
  connections,
  fillers,
  forWords,
  kinds,
  latin,
  otherSpellings,
  packCounts,
  packWords,
  sound,
  units,
  variants,
  withWords,
} from './vocabulary';

/** A product of one's own, or an offer of a shop; only the name is needed. */
export interface Product {
  readonly name: string;
  readonly brand?: string | null | undefined;
  readonly model?: string | null | undefined;
  readonly ean?: string | number | null | undefined;
  readonly size?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly price?: number | string | null | undefined;
  /** As the shop says it: new, refurbished, used. */
  readonly condition?: string | null | undefined;
}

export interface Features {
  /** Words of the name, each once, with what they weigh beside the rarity of the word. */
  readonly words: ReadonlyMap<string, number>;
  /** Words of the description that are not in the name. */
  readonly extra: ReadonlySet<string>;
  /** Model codes, without hyphens: kxtg4324b. */
  readonly codes: ReadonlySet<string>;
  /** Plain numbers and short codes: 15, s25, 16e. */
  readonly numbers: ReadonlySet<string>;
  /** Values by unit. */
  readonly measures: ReadonlyMap<string, ReadonlySet<number>>;
  readonly pack: number;
  readonly variants: ReadonlySet<string>;
  readonly colours: ReadonlySet<string>;
  /** What kind of product it says it is. */
  readonly kinds: ReadonlySet<string>;
  readonly accessories: ReadonlySet<string>;
  readonly condition: string | undefined;
  readonly bundle: boolean;
  /** What it is for: the words after `for`. */
  readonly purpose: ReadonlySet<string>;
  readonly brand: string;
  /** The word that stands for the maker in its name, as far as other names begin with it; see `prepare`. */
  readonly maker: string;
  readonly ean: string | undefined;
  readonly price: number | undefined;
  /** All letters and digits of the name in one piece. */
  readonly squeezed: string;
  /** Where a word begins or ends in it. */
  readonly edges: ReadonlySet<number>;
}

const isRoman: Readonly<Record<string, string>> = {
  ii: '2',
  iii: '3',
  iv: '4',
  vi: '6',
  vii: '7',
  viii: '8',
};

/** Lower case, without accents; a code typed with Cyrillic letters is a code. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[‐‑–—−]/g, '-')
    .replaceAll(/[’‘´`]/g, "'")
    .replaceAll(/(\d)\s*(?:''|"|”|“|″|'(?![a-z]))/g, '$1 inch ')
    .replaceAll(/б\s*\/\s*у(?![а-я])/g, ' бу ')
    .replaceAll(/\b(?:as|like|als)[ -](?:new|nieuw)\b|как нов\p{L}+/gu, ' used ')
    .replaceAll(/\bopen[ -]box\b|\b[a-d][ -](?:grade|klasse)\b|\bgrade [a-d]\b/g, ' used ')
    .replaceAll(/(\d)[ ,.]?(\d{3})(?= ?(?:mah|мач|btu)\b)/g, '$1$2')
    .replaceAll(/(\d),(\d)/g, '$1.$2')
    .replaceAll(/cu\.?\s*ft\.?/g, 'cuft')
    .replaceAll(/(gb|tb|гб|тб)\/(?=\d)/g, '$1 ')
    .replaceAll(/wi-fi/g, 'wifi')
    .replaceAll(/[\p{L}\p{N}-]+/gu, (word) =>
      /[a-z0-9]/.test(word) &&
      /[авекмнорстух]/.test(word) &&
      !/[бгджзилпфцчшщъыьэюя]/.test(word) &&
      /\d/.test(word)
        ? word.replaceAll(/[а-я]/g, (letter) => lookAlikes[letter] ?? letter)
        : word,
    );
}

const tokenForm = /\d+(?:\.\d+)?(?=x\d)|[\p{L}\p{N}]+(?:[-/.+][\p{L}\p{N}]+)*\+?|&/gu;
const hasDigit = (word: string): boolean => /\d/.test(word);
const hasLetter = (word: string): boolean => /\p{L}/u.test(word);

const measureForm = /^(\d+(?:\.\d+)?)-?([\p{L}]+)$/u;

/** What a word stands for, whatever its language and alphabet. */
function meaning(word: string): string {
  const spelled = otherSpellings.get(word) ?? kinds.get(word) ?? colours.get(word);
  if (spelled !== undefined) return spelled;
  if (!/[а-я]/.test(word))
    return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
  return latin(word);
}

interface Draft {
  words: Map<string, number>;
  codes: Set<string>;
  numbers: Set<string>;
  measures: Map<string, Set<number>>;
  variants: Set<string>;
  colours: Set<string>;
  kinds: Set<string>;
  accessories: Set<string>;
  condition: string | undefined;
  bundle: boolean;
  pack: number;
}

const isCode = (word: string): boolean =>
  (hasDigit(word) && hasLetter(word) && word.length >= 4) || /^\d{5,}$/.test(word);

/** Units that others are a multiple of. */
const baseUnits: Readonly<Record<string, readonly [unit: string, times: number]>> = {
  tb: ['gb', 1000],
  ml: ['l', 0.001],
  cl: ['l', 0.01],
  g: ['kg', 0.001],
  kw: ['w', 1000],
};

function addMeasure(draft: Draft, value: number, unit: string): void {
  const [base, times] = baseUnits[unit] ?? [unit, 1];
  const scaled = Number((value * times).toPrecision(12));
  const own = draft.measures.get(base) ?? new Set();
  draft.measures.set(base, own.add(scaled));
  draft.words.set(`${scaled}${base}`, 0.8);
}

function addWord(draft: Draft, word: string, before: string): void {
  const means = meaning(word);
  if (fillers.has(word)) return;
  const accessory = accessories.get(word);
  if (accessory !== undefined && !withWords.has(before)) draft.accessories.add(accessory);
  const condition = conditions.get(word);
  // What is used and not complete is used.
  if (condition !== undefined && (condition !== 'incomplete' || draft.condition === undefined))
    draft.condition = condition;
  if (bundles.has(word)) draft.bundle = true;
  if (variants.has(means)) draft.variants.add(means);
  const kind = kinds.get(word);
  if (kind !== undefined) draft.kinds.add(kind);
  const colour = colours.get(word);
  if (colour !== undefined) draft.colours.add(colour);
  draft.words.set(means, colour !== undefined ? 0.35 : kind !== undefined ? 0.5 : 1);
  if (/[а-я]/.test(word)) {
    const skeleton = sound(latin(word));
    if (skeleton.length >= 3) draft.words.set(`~${skeleton}`, 0.7);
  }
}

/** A code, a number or a short model name. */
function addCode(draft: Draft, token: string): void {
  const joined = token.replaceAll(/[-/.]/g, '');
  // 5-Disc and 8-Port are a number and a word.
  const [, count, thing] = /^(\d{1,3})-?(\p{L}{3,})$/u.exec(token) ?? [];
  if (count !== undefined && thing !== undefined) {
    draft.numbers.add(count);
    draft.words.set(count, 0.6);
    addWord(draft, thing, '');
    return;
  }
  if (isCode(joined)) {
    draft.codes.add(joined);
    draft.words.set(joined, 1.6);
  } else {
    const number = isRoman[joined] ?? joined.replace(/\+$/, '');
    draft.numbers.add(number);
    draft.words.set(number, 1.1);
  }
  if (token.endsWith('+')) draft.variants.add('plus');
  const parts = token.split(/[-/.]/);
  if (parts.length > 1)
    for (const part of parts) if (part.length > 1 && !draft.words.has(part)) draft.words.set(part, 0.6);
}

/** Reads a pack count: 2-pack, 3 шт, x4, 2x 4.0Ah, set of 2. */
function packAt(tokens: readonly string[], index: number): number | undefined {
  const token = tokens[index]!;
  const [, joined, word] = /^(\d{1,3})-?(\p{L}+)$/u.exec(token) ?? [];
  if (joined !== undefined && packWords.has(word!)) return Number(joined);
  if (/^\d{1,3}$/.test(token) && packWords.has(tokens[index + 1] ?? '')) return Number(token);
  const [, named = '', rest = ''] = /^(duo|twin|double|dubbel|trio|triple)-?(\p{L}*)$/u.exec(token) ?? [];
  if (packWords.has(rest === '' ? (tokens[index + 1] ?? '') : rest)) return packCounts.get(named);
  const [, times] = (index === tokens.length - 1 && /^[xх]([2-9]|1\d|2[0-4])$/.exec(token)) || [];
  if (times !== undefined) return Number(times);
  const [, each] = /^([2-9]|1\d|2[0-4])[xх]$/.exec(token) ?? [];
  const [, , unit = ''] = measureForm.exec(tokens[index + 1] ?? '') ?? [];
  if (each !== undefined && (index === 0 || units.has(unit))) return Number(each);
  if (
    /^(?:pack|set|набор|set)$/.test(token) &&
    tokens[index + 1] === 'of' &&
    /^\d+$/.test(tokens[index + 2] ?? '')
  )
    return Number(tokens[index + 2]);
  return undefined;
}

function readName(draft: Draft, text: string): void {
  const tokens = text.match(tokenForm) ?? [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const next = tokens[index + 1] ?? '';
    const before = tokens[index - 1] ?? '';
    const pack = packAt(tokens, index);
    if (pack !== undefined) {
      draft.pack = pack;
      if (packWords.has(next)) index++;
      continue;
    }
    const [, number, letters] = measureForm.exec(token) ?? [];
    const unit = letters === undefined ? undefined : units.get(letters);
    // 5G is no weight.
    if (unit !== undefined && number !== undefined && !connections.has(token)) {
      addMeasure(draft, Number(number), unit);
      continue;
    }
    const following = units.get(next);
    if (/^\d+(?:\.\d+)?$/.test(token) && following !== undefined) {
      addMeasure(draft, Number(token), following);
      index++;
      continue;
    }
    // 8/256GB: both numbers have the unit.
    const [, low, high, shared] = /^(\d+)[/+](\d+)(\p{L}*)$/u.exec(token) ?? [];
    const sharedUnit = units.get(shared === '' ? next : (shared ?? ''));
    if (low !== undefined && sharedUnit !== undefined) {
      addMeasure(draft, Number(low), sharedUnit);
      addMeasure(draft, Number(high), sharedUnit);
      if (shared === '') index++;
      continue;
    }
    if (isRoman[token] !== undefined || hasDigit(token)) {
      addCode(draft, token);
      continue;
    }
    for (const part of token.split(/[-/.]/)) if (part !== '') addWord(draft, part, before);
    if (/[-/.]/.test(token)) draft.words.set(token.replaceAll(/[-/.]/g, ''), 0.8);
  }
  joinPairs(draft, tokens);
}

/** `RS 140` and `Bip 6` are also written RS140 and Bip6. */
function joinPairs(draft: Draft, tokens: readonly string[]): void {
  for (let index = 0; index + 1 < tokens.length; index++) {
    const [one, two] = [tokens[index]!, tokens[index + 1]!];
    if (
      units.has(two) ||
      packWords.has(two) ||
      hasDigit(one) === hasDigit(two) ||
      one.length > 4 ||
      two.length > 8
    )
      continue;
    const joined = (one + two).replaceAll(/[-/.+]/g, '');
    if (/^[\p{L}\p{N}]{3,12}$/u.test(joined) && !draft.words.has(joined)) draft.words.set(joined, 0.9);
  }
}

const numberOf = (price: Product['price']): number | undefined => {
  const number = typeof price === 'string' ? Number(price.replaceAll(/[^\d.]/g, '')) : price;
  return typeof number === 'number' && number > 0 && Number.isFinite(number) ? number : undefined;
};

const digits = (ean: Product['ean']): string | undefined => {
  const text = String(ean ?? '').replaceAll(/\D/g, '');
  return text.length >= 8 ? text.replace(/^0+/, '') : undefined;
};

/** The first word of a brand: "LG Electronics" and "LG" are one. */
const brandKey = (brand: string | null | undefined): string => {
  const [first = '', second = ''] = plain(brand ?? '').match(/[\p{L}\p{N}']+/gu) ?? [];
  const text = (first.length > 1 ? first : first + second).replaceAll("'", '');
  return otherSpellings.get(text) ?? latin(text);
};

/** The words after `for`, as names have them. */
function purposeOf(text: string): ReadonlySet<string> {
  const tokens = text.match(tokenForm) ?? [];
  const at = tokens.findIndex((token) => forWords.has(token));
  return new Set(
    at < 0 ? [] : tokens.slice(at + 1).flatMap((token) => [meaning(token), token.replaceAll(/[-/.]/g, '')]),
  );
}

function squeeze(text: string): { readonly squeezed: string; readonly edges: ReadonlySet<number> } {
  const edges = new Set([0]);
  let squeezed = '';
  for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) {
    squeezed += word;
    edges.add(squeezed.length);
  }
  return { squeezed, edges };
}

/** Whether a name has a code in it, however it is divided: RS140 in "RS 140". */
export function hasCode({ squeezed, edges }: Features, code: string): boolean {
  for (let at = squeezed.indexOf(code); at >= 0; at = squeezed.indexOf(code, at + 1))
    if (edges.has(at) && edges.has(at + code.length)) return true;
  return false;
}

export function featuresOf(product: Product): Features {
  const draft: Draft = {
    words: new Map(),
    codes: new Set(),
    numbers: new Set(),
    measures: new Map(),
    variants: new Set(),
    colours: new Set(),
    kinds: new Set(),
    accessories: new Set(),
    condition: undefined,
    bundle: false,
    pack: 1,
  };
  const { name, model, size, brand, description } = product;
  const text = plain(name);
  const more = [model, size]
    .filter((each) => each !== undefined && each !== null && each !== '')
    .map((each) => plain(each!));
  readName(draft, [text, ...more].join(' ; '));
  if (text.includes(' + ')) draft.bundle = true;
  for (const word of plain(product.condition ?? '').match(tokenForm) ?? [])
    draft.condition = conditions.get(word) ?? draft.condition;
  const key = brandKey(brand);
  if (key !== '') draft.words.set(key, Math.max(draft.words.get(key) ?? 0, 0.8));
  const extra = new Set<string>();
  for (const token of plain(description ?? '').match(tokenForm) ?? []) {
    const joined = token.replaceAll(/[-/.]/g, '');
    const means = hasDigit(joined) ? joined : meaning(joined);
    if (means.length > 1 && !fillers.has(joined) && !draft.words.has(means)) extra.add(means);
  }
  return {
    ...draft,
    extra,
    purpose: purposeOf(text),
    brand: key,
    maker: '',
    ean: digits(product.ean),
    price: numberOf(product.price),
    ...squeeze(text),
  };
}
