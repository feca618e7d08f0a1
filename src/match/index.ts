// Which of many offers is a person's own product. A pure function of the item and its candidates: what is rare among the candidates
// counts most, a model code above all, and whatever makes it another product (size, generation, accessory, used) is never certain.
import { compare, type Reason } from './compare';
import { featuresOf, type Features, type Product } from './features';
import { distance } from '../operations/check/nearest';

export type { Product } from './features';
export type { Reason } from './compare';

export interface Ranked<Candidate extends Product = Product> {
  readonly candidate: Candidate;
  /** Its place in the list of candidates. */
  readonly index: number;
  /** From 0 to 1. */
  readonly certainty: number;
  /** It can be accepted without looking. */
  readonly certain: boolean;
  readonly reasons: readonly Reason[];
}

/** The candidates that have a word, and what the word weighs in each. */
interface Postings {
  readonly places: Int32Array;
  readonly weights: Float32Array;
}

/** Candidates with everything that does not depend on the item. */
export interface Prepared<Candidate extends Product = Product> {
  readonly candidates: readonly Candidate[];
  readonly features: readonly Features[];
  /** For each word the candidates that have it in their names, and in their descriptions only. */
  readonly named: ReadonlyMap<string, Postings>;
  readonly described: ReadonlyMap<string, readonly number[]>;
  readonly norms: Float64Array;
  /** How much a word tells: more, the fewer candidates have it. */
  readonly rarities: ReadonlyMap<string, number>;
  /** All codes, sorted, to find those that begin alike. */
  readonly codes: readonly string[];
  /** Brands that a candidate names. */
  readonly brands: ReadonlySet<string>;
  /** Words that several names begin with. */
  readonly makers: ReadonlySet<string>;
  readonly byEan: ReadonlyMap<string, readonly number[]>;
  /** Words by length and first letter, for typing errors. */
  readonly spelled: ReadonlyMap<string, readonly string[]>;
}

/** From here on a candidate is certain. */
const certainFrom = 0.9;

const rarity = (count: number, of: number): number => Math.log(1 + of / (count + 0.5));

function add(map: Map<string, number[]>, key: string, index: number): void {
  const list = map.get(key);
  if (list) list.push(index);
  else map.set(key, [index]);
}

/** A name with the brand of another offer in it is of that brand; and it has the maker that other names begin with. */
function withBrand(one: Features, { brands, makers }: Pick<Prepared, 'brands' | 'makers'>): Features {
  const named = [...one.words.keys()];
  const brand = one.brand || (named.find((word) => brands.has(word)) ?? '');
  return { ...one, brand, maker: named.find((word) => makers.has(word)) ?? '' };
}

/** From so many names on, a word that they begin with is a maker's. */
const makerFrom = 3;

