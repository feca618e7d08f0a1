// Finds values of closed lists by any part of their words and by common synonyms, what most people mean first. The index
// is made once; a search over all 600 values takes well under a millisecond, so it can follow every keystroke.
import { valueHints } from '../valueHints';
import { labelOf } from './labels';

const { synonyms } = valueHints;

export interface RankedValue {
  readonly value: string;
  readonly label: string;
  /** What people may call it besides: the English word. */
  readonly also?: string;
}

export type Indexed<Choice extends RankedValue> = Choice & {
  readonly text: string;
  readonly words: readonly string[];
  /** The last word of what the label names: the pool in "Outdoor pool" and in "Pool with view", not in "Pool bar". */
  readonly head: string | undefined;
  readonly raw: string;
  readonly names: readonly string[];
};

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}’']/gu, '');
const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}&+]+/u)
    .filter(Boolean);

/** What follows tells more about the thing named before. */
const addition = / \(|: | (?:with|on|in|for|of|at|by|to|from|near|available)\b/;

export function indexValues<Choice extends RankedValue>(
  choices: readonly Choice[],
): readonly Indexed<Choice>[] {
  return choices.map((choice) => {
    const { label, also = label } = choice;
    const text = plain(`${label} ${also} ${choice.value.replaceAll('_', ' ')}`);
    const named = also.split(addition)[0]!;
    return {
      ...choice,
      text,
      words: wordsOf(text),
      head: wordsOf(named).at(-1),
      raw: choice.value.toLowerCase(),
      names: [plain(label), plain(also)],
    };
  });
}

const wholeWord = 6;

/** Higher is better; 0 is no match. `typing`: the word may not be finished. */
function wordScore({ words, head, text }: Indexed<RankedValue>, word: string, typing: boolean): number {
  if (head === word) return 10;
  if (words[0] === word) return 7;
  if (words.includes(word)) return wholeWord;
  if ((typing || word.length >= 4) && words.some((own) => own.startsWith(word))) return 4;
  // A Chinese word is one or two characters, with no space around it.
  const isLong = word.length >= (/\p{Script=Han}/u.test(word) ? 1 : 4);
  return typing && isLong && text.includes(word) ? 2 : 0;
}

const meantScore = 100;

/** A synonym that names the whole value says what most people mean, the first above all. */
function synonymScore({ raw, words }: Indexed<RankedValue>, parts: readonly string[]): number {
  const meant = parts.indexOf(raw);
  if (meant >= 0) return meantScore - meant;
  return parts.some((part) =>
    part.includes('_') ? raw.includes(part) : words.some((own) => own.startsWith(part)),
  )
    ? 3
    : 0;
}

/** `wifi`, but also `wif`: a synonym is found as soon as three letters tell it from the rest. */
function alternativesOf(word: string): readonly string[] {
  const exact = Object.hasOwn(synonyms, word) ? synonyms[word] : undefined;
  if (exact || word.length < 3) return exact ?? [];
  return Object.entries(synonyms)
    .filter(([key]) => key.startsWith(word))
    .flatMap(([, parts]) => parts);
}

export function rankValues<Choice extends RankedValue>(
  index: readonly Indexed<Choice>[],
  query: string,
  typing = true,
): readonly Indexed<Choice>[] {
  const wanted = plain(query).trim();
  if (wanted === '') return index;
  const phrase = Object.hasOwn(synonyms, wanted) ? synonyms[wanted] : undefined;
  const terms = phrase ? [wanted] : wordsOf(wanted);
  const known = terms.map((word) => ({ word, alternatives: phrase ?? alternativesOf(word) }));
  const scored: { readonly item: Indexed<Choice>; readonly score: number }[] = [];
  for (const item of index) {
    let score = item.names.includes(wanted) ? 2 * meantScore : 0;
    for (const { word, alternatives } of known) {
      const own = Math.max(wordScore(item, word, typing), synonymScore(item, alternatives));
      if (own === 0) {
        score = 0;
        break;
      }
      score += own;
    }
    if (score > 0) scored.push({ item, score });
  }
  const sure = scored.filter(({ score }) => score >= wholeWord * terms.length);
  return (typing || sure.length === 0 ? scored : sure)
    .sort((a, b) => b.score - a.score || a.item.label.length - b.item.label.length)
    .map(({ item }) => item);
}

const indexes = new WeakMap<readonly string[], readonly Indexed<RankedValue>[]>();

/** The values of one closed list that a finished word may mean, best first: nothing rather than part of another word. */
export function valuesMeant(values: readonly string[], query: string): readonly string[] {
  let index = indexes.get(values);
  if (!index) {
    index = indexValues(values.map((value) => ({ value, label: labelOf(value) })));
    indexes.set(values, index);
  }
  return rankValues(index, query, false).map(({ value }) => value);
}
