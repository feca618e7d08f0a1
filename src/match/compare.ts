// One item and one candidate in detail: what agrees, what does not, and how sure that makes it. Each finding is a reason that a
// person can read.
import { joined, listed, t } from '../languages/t';
import { hasCode, type Features } from './features';
import { connections } from './vocabulary';

export type ReasonKind =
  | 'ean'
  | 'code'
  | 'similarCode'
  | 'otherCode'
  | 'brand'
  | 'otherBrand'
  | 'measure'
  | 'otherMeasure'
  | 'missingMeasure'
  | 'number'
  | 'otherNumber'
  | 'variant'
  | 'pack'
  | 'accessory'
  | 'condition'
  | 'bundle'
  | 'colour'
  | 'words'
  | 'price';

export interface Reason {
  readonly kind: ReasonKind;
  /** Speaks for the candidate. */
  readonly good: boolean;
  /** For a person: "256 GB instead of 128 GB". */
  readonly says: () => string;
}

export interface Comparison {
  /** For the order among candidates. */
  readonly rank: number;
  readonly certainty: number;
  readonly reasons: readonly Reason[];
}

type Texts = ReadonlySet<string>;

const only = (one: Texts, other: Texts): string[] => [...one].filter((each) => !other.has(each));
const both = (one: Texts, other: Texts): string[] => [...one].filter((each) => other.has(each));
const differs = (one: Texts, other: Texts): boolean => one.size !== other.size || only(one, other).length > 0;

const unitNames: Readonly<Record<string, string>> = {
  gb: ' GB',
  mb: ' MB',
  l: ' l',
  kg: ' kg',
  w: ' W',
  v: ' V',
  mah: ' mAh',
  mp: ' MP',
  hz: ' Hz',
  ghz: ' GHz',
  mhz: ' MHz',
  inch: '″',
  cm: ' cm',
  mm: ' mm',
  m: ' m',
};
const measureText = (values: Iterable<number>, unit: string): string =>
  listed([...values].map((value) => `${value}${unitNames[unit] ?? ` ${unit}`}`));

/** Values of one unit agree if one side has no value that the other lacks; 21.9 inches are 22. */
function compareMeasures(item: Features, other: Features) {
  const reasons: Reason[] = [];
  let agree = 0;
  let missing = 0;
  let conflict = false;
  for (const unit of new Set([...item.measures.keys(), ...other.measures.keys()])) {
    const [a, b] = [item.measures.get(unit), other.measures.get(unit)];
    if (!a || !b) {
      missing++;
      const values = (a ?? b)!;
      reasons.push({
        kind: 'missingMeasure',
        good: false,
        says: () => t(a ? 'match.notStated' : 'match.notInList', { what: measureText(values, unit) }),
      });
      continue;
    }
    const near = (value: number, values: ReadonlySet<number>) =>
      [...values].some(
        (each) =>
          each === value || (unit === 'inch' && Math.abs(each - value) < 0.55 && each % 1 !== value % 1),
      );
    const left = [...a].filter((value) => !near(value, b));
    const right = [...b].filter((value) => !near(value, a));
    if (left.length > 0 && right.length > 0) {
      conflict = true;
      reasons.push({
        kind: 'otherMeasure',
        good: false,
        says: () => t('match.insteadOf', { what: measureText(right, unit), other: measureText(left, unit) }),
      });
    } else {
      agree++;
      if (left.length + right.length > 0) missing++;
      reasons.push({
        kind: 'measure',
        good: true,
        says: () =>
          measureText(
            [...a].filter((value) => near(value, b)),
            unit,
          ),
      });
    }
  }
  return { agree, missing, conflict, reasons };
}

/** `same`: a code in common; `alike`: one with an ending that the other lacks; `near`: a few signs differ, which is another product. */
function compareCodes(
  item: Features,
  other: Features,
): { readonly how: 'same' | 'alike' | 'near' | 'other' | 'none'; readonly code: string } {
  const shared = both(item.codes, other.codes).sort((a, b) => b.length - a.length)[0];
  if (shared !== undefined) return { how: 'same', code: shared };
  for (const code of [...item.codes].sort((a, b) => b.length - a.length))
    if (code.length >= 5 && /\p{L}/u.test(code) && hasCode(other, code)) return { how: 'same', code };
  for (const code of [...other.codes].sort((a, b) => b.length - a.length))
    if (code.length >= 5 && /\p{L}/u.test(code) && hasCode(item, code)) return { how: 'same', code };
  for (const mine of item.codes)
    for (const theirs of other.codes) {
      const [short, long] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine];
      if (
        short.length >= 4 &&
        /\d/.test(short) &&
        (long.startsWith(short) || (short.length >= 5 && long.endsWith(short)))
      )
        return { how: 'alike', code: short };
    }
  for (const mine of item.codes)
    for (const theirs of other.codes) {
      let same = 0;
      while (same < mine.length && mine[same] === theirs[same]) same++;
      if (same >= 3 && same >= 0.5 * Math.max(mine.length, theirs.length))
        return { how: 'near', code: theirs };
    }
  return item.codes.size > 0 && other.codes.size > 0 ? { how: 'other', code: '' } : { how: 'none', code: '' };
}

