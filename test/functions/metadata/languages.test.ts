// Every language says everything that English says, about the same functions, with the same codes and numbers.
import { readdirSync } from 'node:fs';
import { languages, translated, translatedMetadata } from '../../../scripts/languages.mjs';
import { functionsJson } from '../../../scripts/functions/metadata/metadata';
import { manifestTexts } from '../../../scripts/manifest/addin';

const metadata = JSON.stringify(functionsJson());
const functionTexts = [
  ...new Set(
    [...metadata.matchAll(/"(?:description|tooltip)":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text]) => JSON.parse(text!) as string,
    ),
  ),
];
const english = { functions: functionTexts, manifest: manifestTexts };
/** office.js has a folder of strings for each display language. */
const officeHas = readdirSync('node_modules/@microsoft/office-js/dist').filter((name) =>
  /^[a-z]{2}-[a-z]{2}$/.test(name),
);
const sections = ['functions', 'manifest'] as const;

/** What a reader types or compares must be the same in every language: quoted text, names, options, numbers. */
const codes = (text: string) =>
  [
    ...text
      // Some languages write "one credit" in words.
      .replaceAll(/\b1 credit\b/g, '')
      .matchAll(/"[^"]+"|=?[A-Z]+\.[A-Z]+\(?|@?\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+=\w+|\b\d+[a-z]?\b|Spillway/g),
  ].map(([code]) => code.replaceAll('"', ''));

describe.each(languages)('$tag', (language) => {
  it.each(sections)('translates every text of the %s, and none that is gone', (section) => {
    const known = Object.keys(language[section]);
    expect({
      missing: english[section].filter((text) => !known.includes(text)),
      surplus: known.filter((text) => !english[section].includes(text)),
    }).toEqual({ missing: [], surplus: [] });
  });

  it.each(sections)('keeps codes and numbers of the %s, and the length that Excel shows', (section) => {
    for (const [text, own] of Object.entries(language[section])) {
      const lost = codes(text).filter((code) => !own.includes(code));
      expect([own, lost]).toEqual([own, []]);
      expect(translated(language, section, text).length).toBeLessThanOrEqual(250);
      expect(own).toBe(own.trim());
      // A sentence ends as one, in the punctuation of the language.
      if (text.endsWith('.')) expect(own).toMatch(/[.。]$/);
    }
  });

  it('changes nothing but descriptions: a formula works in every language', () => {
    const bare = (json: string) =>
      JSON.parse(json, (key, value: unknown) =>
        ['description', 'tooltip', 'helpUrl'].includes(key) ? '' : value,
      ) as unknown;
    const own = translatedMetadata(language, metadata);
    expect(bare(own)).toEqual(bare(metadata));
    const { functions } = JSON.parse(own) as ReturnType<typeof functionsJson>;
    expect(functions.map(({ description }) => description)).toEqual(
      functionsJson().functions.map(({ description }) => translated(language, 'functions', description)),
    );
    for (const { helpUrl } of functions)
      expect(helpUrl).toContain(`/${language.help ?? 'help/'}functions.html#`);
  });

  it('has a word for each term of the glossary', () => {
    expect(Object.keys(language.glossary)).toEqual(Object.keys(languages[0]!.glossary));
    expect(Object.values(language.glossary)).not.toContain('');
  });

  it('is for display languages that Office has', () => {
    for (const locale of language.officeLocales) {
      expect(locale).toMatch(/^[a-z]{2}-[A-Z]{2}$/);
      expect(officeHas).toContain(locale.toLowerCase());
      expect(locale.startsWith(language.tag.slice(0, 2))).toBe(true);
    }
    expect(new Intl.Locale(language.tag).toString()).toBe(language.tag);
  });
});

test('every Excel in one of these languages has its texts; Chinese only in traditional script', () => {
  const known = languages.map(({ tag }) => tag.slice(0, 2));
  const locales = languages.flatMap(({ officeLocales }) =>
    officeLocales.map((locale) => locale.toLowerCase()),
  );
  const without = officeHas.filter(
    (locale) => known.includes(locale.slice(0, 2)) && !locales.includes(locale),
  );
  expect(without).toEqual(['zh-cn', 'zh-sg']);
});

test('two languages are never for the same Excel', () => {
  const locales = languages.flatMap(({ officeLocales }) => officeLocales);
  expect(new Set(locales).size).toBe(locales.length);
});

test('quoted codes keep their order in a text from right to left', () => {
  const arabic = languages.find(({ direction }) => direction === 'rtl')!;
  const one = { ...arabic, functions: { a: 'مثل "min(price)" أو "السعر"' } };
  expect(translated(one, 'functions', 'a')).toBe('مثل \u200E"min(price)"\u200E أو "السعر"');
});

test('a text without a translation stays English', () => {
  expect(translated(languages[0]!, 'functions', 'Nothing like it.')).toBe('Nothing like it.');
});
