// The values a person may have meant by one that a closed list does not have: by meaning first (other words, symbols,
// names of currencies and languages, numbers), then by part of a word, by spelling last. No suggestion is better than a wrong one.
import { valueHints } from '../valueHints';
import { labelOf } from './labels';
import { nearest } from './nearest';
import { valuesMeant } from './rankValues';
import { sayReview } from './say';

/** Longer than any value; the gateway asks too, so the work for one message is bounded. */
const longest = 60;
const most = 3;

const plain = (text: string) => {
  const folded = text.normalize('NFKC').toLowerCase().trim();
  return folded.replaceAll(/[^\p{L}\p{N}]/gu, '') || folded;
};
const singular = (text: string) => text.replace(/s$/, '');

function byAlias(values: readonly string[], given: string): readonly string[] | undefined {
  const table = valueHints.aliases.get(values);
  if (!table) return undefined;
  const text = given.normalize('NFKC').toLowerCase().trim();
  const wanted = plain(given);
  const key =
    Object.keys(table).find((each) => each.toLowerCase() === text) ??
    Object.keys(table).find((each) => plain(each) === wanted) ??
    Object.keys(table).find((each) => plain(each) === singular(wanted));
  return key === undefined ? undefined : table[key]!.split(' ').filter(Boolean);
}

interface Between {
  readonly values: readonly string[];
  readonly note?: string;
}

const numberIn = (value: string): number => Number(/\d+(?:\.\d+)?/.exec(value)?.[0] ?? NaN);

/** The neighbours of a number in a list of numbers (`4.5`), or of words with numbers (`very_good_8`). */
function byNumber(values: readonly string[], given: string): Between | undefined {
  const text = given.trim().replace(',', '.');
  if (!/^\d+(?:\.\d+)?\s*(?:%|\+|km|mi|miles|stars?)?$/i.test(text)) return undefined;
  const numbers = values.map(numberIn);
  if (numbers.some(Number.isNaN)) return undefined;
  const wanted = numberIn(text);
  const same = numbers.indexOf(wanted);
  if (same >= 0) return { values: [values[same]!] };
  const below = values.filter((_, place) => numbers[place]! < wanted).at(-1);
  const above = values.find((_, place) => numbers[place]! > wanted);
  if (above === undefined) return { values: [below!], note: sayReview('highest', { value: below! }) };
  if (below === undefined) return { values: [above], note: sayReview('lowest', { value: above }) };
  return { values: [below, above] };
}

/** By the code's beginning (en → en-gb, en-us) or by its name, in English or in the language itself. */
function byName(values: readonly string[], given: string): readonly string[] {
  const wanted = plain(given);
  const [base = ''] = given.trim().toLowerCase().split(/[-_ ]/);
  const began = values.filter((value) => value.toLowerCase().split('-')[0] === base);
  if (began.length > 0) return began;
  if (wanted.length < 2) return [];
  if (wanted.length < 3) return values.filter((value) => plain(value).startsWith(wanted));
  const called = (value: string) => {
    const names = [labelOf(value).replace(/^[A-Z]{3} – /, '')];
    if (valueHints.codes.get(values) === 'language')
      names.push(
        new Intl.DisplayNames(value, { type: 'language', fallback: 'none' }).of(value.split('-')[0]!) ?? '',
      );
    return names.map((name) => name.toLowerCase());
  };
  return values.filter((value) =>
    called(value).some(
      (name) =>
        plain(name).startsWith(singular(wanted)) ||
        name.split(/[\s()]+/).some((word) => singular(word) === singular(wanted)),
    ),
  );
}

/** Words that say nothing of what is meant: "king size", "most expensive first". */
const filler = /\b(?:an?|code|desc(?:ending)?|first|most|only|please|size|the|type|very)\b/gi;

/** Best first, at most three; `note` says more if the value is outside the list. */
export function suggestions(values: readonly string[], given: unknown): Between {
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string' || text.trim() === '' || text.length > longest) return { values: [] };
  const found = suggestionsFor(values, text);
  const core = text.replaceAll('_', ' ').replaceAll(filler, ' ').replaceAll(/\s+/g, ' ').trim();
  return found.values.length > 0 || core === text || core === '' ? found : suggestionsFor(values, core);
}

function suggestionsFor(values: readonly string[], text: string): Between {
  const number = byNumber(values, text);
  if (number) return number;
  const alias = byAlias(values, text);
  if (alias) return { values: alias };
  if (valueHints.codes.has(values)) return { values: byName(values, text).slice(0, most) };
  const meant = valuesMeant(values, text).slice(0, most);
  if (meant.length > 0) return { values: meant };
  const spelt = nearest(text, values);
  return { values: spelt === undefined ? [] : [spelt] };
}