/** The share of one's rare words that the other has, in its name or its description. */
function coverage(one: Features, other: Features, rarity: (word: string) => number): number {
  let all = 0;
  let found = 0;
  for (const [word, weight] of one.words) {
    if (word.startsWith('~') || one.colours.has(word) || one.kinds.has(word)) continue;
    // A brand that the other does not name is not missing: an iPhone is of Apple.
    if (word === one.brand && other.brand === '') continue;
    const amount = weight * rarity(word);
    all += amount;
    if (other.words.has(word) || (word.length > 3 && other.squeezed.includes(word))) found += amount;
    else if (other.extra.has(word)) found += 0.7 * amount;
  }
  return all === 0 ? 0 : found / all;
}

const names = ({ brand, words, squeezed }: Features, maker: string): boolean =>
  brand === maker || words.has(maker) || squeezed.includes(maker);

/** Both have a brand, and neither name has the other's. Where one has none, nothing is known. */
const brandsDiffer = (item: Features, other: Features): boolean =>
  item.brand !== '' && other.brand !== '' && !names(item, other.brand) && !names(other, item.brand);

/** Makers that names begin with, and neither name has the other's. Less is known than of a brand, so it only keeps from certainty. */
const makersDiffer = (item: Features, other: Features): boolean =>
  item.maker !== '' && other.maker !== '' && !names(item, other.maker) && !names(other, item.maker);

/** Something for the product is not the product. */
const isFor = (product: Features, thing: Features): boolean =>
  product.purpose.size === 0 &&
  thing.purpose.size > 0 &&
  [...product.codes, ...product.numbers, product.brand].some(
    (word) => word !== '' && thing.purpose.has(word),
  );

/** The codes of a product apart from one and its other forms. */
const unlike = ({ codes }: Features, code: string): string[] =>
  [...codes].filter(
    (own) => !own.includes(code) && !code.includes(own) && own.slice(0, 4) !== code.slice(0, 4),
  );

/** Everything that agrees or differs between the two. */
function findingsOf(item: Features, other: Features, rarity: (word: string) => number) {
  const isExplained = (number: string, side: Features) => side.squeezed.includes(number) && number.length > 2;
  const lacking = only(item.numbers, other.numbers).filter((number) => !isExplained(number, other));
  const added = only(other.numbers, item.numbers).filter((number) => !isExplained(number, item));
  const linksOf = ({ words }: Features) => new Set([...connections].filter((word) => words.has(word)));
  const [links, otherLinks] = [linksOf(item), linksOf(other)];
  const sameColour = both(item.colours, other.colours).length > 0;
  return {
    item,
    other,
    codes: compareCodes(item, other),
    measures: compareMeasures(item, other),
    accessory:
      (item.accessories.size === 0) !== (other.accessories.size === 0) ||
      isFor(item, other) ||
      isFor(other, item),
    condition: item.condition !== other.condition,
    bundle: item.bundle !== other.bundle,
    pack: item.pack !== other.pack,
    variant: differs(item.variants, other.variants),
    otherLink: only(links, otherLinks).length > 0 && only(otherLinks, links).length > 0,
    otherLinks,
    lacking,
    added,
    numbersConflict: lacking.length > 0 && added.length > 0,
    numbersDiffer: lacking.length + added.length > 0,
    otherKind: item.kinds.size > 0 && other.kinds.size > 0 && both(item.kinds, other.kinds).length === 0,
    otherBrand: brandsDiffer(item, other),
    otherMaker: makersDiffer(item, other),
    isEan: item.ean !== undefined && item.ean === other.ean,
    sameColour,
    otherColour: item.colours.size > 0 && other.colours.size > 0 && !sameColour,
    covered: coverage(item, other, rarity),
    explained: coverage(other, item, rarity),
  };
}

type Findings = ReturnType<typeof findingsOf>;

