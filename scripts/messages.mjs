// Messages (ICU MessageFormat) as data, made in the build: webpack loads the files of src/languages through this, and Jest too.
// Neither a parser nor code made from text is in the page, whose content security policy would refuse the latter.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from '@messageformat/parser';

/**
 * A message: text, or its parts. A part is text, `[name]` for a value, or `[name, cases]` for a plural or a choice.
 * @typedef {string | readonly (string | readonly [name: string, cases?: Readonly<Record<string, Text>>])[]} Text
 * @typedef {ReturnType<typeof parse>[number] | import('@messageformat/parser').Octothorpe} Token
 */

/**
 * @param {readonly Token[]} tokens
 * @param {string} [counted] what `#` stands for
 * @returns {Text}
 */
function partsOf(tokens, counted = '#') {
  const parts = tokens.map((token) => {
    if (token.type === 'content') return token.value;
    if (token.type === 'octothorpe') return /** @type {const} */ ([counted]);
    if (token.type === 'argument') return /** @type {const} */ ([token.arg]);
    if (token.type !== 'plural' && token.type !== 'select')
      throw new Error(
        `A message cannot have ${token.type}: ${token.arg}. Format the value and pass the text.`,
      );
    const cases = token.cases.map(({ key, tokens: inner }) => [key, partsOf(inner, token.arg)]);
    return /** @type {const} */ ([token.arg, Object.fromEntries(cases)]);
  });
  const [first = '', ...others] = parts;
  return others.length === 0 && typeof first === 'string' ? first : parts;
}

/** @param {string} message */
export const compiled = (message) => partsOf(parse(message));

/**
 * @param {Text} text
 * @returns {string[]} the names of its values
 */
export const valuesOf = (text) =>
  typeof text === 'string'
    ? []
    : [
        ...new Set(
          text.flatMap((part) =>
            typeof part === 'string' ? [] : [part[0], ...Object.values(part[1] ?? {}).flatMap(valuesOf)],
          ),
        ),
      ];

/** @typedef {Readonly<Record<string, Readonly<Record<string, string>>>>} Messages by section and name */

/** @returns {{ readonly messages: Messages }} */
export const english = () => JSON.parse(readFileSync('src/languages/en.json', 'utf8'));

/** What cells say, of all the files that hold a part of it. @returns {Messages} */
export const cellsInEnglish = () =>
  Object.assign(
    {},
    ...readdirSync('src/languages/en').map(
      (file) => JSON.parse(readFileSync(`src/languages/en/${file}`, 'utf8')).messages,
    ),
  );

/**
 * Which values each message needs, a line for each: TypeScript reads the names in data, and not those in messages.
 * @param {Messages} messages
 */
const placeholderFile = (messages) => {
  const lines = Object.entries(messages).flatMap(([section, texts]) =>
    Object.entries(texts).flatMap(([name, text]) => {
      const values = valuesOf(compiled(text)).map((value) => `"${value}": true`);
      return values.length === 0 ? [] : `  "${section}.${name}": { ${values.join(', ')} }`;
    }),
  );
  return `{\n${lines.join(',\n')}\n}\n`;
};

/** The files that say so, by path. */
export const placeholders = () => ({
  'src/languages/placeholders/pane.json': placeholderFile(english().messages),
  'src/languages/placeholders/cells.json': placeholderFile(cellsInEnglish()),
});

/** @param {Messages} messages */
export const compiledMessages = (messages) =>
  Object.fromEntries(
    Object.entries(messages).map(([section, texts]) => [
      section,
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, compiled(text)])),
    ]),
  );

/**
 * What the page needs of a file of src/languages: what the pane says, and what cells say.
 * @param {string} file its text
 */
function compiledLanguage(file) {
  const { direction, messages, table, sentences, cells } = JSON.parse(file);
  return {
    pane: { direction, messages: compiledMessages(messages), table, sentences },
    cells: cells && { direction, ...cells, messages: compiledMessages(cells.messages) },
  };
}

/** For webpack a loader, for Jest a transformer, whose modules have no query: there, each has both. */
export default Object.assign(
  /** @this {{ resourceQuery: string }} @param {string} file */
  function (file) {
    const { pane, cells } = compiledLanguage(file);
    return JSON.stringify(this.resourceQuery === '?cells' ? { cells } : pane);
  },
  {
    process: (/** @type {string} */ file) => {
      const { pane, cells } = compiledLanguage(file);
      return { code: JSON.stringify({ ...pane, cells }) };
    },
  },
);
