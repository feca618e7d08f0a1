// Every language says everything that English says, with the same values, codes and plural forms of its own.
import { readFileSync } from 'node:fs';
import { languages } from '../../scripts/languages.mjs';
import { compiled, english, valuesOf, type Messages, type Text } from '../../scripts/messages.mjs';
import { holdReasons } from '../../src/engine/request/holdReason';
import { languageNames } from '../../src/languages/t';
import { operationIds, operationOf } from '../../src/operations';
import { helpOf, summaryOf } from '../../src/operations/guides';
import { windows } from '../../src/operations/tokenStatistic';
import { templates } from '../../src/templates/templates';

const flat = (messages: Messages) =>
  Object.entries(messages).flatMap(([section, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${section}.${name}`, text] as const),
  );

const own = new Map(flat(english().messages));

/** Names and help that the pane takes from the operations table, templates and the reasons to hold. */
const names = new Set([
  ...windows.map(({ label }) => label),
  ...Object.values(holdReasons).map(({ pane }) => pane),
  ...templates.flatMap(({ title, sentence, needs, variant = title }) => [title, sentence, needs, variant]),
  ...operationIds.flatMap((id) => {
    const { title, params } = operationOf(id);
    return [
      title,
      summaryOf(id),
      ...Object.entries(params).flatMap(([name, { label, group }]) => [label, group, helpOf(id, name)]),
    ];
  }),
]);

/** What a reader types, presses or compares is the same in every language. */
const codes = (text: string) => [
  ...new Set(
    text.match(
      /#[A-Z]+[!?]|\b[a-z]+=\d+|\bF2\b|(?<=\w )Enter\b|Ctrl\+C|https:\/\/(?:\w[\w.]*\w)?|\b\d{2,}\b|Spillway|JSON|\bAPI\b|MCP/g,
    ),
  ),
];

/** The cases of every plural in it. */
const pluralCases = (text: Text): string[][] =>
  typeof text === 'string'
    ? []
    : text.flatMap((part) =>
        typeof part === 'string' || !part[1]
          ? []
          : [Object.keys(part[1]), ...Object.values(part[1]).flatMap(pluralCases)],
      );

test('each has its name in the list of Settings, and is loaded when it is chosen', () => {
  expect(languageNames).toEqual({
    en: 'English',
    ...Object.fromEntries(languages.map(({ tag, name }) => [tag, name])),
  });
  const loads = readFileSync('src/taskpane/shell/language.ts', 'utf8');
  expect(languages.filter(({ tag }) => !loads.includes(`'../../languages/${tag}.json'`))).toEqual([]);
});

describe.each(languages)('$tag', ({ tag, messages, table }) => {
  const texts = new Map(flat(messages));

  it('has every message, and none that is gone', () => {
    expect([...texts.keys()].sort()).toEqual([...own.keys()].sort());
  });

  it('names and explains every source, parameter, rate limit, template and reason to hold', () => {
    expect(Object.keys(table).sort()).toEqual([...names].sort());
    expect(Object.values(table)).not.toContain('');
  });

  it('keeps values and codes', () => {
    for (const [key, text] of texts) {
      const source = own.get(key) ?? '';
      expect([key, valuesOf(compiled(text)).sort()]).toEqual([key, valuesOf(compiled(source)).sort()]);
      expect([key, codes(source).filter((code) => !text.includes(code))]).toEqual([key, []]);
      expect([key, text.trim()]).toEqual([key, text]);
    }
  });

  it('has the plural forms of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
    // One form serves for what has no form of its own: no count here is a fraction.
    const needed = pluralCategories.filter((form) => !['zero', 'many', 'other'].includes(form));
    for (const [key, text] of texts)
      for (const cases of pluralCases(compiled(text))) {
        expect([key, cases]).toEqual([key, expect.arrayContaining(['other'])]);
        // A case may be the same for all counts after a preposition; what is counted alone needs every form.
        if (key.startsWith('nouns.'))
          expect([key, needed.filter((form) => !cases.includes(form))]).toEqual([key, []]);
      }
  });
});
