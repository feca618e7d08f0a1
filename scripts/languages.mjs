// The languages beside English. Each is a file of src/languages: every text as it is in English, and in that language. The
// English text is the key, so that a text that changes has no translation until somebody has looked at it. The build's
// configuration imports this, so it is plain JavaScript.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = 'src/languages';

/**
 * @typedef {object} Language
 * @property {string} tag the name of its file, and of the files that are made for it, such as `zh-HK` (BCP 47)
 * @property {string} name its name for itself
 * @property {'ltr' | 'rtl'} direction
 * @property {readonly string[]} officeLocales the display languages of Office that it is for; Office compares whole tags
 * @property {Readonly<Record<string, string>>} glossary words of the field that its texts use, for whoever writes the next one
 * @property {Readonly<Record<string, string>>} functions what Excel shows while a formula is typed
 * @property {Readonly<Record<string, string>>} manifest the ribbon, the first hint, the description in the list of add-ins
 * @property {import('./messages.mjs').Messages} messages what the pane says, by the keys of en.json
 * @property {Readonly<Record<string, string>>} table what the operations table and templates say to the pane
 * @property {Readonly<Record<string, string>>} sentences what the add-in and its gateway say in English below the pane
 * @property {Cells} cells what cells say
 * @property {string} [help] where the help site has pages in it; undefined while docs has none
 *
 * @typedef {object} Cells
 * @property {import('../src/languages/fill').Signs} signs between words that no sentence joins
 * @property {Readonly<Record<string, string>>} labels headings, parameters and fields
 * @property {Readonly<Record<string, string>>} values values of closed lists
 * @property {import('./messages.mjs').Messages} messages sentences, by the keys of the folder en
 *
 * @typedef {'functions' | 'manifest'} Section
 */

/** @type {readonly Language[]} */
export const languages = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && file !== 'en.json')
  .sort()
  .map((file) => {
    const tag = path.parse(file).name;
    const own = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
    return { tag, ...own, ...(existsSync(path.join('docs', tag)) && { help: `help/${tag}/` }) };
  });

/** A mark that shows nothing and reads from left to right (U+200E). */
const mark = '\u200E';

/**
 * Quoted formulas and codes keep their direction, and with it the order of their quotes and parentheses, in a text from right to
 * left. Code in backticks is isolated by whoever shows it.
 * @param {Language['direction']} direction
 * @param {string} text
 */
export const isolated = (direction, text) =>
  direction === 'rtl'
    ? text.replace(/`[^`]*`|"[\x20-\x7E…]+?"/g, (code) => (code.startsWith('`') ? code : mark + code + mark))
    : text;

/**
 * The text in the language, or in English while it has none.
 * @param {Language} language
 * @param {Section} section
 * @param {string} text
 */
export const translated = ({ direction, ...language }, section, text) =>
  isolated(direction, language[section][text] ?? text);

/**
 * functions.json in the language. Ids and names are the same in all, so that a workbook works in every language.
 * @param {Language} language
 * @param {string} metadata functions.json
 */
export const translatedMetadata = (language, metadata) =>
  JSON.stringify(
    JSON.parse(metadata, (key, value) =>
      key === 'helpUrl'
        ? value.replace('help/', language.help ?? 'help/')
        : key === 'description' || key === 'tooltip'
          ? translated(language, 'functions', value)
          : value,
    ),
    null,
    2,
  );
