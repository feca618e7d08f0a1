// Finds values of closed lists by any part of their words and by common synonyms, best first. The index is made once;
// a search over all 600 values takes well under a millisecond, so it can follow every keystroke.
import { labelOf } from '../../operations/labels';
import { synonyms } from './synonyms';

export interface Choice {
  readonly param: string;
  /** The parameter's label, shown beside the value where several parameters are searched together. */
  readonly place: string;
  readonly value: string;
  readonly label: string;
}

interface Indexed extends Choice {
  readonly text: string;
  readonly words: readonly string[];
  readonly raw: string;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f’']/g, '');
const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}&+]+/u)
    .filter(Boolean);

export function indexChoices(choices: readonly Choice[]): readonly Indexed[] {
  return choices.map((choice) => {
    const text = plain(`${choice.label} ${choice.value.replaceAll('_', ' ')}`);
    return { ...choice, text, words: wordsOf(text), raw: choice.value.toLowerCase() };
  });
}

export const choicesOf = (param: string, place: string, values: readonly string[]): Choice[] =>
  values.map((value) => ({ param, place, value, label: labelOf(value) }));

/** Higher is better; 0 is no match. */
function wordScore(item: Indexed, word: string): number {
  if (item.words[0] === word) return 8;
  if (item.words.includes(word)) return 6;
  if (item.words.some((own) => own.startsWith(word))) return 4;
  return word.length >= 3 && item.text.includes(word) ? 2 : 0;
}

const alternativeScore = (item: Indexed, part: string) =>
  part.includes('_')
    ? item.raw.includes(part)
      ? 3
      : 0
    : item.words.some((own) => own.startsWith(part))
      ? 3
      : 0;

function termScore(item: Indexed, word: string, alternatives: readonly string[]): number {
  const own = wordScore(item, word);
  const other = Math.max(0, ...alternatives.map((part) => alternativeScore(item, part)));
  return Math.max(own, other);
}

/** `wifi`, but also `wif`: a synonym is found as soon as three letters tell it from the rest. */
function alternativesOf(word: string): readonly string[] {
  const exact = synonyms[word];
  if (exact || word.length < 3) return exact ?? [];
  return Object.entries(synonyms)
    .filter(([key]) => key.startsWith(word))
    .flatMap(([, parts]) => parts);
}

export function searchChoices(index: readonly Indexed[], query: string): readonly Choice[] {
  const wanted = plain(query).trim();
  if (wanted === '') return index;
  const phrase = synonyms[wanted];
  const terms = phrase ? [wanted] : wordsOf(wanted);
  const known = terms.map((word) => ({ word, alternatives: phrase ?? alternativesOf(word) }));
  const scored: { readonly item: Indexed; readonly score: number }[] = [];
  for (const item of index) {
    let score = 0;
    for (const { word, alternatives } of known) {
      const own = termScore(item, word, alternatives);
      if (own === 0) {
        score = 0;
        break;
      }
      score += own;
    }
    if (score > 0) scored.push({ item, score });
  }
  return scored
    .sort((a, b) => b.score - a.score || a.item.label.length - b.item.label.length)
    .map(({ item }) => item);
}
