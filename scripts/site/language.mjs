// What the site says in each language: its own texts (docs/<tag>/texts.json, by the English text), the names of buttons and views as
// the localised pane shows them, and formulas as they are typed in that Excel.
import { readFileSync } from 'node:fs';
import { languages as translations } from '../languages.mjs';
import { compiled, english } from '../messages.mjs';
import { at } from '../setup/root.mjs';

/**
 * @typedef {object} SiteLanguage
 * @property {string} tag
 * @property {string} name its name for itself
 * @property {'ltr' | 'rtl'} direction
 * @property {(text: string) => string} say a text of the site, given in English
 * @property {(name: string) => string} named a name of the pane, given in English or by its key
 * @property {(label: string) => string} labelled a heading of a result
 * @property {(code: string) => string} typed a formula as it is typed in this Excel; other code as it is
 *
 * @typedef {{ separator?: string, functions?: Readonly<Record<string, string>> }} Typing
 */

/**
 * Excel's usual list separator for the language, as Windows has it for its regions (the table of .NET, IcuLocaleData.cs), and the names of
 * Excel's own functions in the examples, as Microsoft's support pages have them. Excel in Arabic and Chinese has the English names;
 * Microsoft's Dutch page has FIELDVALUE.
 * @type {Readonly<Record<string, Typing>>}
 */
export const typing = {
  ar: { separator: ';' },
  nl: {
    separator: ';',
    functions: {
      CHOOSECOLS: 'KIES.KOLOMMEN',
      COUNTA: 'AANTALARG',
      COUNTIF: 'AANTAL.ALS',
      DATE: 'DATUM',
      FIELDVALUE: 'FIELDVALUE',
      FILTER: 'FILTER',
      IF: 'ALS',
      IFERROR: 'ALS.FOUT',
      INDEX: 'INDEX',
      LET: 'LET',
      MIN: 'MIN',
      NA: 'NB',
      ROWS: 'RIJEN',
      SORT: 'SORTEREN',
      SUM: 'SOM',
      TAKE: 'NEMEN',
      TODAY: 'VANDAAG',
      UNIQUE: 'UNIEK',
    },
  },
  ru: {
    separator: ';',
    functions: {
      CHOOSECOLS: 'ВЫБОРСТОЛБЦ',
      COUNTA: 'СЧЁТЗ',
      COUNTIF: 'СЧЁТЕСЛИ',
      DATE: 'ДАТА',
      FIELDVALUE: 'ЗНАЧПОЛЯ',
      FILTER: 'ФИЛЬТР',
      IF: 'ЕСЛИ',
      IFERROR: 'ЕСЛИОШИБКА',
      INDEX: 'ИНДЕКС',
      LET: 'LET',
      MIN: 'МИН',
      NA: 'НД',
      ROWS: 'ЧСТРОК',
      SORT: 'СОРТ',
      SUM: 'СУММ',
      TAKE: 'ВЗЯТЬ',
      TODAY: 'СЕГОДНЯ',
      UNIQUE: 'УНИК',
    },
  },
};

/**
 * @param {string} code
 * @param {Typing} [own]
 */
function typedIn(code, { separator = ',', functions = {} } = {}) {
  if (!code.startsWith('=')) return code;
  // What follows a wide gap explains the formula.
  const [formula = '', explanation = ''] = code.split(/(?<=\S)(?=\s{2,})/);
  const local = formula
    .split(/("[^"]*")/)
    .map((part) =>
      part.startsWith('"')
        ? part
        : part
            .replaceAll(',', separator)
            .replaceAll(/(?<![\w.])[A-Z]+(?=\()/g, (name) => functions[name] ?? name),
    )
    .join('');
  return local + explanation;
}

/**
 * A message as documents quote it: with … for its values.
 * @param {import('../messages.mjs').Text} text
 * @returns {string}
 */
const quoted = (text) =>
  typeof text === 'string'
    ? text
    : text
        .map((part) => (typeof part === 'string' ? part : part[1]?.other ? quoted(part[1].other) : '…'))
        .join('');

/** @param {import('../messages.mjs').Messages} messages */
const flat = (messages) =>
  Object.entries(messages).flatMap(([section, texts]) =>
    Object.entries(texts).map(([name, text]) => /** @type {const} */ ([`${section}.${name}`, text])),
  );

/**
 * @param {(typeof translations)[number]} language
 * @returns {(name: string) => string}
 */
function names({ tag, messages, manifest, table, cells }) {
  /** @type {ReadonlyMap<string, string>} */
  const own = new Map(flat(messages));
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  /** @type {(english: string, text: string) => void} */
  const add = (english, text) => found.set(english, (found.get(english) ?? new Set()).add(text));
  for (const [key, text] of flat(english().messages)) {
    const translated = quoted(compiled(own.get(key) ?? text));
    add(quoted(compiled(text)), translated);
    add(key, translated);
  }
  for (const [section, texts] of Object.entries({ manifest, table, labels: cells.labels }))
    for (const [english, text] of Object.entries(texts)) {
      add(`${section}.${english}`, text);
      if (!own.has(english) && !found.has(english)) add(english, text);
    }
  return (name) => {
    const [text, ...others] = found.get(name) ?? [];
    if (text === undefined) throw new Error(`The pane has no {${name}}.`);
    if (others.length > 0)
      throw new Error(`{${name}} is ambiguous in ${tag}: ${[text, ...others].join(', ')}. Give its key.`);
    return text;
  };
}

/** @type {SiteLanguage} */
const inEnglish = {
  tag: 'en',
  name: 'English',
  direction: 'ltr',
  say: (text) => text,
  named: (name) => `{${name}}`,
  labelled: (label) => label,
  typed: (code) => code,
};

/** @type {readonly SiteLanguage[]} English first */
export const languages = [
  inEnglish,
  ...translations
    .filter(({ help }) => help)
    .map((language) => {
      const { tag, name, direction, cells } = language;
      /** @type {Readonly<Record<string, string>>} */
      const texts = JSON.parse(readFileSync(at('docs', tag, 'texts.json'), 'utf8'));
      return {
        tag,
        name,
        direction,
        say: (/** @type {string} */ text) => {
          const own = texts[text];
          if (own === undefined) throw new Error(`docs/${tag}/texts.json does not say: ${text}`);
          return own;
        },
        named: names(language),
        labelled: (/** @type {string} */ label) => cells.labels[label] ?? label,
        typed: (/** @type {string} */ code) => typedIn(code, typing[tag]),
      };
    }),
];
