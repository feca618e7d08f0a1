// Every language says everything that English says, with the same values, codes and plural forms of its own.
import { languages } from '../../scripts/languages.mjs';
import {
  cellsInEnglish,
  compiled,
  english,
  valuesOf,
  type Messages,
  type Text,
} from '../../scripts/messages.mjs';
import { holdReasons } from '../../src/engine/request/holdReason';
import { operationIds, operationOf } from '../../src/operations';
import { assumptions, codeSources, wireNameAssumptions } from '../../src/operations/assumptions';
import { helpOf, summaryOf } from '../../src/operations/guides';
import type { Fields } from '../../src/operations/table/field';
import { closedList } from '../../src/operations/table/parameter';
import { tokenStatistic, windows } from '../../src/operations/tokenStatistic';
import { figureNames } from '../../src/spill/grid/figures';
import { templateIn } from '../../src/excel/templates/templateTexts';
import { templates } from '../../src/templates/templates';

const flat = (messages: Messages) =>
  Object.entries(messages).flatMap(([section, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${section}.${name}`, text] as const),
  );

const own = new Map(flat({ ...english().messages, ...cellsInEnglish() }));

const fieldLabels = (fields: Fields): string[] =>
  Object.values(fields).flatMap((field) => [
    field.label,
    ...('of' in field && typeof field.of === 'object' ? fieldLabels(field.of.fields) : []),
  ]);

/** What cells show as headings, and the pane as the names of columns and parameters. */
const labelNames = new Set([
  ...windows.map(({ label }) => label),
  ...fieldLabels(tokenStatistic.record.fields),
  ...Object.values(figureNames),
  ...operationIds.flatMap((id) => {
    const { params, record } = operationOf(id);
    return [...Object.values(params).map(({ label }) => label), ...fieldLabels(record.fields)];
  }),
]);

/** Currencies and languages have their names from the browser; numbers and grades are what they are. */
const valueNames = [
  ...new Set(
    operationIds.flatMap((id) =>
      Object.values(operationOf(id).params).flatMap((each) => closedList(each) ?? []),
    ),
  ),
].filter((value) => !/^(?:[A-Z]{3}|[a-z]{2}(?:-[a-z]{2})?|[A-F\d.]+)$/.test(value));

/** Titles, notes, headings, hints and charts of templates; some are also labels of columns. */
const sheetTexts = new Set<string>();
for (const template of templates)
  templateIn((text) => {
    sheetTexts.add(text);
    return text;
  }, template);

/** What Settings says about the service; currencies and names of fields are what they are. */
const notes = [
  ...[...Object.values(assumptions), ...Object.values(wireNameAssumptions)].flatMap(
    ({ open, assumed, change }) => [open, assumed, change],
  ),
  ...codeSources.map(({ from }) => from),
].filter((note) => !/^(?:[A-Z]{3}|`\w+`)\.$/.test(note));

/** Names and help that the pane takes from the operations table, templates and the reasons to hold. */
const names = new Set([
  ...notes,
  ...sheetTexts,
  ...Object.values(holdReasons),
  ...templates.flatMap(({ title, sentence, needs, variant = title }) => [title, sentence, needs, variant]),
  ...operationIds.flatMap((id) => {
    const { title, params } = operationOf(id);
    return [
      title,
      summaryOf(id),
      ...Object.entries(params).flatMap(([name, { group }]) => [group, helpOf(id, name)]),
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

describe.each(languages)('$tag', ({ tag, direction, messages, table, cells }) => {
  const texts = new Map(flat({ ...messages, ...cells.messages }));

  it('has a sign for every way to join words', () => {
    expect(Object.keys(cells.signs)).toEqual(['items', 'facts', 'clauses', 'label']);
  });

  it('has every message, and none that is gone', () => {
    expect([...texts.keys()].sort()).toEqual([...own.keys()].sort());
  });

  it('names and explains every source, parameter, rate limit, template and reason to hold', () => {
    expect(Object.keys(table).sort()).toEqual([...names].filter((name) => !cells.labels[name]).sort());
    expect(Object.values(table)).not.toContain('');
  });

  it('has a label for every column and parameter, and for every value of a list', () => {
    expect([...labelNames].filter((name) => !cells.labels[name])).toEqual([]);
    expect(Object.keys(cells.values).sort()).toEqual(valueNames.sort());
    expect(Object.values(cells.values)).not.toContain('');
    for (const [english, own] of Object.entries(cells.labels))
      expect([english, own.match(/\{\w+\}/g)]).toEqual([english, english.match(/\{\w+\}/g)]);
  });

  it('tells the columns of a source from each other', () => {
    for (const id of operationIds) {
      const { columns, record } = operationOf(id);
      const own = columns.map((path) => cells.labels[record.fields[path.split('.')[0]!]!.label]);
      expect(new Set(own).size).toBe(columns.length);
    }
  });

  it('keeps values and codes', () => {
    for (const [key, text] of texts) {
      const source = own.get(key) ?? '';
      expect([key, valuesOf(compiled(text)).sort()]).toEqual([key, valuesOf(compiled(source)).sort()]);
      expect([key, codes(source).filter((code) => !text.includes(code))]).toEqual([key, []]);
      expect([key, text.trim()]).toEqual([key, text]);
      // `just now` would begin a sentence in lower case, where the language has such letters.
      const begins = /^\p{Lu}/u.test(source) && /\p{Ll}/u.test(text.replaceAll(/\{\w+\}/g, ''));
      expect([key, begins && /^\{(?:when|since)\}/.test(text)]).toEqual([key, false]);
    }
  });

  it('has dates and keys that are typed from left to right, in a text from right to left too', () => {
    const typed = direction === 'rtl' ? /(?<![\u2066+])\b(?:\d{4}-\d\d-\d\d|(?:Shift\+)?\d–\d)/g : /\u2066/g;
    expect([...texts.values()].flatMap((text) => text.match(typed) ?? [])).toEqual([]);
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
