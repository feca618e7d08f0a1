// What the pane says, in the language of its reader. `t` takes the key of a message in en.json; a key or a value that is missing
// fails the type check. Messages are compiled in the build (scripts/messages.mjs); English is there from the start.
import en from './en.json';
import {
  filled as fill,
  joinedIn,
  numberIn,
  type Joint,
  type Part,
  type Signs,
  type Text,
  type Value,
} from './fill';
import { cellTexts, labelled, setSentence } from './labels';
import type placeholders from './placeholders/pane.json';

/** Which values a message needs; written by scripts/generate.ts. */
type Placeholders = typeof placeholders;
type Sections = typeof en.messages;
export type Key = {
  [Section in keyof Sections]: `${Section}.${keyof Sections[Section] & string}`;
}[keyof Sections];
/** The key of a message without values, for tables. */
export type PlainKey = Exclude<Key, keyof Placeholders>;
export type Noun = keyof Sections['nouns'];

type Values<K extends Key> = K extends keyof Placeholders
  ? [values: Readonly<Record<keyof Placeholders[K], Value>>]
  : [];

export interface Language {
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly messages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What the operations table and templates say, by the English text; labels are apart (labels.ts). */
  readonly table?: Readonly<Record<string, string>>;
  /** Of columns and parameters, for what does not show cells; the pane shows theirs (labels.ts). */
  readonly labels?: Readonly<Record<string, string>>;
  /** Likewise. */
  readonly signs?: Signs;
  /** What the add-in and its gateway say below the pane, sentence by sentence, by the English one. */
  readonly sentences?: Readonly<Record<string, string>>;
}

export const english: Language = { tag: 'en', direction: 'ltr', messages: en.messages };
let current = english;
export const language = (): Language => current;
export function setLanguage(next: Language): void {
  current = next;
}

/** Sentences with values in them, such as `The limit of {most} credits a day is reached.` */
const patterns = new WeakMap<object, readonly (readonly [english: RegExp, own: string])[]>();
function patternsOf(sentences: Readonly<Record<string, string>>) {
  const known =
    patterns.get(sentences) ??
    Object.entries(sentences)
      .filter(([english]) => english.includes('{'))
      .map(([english, own]) => {
        const literal = english.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
        return [new RegExp(`^${literal.replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 'u'), own] as const;
      });
  patterns.set(sentences, known);
  return known;
}

export const sentenceEnd = /(?<=[.!?]) (?=[\p{Lu}\p{N}])/u;
const isoDay = /^\d{4}-\d\d-\d\d$/;

/** The language and region of this computer; asked once, because the pane shows hundreds of times. */
let ofComputer: string | undefined;
const usualLocale = (): string => (ofComputer ??= new Intl.DateTimeFormat().resolvedOptions().locale);

/** What can be said in a language; `current` is asked each time, because the pane can change it. */
export function speech(spoken: () => Language) {
  /** Digits are those of formulas and prices in cells. */
  const number = (value: number, format?: Intl.NumberFormatOptions): string =>
    numberIn(spoken().tag, value, format);
  const filled = (text: Text, values: Readonly<Record<string, Value>>): string =>
    fill(text, values, spoken());
  const messageOf = (key: string): Text => {
    const [section = '', name = ''] = key.split('.');
    return (spoken().messages[section]?.[name] ?? english.messages[section]?.[name] ?? key) as Text;
  };
  const t = <K extends Key>(key: K, ...[values]: Values<K>): string => filled(messageOf(key), values ?? {});
  /** For dates; with the customs of this computer's region, if it is in the same language. */
  const dateLocale = (): string => {
    const { tag } = spoken();
    const usual = usualLocale();
    return usual.slice(0, 2) === tag.slice(0, 2) ? usual : `${tag}-u-ca-gregory-nu-latn`;
  };
  const day = (at: number, timeZone?: string): string =>
    new Date(at).toLocaleDateString(dateLocale(), { dateStyle: 'medium', timeZone });
  const saidOne = (sentence: string, sentences: Readonly<Record<string, string>>): string => {
    const own = sentences[sentence];
    if (own !== undefined) return own;
    for (const [pattern, text] of patternsOf(sentences)) {
      const values = pattern.exec(sentence)?.groups;
      const shown = (value = '') =>
        filled([['value']], {
          value: isoDay.test(value) ? day(Date.parse(value), 'UTC') : saidOne(value, sentences),
        });
      if (values) return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(values[name]));
    }
    return sentence;
  };
  return {
    t,
    number,
    dateLocale,
    day,
    /** For readers in several places: with its time zone. */
    instant: (at: number, timeZone?: string): string =>
      new Date(at).toLocaleString(dateLocale(), {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }),
    /** Sentences that were written in English below the pane, or by a gateway. What is not known stays as it is. */
    said: (text: string): string => {
      const { sentences } = spoken();
      if (!sentences) return text;
      return joinedIn(
        'sentences',
        text.split(sentenceEnd).map((one) => saidOne(one, sentences)),
        {},
      );
    },
    /** `1 request`, `12 requests`. */
    plural: (count: number, noun: Noun): string => filled(messageOf(`nouns.${noun}`), { count }),
    /** A name or help from the operations table or a template. */
    named: (text: string): string => spoken().table?.[text] ?? spoken().labels?.[text] ?? labelled(text),
    /** `a, b`, `name: value`, `one; another`, and sentences one after the other. Empty parts are left out. */
    joined: (joint: Joint, parts: readonly Part[]): string =>
      joinedIn(joint, parts, { signs: cellTexts()?.signs, ...spoken() }),
    /** `a, b and c`. */
    listed: (items: readonly string[]): string =>
      new Intl.ListFormat(spoken().tag, { type: 'conjunction' }).format(items),
    /** A table of keys as one of texts. */
    texts: <Id extends string>(table: Readonly<Record<Id, PlainKey>>): Record<Id, string> =>
      Object.fromEntries(Object.entries<PlainKey>(table).map(([id, key]) => [id, t(key)])) as Record<
        Id,
        string
      >,
  };
}
export type Speech = ReturnType<typeof speech>;

/** In the language of the pane. */
export const spoken = speech(() => current);
export const { t, number, dateLocale, plural, named, said, joined, listed, texts } = spoken;
setSentence(said);