function reasonsOf(findings: Findings): readonly Reason[] {
  const { item, other, codes, lacking, added } = findings;
  const reasons: Reason[] = [];
  const say = (kind: ReasonKind, good: boolean, says: () => string) => reasons.push({ kind, good, says });
  const model = codes.code.toUpperCase();
  if (findings.isEan) say('ean', true, () => t('match.sameEan'));
  if (codes.how === 'same') say('code', true, () => t('match.sameModel', { model }));
  else if (codes.how === 'alike') say('similarCode', true, () => t('match.similarModel', { model }));
  else if (codes.how === 'near') say('otherCode', false, () => t('match.modelInstead', { model }));
  else if (codes.how === 'other') say('otherCode', false, () => t('match.otherCode'));
  if (findings.otherBrand)
    say('otherBrand', false, () => t('match.otherBrand', { brand: other.brand ?? '' }));
  reasons.push(...findings.measures.reasons);
  const shared = both(item.numbers, other.numbers);
  if (added.length > 0)
    say('otherNumber', false, () =>
      lacking.length > 0
        ? t('match.insteadOf', { what: joined('items', added), other: joined('items', lacking) })
        : t('match.notInList', { what: joined('items', added) }),
    );
  else if (lacking.length > 0)
    say('otherNumber', false, () => t('match.notStated', { what: joined('items', lacking) }));
  else if (shared.length > 0)
    say('number', true, () => t('match.sameModel', { model: joined('items', shared) }));
  if (findings.variant) {
    const [mine, theirs] = [only(item.variants, other.variants), only(other.variants, item.variants)];
    const names = joined('items', theirs.length > 0 ? theirs : mine);
    say('variant', false, () => t(theirs.length > 0 ? 'match.version' : 'match.notVersion', { names }));
  }
  if (findings.otherLink)
    say('variant', false, () => t('match.with', { names: joined('items', [...findings.otherLinks]) }));
  if (findings.pack)
    say('pack', false, () => t('match.pack', { count: String(other.pack), other: String(item.pack) }));
  if (findings.accessory)
    say('accessory', false, () =>
      t(other.accessories.size + other.purpose.size > 0 ? 'match.accessory' : 'match.notAccessory'),
    );
  if (findings.condition)
    say('condition', false, () => t('match.state', { state: other.condition ?? 'new' }));
  if (findings.bundle) say('bundle', false, () => t(other.bundle ? 'match.bundle' : 'match.notBundle'));
  if (findings.otherColour)
    say('colour', false, () =>
      t('match.otherColour', {
        names: joined(
          'items',
          [...other.colours].map((colour) => t('match.colour', { colour })),
        ),
      }),
    );
  return reasons;
}

const codeRank: Readonly<Partial<Record<Findings['codes']['how'], number>>> = {
  same: 0.6,
  alike: 0.25,
  near: -0.15,
};

function rankOf(findings: Findings, similarity: number): number {
  const { item, other, codes, measures } = findings;
  let rank = similarity + (findings.isEan ? 5 : (codeRank[codes.how] ?? 0));
  rank += 0.25 * findings.covered + 0.1 * findings.explained + 0.04 * measures.agree;
  rank -= findings.otherBrand ? 0.3 : item.brand === other.brand ? 0 : 0.05;
  rank -= findings.accessory ? 0.3 : 0;
  rank -= (findings.condition ? 0.2 : 0) + (findings.bundle ? 0.12 : 0) + (findings.pack ? 0.12 : 0);
  rank -= measures.conflict ? 0.2 : 0;
  rank -= findings.numbersConflict ? 0.15 : findings.numbersDiffer ? 0.03 : 0;
  rank -= (findings.variant ? 0.06 : 0) + (findings.otherLink ? 0.06 : 0);
  rank += findings.sameColour ? 0.03 : findings.otherColour ? -0.05 : 0;
  if (item.price !== undefined && other.price !== undefined)
    rank += 0.06 - Math.min(0.12, 0.1 * Math.abs(Math.log(item.price / other.price)));
  return rank;
}

function certaintyOf(findings: Findings, similarity: number): number {
  const { item, other, codes, measures, covered, explained, variant, otherLink } = findings;
  const { accessory, condition, bundle, pack, otherBrand, numbersConflict } = findings;
  if (findings.isEan) return condition || bundle || pack ? 0.85 : 0.99;
  const likeness = Math.min(0.85, 0.15 + 0.35 * covered + 0.2 * explained + 0.25 * Math.min(1, similarity));
  if (accessory || condition || bundle || pack || measures.conflict || otherBrand)
    return Math.min(0.5, likeness * 0.7);
  if (findings.otherMaker) return Math.min(0.7, likeness);
  if (codes.how === 'near') return Math.min(0.4, likeness * 0.6);
  if (codes.how === 'same') {
    // A long code names size and version too; a short one, or a name with a digit, does not.
    const isLong = codes.code.length >= 6 && codes.code.replaceAll(/\D/g, '').length >= 2;
    const stated = measures.missing === 0 && !numbersConflict && !variant;
    const others = unlike(item, codes.code).some((code) => !hasCode(other, code));
    return (isLong || stated) && !otherLink && !others ? 0.95 : 0.8;
  }
  if (numbersConflict || variant || otherLink || findings.otherKind) return Math.min(0.6, likeness * 0.8);
  if (codes.how === 'alike' || codes.how === 'other') return Math.min(0.85, likeness + 0.1);
  // Without a code everything that is stated has to agree, and nearly every word.
  const stated = measures.missing === 0 && !findings.numbersDiffer;
  return stated && covered >= 0.85 && explained >= 0.75 ? 0.93 : likeness;
}

export function compare(
  item: Features,
  other: Features,
  similarity: number,
  rarity: (word: string) => number,
): Comparison {
  const findings = findingsOf(item, other, rarity);
  return {
    rank: rankOf(findings, similarity),
    certainty: certaintyOf(findings, similarity),
    reasons: reasonsOf(findings),
  };
}