/** Words that several names begin with: shops put the maker first, or after the kind of product. */
function makersOf(features: readonly Features[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { words, kinds, colours } of features)
    for (const word of words.keys()) {
      if (kinds.has(word) || colours.has(word)) continue;
      if (/^\p{L}{2,}$/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
      break;
    }
  return new Set([...counts].flatMap(([word, count]) => (count < makerFrom ? [] : [word])));
}

export function prepare<Candidate extends Product>(candidates: readonly Candidate[]): Prepared<Candidate> {
  const read = candidates.map(featuresOf);
  const brands = new Set(read.flatMap(({ brand }) => (brand === '' ? [] : [brand])));
  const makers = makersOf(read);
  const features = read.map((one) => withBrand(one, { brands, makers }));
  const lists = new Map<string, number[]>();
  const described = new Map<string, number[]>();
  const byEan = new Map<string, number[]>();
  const codes = new Set<string>();
  for (const [index, one] of features.entries()) {
    for (const word of one.words.keys()) add(lists, word, index);
    for (const word of one.extra) add(described, word, index);
    for (const code of one.codes) codes.add(code);
    if (one.ean !== undefined) add(byEan, one.ean, index);
  }
  const named = new Map<string, Postings>();
  for (const [word, list] of lists)
    named.set(word, {
      places: Int32Array.from(list),
      weights: Float32Array.from(list, (place) => features[place]!.words.get(word)!),
    });
  const spelled = new Map<string, string[]>();
  for (const word of named.keys()) {
    if (!/^\p{L}{4,}$/u.test(word)) continue;
    const key = `${word.length}${word[0]}`;
    const list = spelled.get(key);
    if (list) list.push(word);
    else spelled.set(key, [word]);
  }
  const rarities = new Map<string, number>();
  for (const [word, list] of named) rarities.set(word, rarity(list.places.length, features.length));
  const norms = Float64Array.from(features, ({ words }) => {
    let sum = 0;
    for (const [word, weight] of words) sum += (weight * rarities.get(word)!) ** 2;
    return Math.sqrt(sum) || 1;
  });
  return {
    candidates,
    features,
    named,
    described,
    norms,
    rarities,
    codes: [...codes].sort(),
    brands,
    makers,
    byEan,
    spelled,
  };
}

/** The first place in a sorted list that is not before the text. */
function placeOf(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Codes that are this one with or without an ending (a colour, a country) or the letters of a brand before it. */
function similarCodes({ codes, named }: Prepared, code: string): Map<string, number> {
  const found = new Map<string, number>();
  for (let place = placeOf(codes, code); codes[place]?.startsWith(code); place++)
    found.set(codes[place]!, code.length / codes[place]!.length);
  for (let length = code.length - 1; length >= 4; length--) {
    const start = code.slice(0, length);
    if (named.has(start) && /\d/.test(start)) found.set(start, length / code.length);
    const end = code.slice(-length);
    if (length >= 5 && named.has(end) && /\d/.test(end)) found.set(end, length / code.length);
  }
  found.delete(code);
  return found;
}

/** A word that no candidate has, as a typing error of one that some have. */
function correctedWord({ spelled, named }: Prepared, word: string): string | undefined {
  if (named.has(word) || !/^\p{L}{5,}$/u.test(word)) return undefined;
  const limit = word.length >= 8 ? 2 : 1;
  let best: string | undefined;
  let least = limit + 1;
  for (let length = word.length - limit; length <= word.length + limit; length++)
    for (const other of spelled.get(`${length}${word[0]}`) ?? []) {
      const edits = distance(word, other, limit);
      if (edits < least) [best, least] = [other, edits];
    }
  return best;
}

/** The item with typing errors mended, as far as a candidate has the word. */
function mended(prepared: Prepared, item: Features): Features {
  const words = new Map<string, number>();
  for (const [word, weight] of item.words) words.set(correctedWord(prepared, word) ?? word, weight);
  return { ...item, words };
}

/** What is looked for: the item's words, with the codes that are like its own. */
function wantedWords(prepared: Prepared, { words, codes }: Features): Map<string, number> {
  const wanted = new Map(words);
  for (const code of codes)
    for (const [other, alike] of similarCodes(prepared, code))
      wanted.set(other, Math.max(wanted.get(other) ?? 0, 0.7 * alike * (words.get(code) ?? 1)));
  return wanted;
}

/** How many candidates are looked at closely. */
const shortList = 30;
const descriptionWeight = 0.35;

function scores(
  prepared: Prepared,
  item: Features,
): { readonly score: Float64Array; readonly touched: number[] } {
  const { named, described, features, norms } = prepared;
  const score = new Float64Array(features.length);
  const touched: number[] = [];
  const all = features.length;
  let norm = 0;
  const add = (place: number, amount: number): void => {
    if (score[place] === 0) touched.push(place);
    score[place]! += amount;
  };
  const give = ({ places, weights }: Postings, amount: number): void => {
    for (let nth = 0; nth < places.length; nth++) add(places[nth]!, amount * weights[nth]!);
  };
  for (const [word, weight] of wantedWords(prepared, item)) {
    const list = named.get(word);
    const count = list?.places.length ?? 0;
    const rare = rarity(count, all);
    if (item.words.has(word)) norm += (weight * rare) ** 2;
    // What nearly every candidate has tells nothing.
    if (list && (count < all / 2 || all < 50)) give(list, weight * rare ** 2);
    const told = described.get(word);
    if (told && told.length < all / 4)
      for (const place of told) add(place, descriptionWeight * weight * rarity(told.length, all) ** 2);
  }
  for (const word of item.extra) {
    const list = named.get(word);
    const count = list?.places.length ?? 0;
    if (list && count < all / 20) give(list, 0.5 * descriptionWeight * rarity(count, all) ** 2);
  }
  const own = Math.sqrt(norm) || 1;
  for (const index of touched) score[index] = score[index]! / (own * norms[index]!);
  for (const index of (item.ean !== undefined && prepared.byEan.get(item.ean)) || []) {
    if (score[index] === 0) touched.push(index);
    score[index]! += 5;
  }
  return { score, touched };
}

/** The places with the highest scores, best first. Far cheaper than sorting all of them. */
function highest(score: Float64Array, places: readonly number[], most: number): number[] {
  const best: number[] = [];
  let least = 0;
  for (const place of places) {
    const own = score[place]!;
    if (best.length === most && own <= least) continue;
    let at = best.length === most ? most - 1 : best.length;
    while (at > 0 && score[best[at - 1]!]! < own) {
      best[at] = best[at - 1]!;
      at--;
    }
    best[at] = place;
    least = score[best.at(-1)!]!;
  }
  return best;
}

/** The candidates most like the item, best first, at most `limit`. */
export function matchPrepared<Candidate extends Product>(
  item: Product,
  prepared: Prepared<Candidate>,
  limit = 10,
): Ranked<Candidate>[] {
  const own = withBrand(mended(prepared, featuresOf(item)), prepared);
  const { score, touched } = scores(prepared, own);
  const unknown = rarity(0, prepared.features.length);
  const near = highest(score, touched, Math.max(shortList, limit));
  const frequency = (word: string): number => prepared.rarities.get(word) ?? unknown;
  const compared = near
    .map((index) => ({
      index,
      ...compare(own, prepared.features[index]!, Math.min(1, score[index]!), frequency),
    }))
    .sort((a, b) => b.rank - a.rank || a.index - b.index);
  const [best, second] = compared;
  return compared.slice(0, limit).map(({ index, certainty, rank, reasons }) => {
    // Two that fit equally well cannot both be told from each other, unless they differ only in what is forgiven.
    const rival = index === best!.index ? second : best;
    const lead = rival === undefined ? 1 : rank - rival.rank;
    const clear = lead > 0.02 || (rival !== undefined && rival.certainty < certainFrom);
    const sure = certainty >= certainFrom && (lead >= 0 || reasons.some(({ kind }) => kind === 'ean'));
    const kept = sure && !clear && !sameThing(prepared, index, rival!.index) ? certainFrom - 0.05 : certainty;
    const final = sure || certainty < certainFrom ? kept : certainFrom - 0.05;
    return {
      candidate: prepared.candidates[index]!,
      index,
      certainty: final,
      certain: final >= certainFrom,
      reasons,
    };
  });
}

/** Two offers of one thing: the same name but for colour, or the same code. */
function sameThing({ features }: Prepared, one: number, other: number): boolean {
  const [a, b] = [features[one]!, features[other]!];
  const plain = ({ words, colours }: Features) =>
    [...words.keys()]
      .filter((word) => !colours.has(word))
      .sort()
      .join(' ');
  return plain(a) === plain(b);
}

const known = new WeakMap<readonly Product[], Prepared>();

/** Ranks the candidates for an item. A list of candidates is prepared once, however many items are matched with it. */
export function match<Candidate extends Product>(
  item: Product,
  candidates: readonly Candidate[],
  limit = 10,
): Ranked<Candidate>[] {
  let prepared = known.get(candidates) as Prepared<Candidate> | undefined;
  if (prepared?.features.length !== candidates.length) {
    prepared = prepare(candidates);
    known.set(candidates, prepared);
  }
  return matchPrepared(item, prepared, limit);
}
