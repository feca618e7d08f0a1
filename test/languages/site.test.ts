// Every translated page follows the English one: its headings, lists, tables, formulas, codes, links, pictures and names of buttons. A
// changed English page fails here until its translations follow.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { english } from '../../scripts/messages.mjs';
import { languages, typing } from '../../scripts/site/language.mjs';
import { menu } from '../../scripts/site/menu.mjs';
import { pageIn, type PageIn } from '../../scripts/site/pages.mjs';

const [use] = menu;
const translations = languages.filter(({ tag }) => tag !== 'en');
const texts = new Set(Object.values(english().messages).flatMap((section) => Object.values(section)));
const keys = new Map(
  Object.entries(english().messages).flatMap(([section, messages]) =>
    Object.entries(messages).map(([name, text]) => [`${section}.${name}`, text]),
  ),
);

/** A target as the English document of the same language would name it. */
function target(link: string, { source, language }: PageIn): string {
  if (/^([a-z]+:|#)/.test(link)) return link;
  const file = path.posix.join(path.posix.dirname(source), link);
  return file.replace(`docs/${language.tag}/`, 'docs/').replace('docs/index.md', 'README.md');
}

function shapeOf(page: PageIn) {
  const document = readFileSync(page.source, 'utf8');
  const prose = document.replaceAll(/^```[\s\S]*?^```$/gm, '');
  const words = prose.replaceAll(/`[^`]*`/g, '').replaceAll(/\s+/g, ' ');
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
  return {
    headings: all(prose, /^(#+) /gm),
    tables: all(prose, /^(\|)/gm).length,
    lists: all(prose, /^(- |\d+\. )/gm),
    // What follows a wide gap in a line explains it.
    code: all(document, /^```\w*\n([\s\S]*?)^```$/gm).map((block) =>
      block.replaceAll(/(?<=\S)\s{2,}.*$/gm, ''),
    ),
    codes: all(prose, /`([^`]*)`/g).sort(),
    links: all(prose, /\]\(([^)]*)\)/g)
      .map((link) => target(link, page))
      .sort(),
    paragraphs: prose.split(/\n{2,}/).length,
    // Limits, prices and times, however the language writes thousands and decimals.
    numbers: all(words.replaceAll(/(?<=\d)[ .,](?=\d)/g, ''), /(\d+)/g).sort(),
    bold: all(words, /\*\*(.+?)\*\*/g).length,
    words,
  };
}

const namesIn = (words: string) =>
  new Set(
    [...words.matchAll(/\{([^{}]+)\}/g)].map(
      ([, name = '']) => keys.get(name) ?? name.replace(/^(?:manifest|table|labels)\./, ''),
    ),
  );

describe.each(translations)('$tag', ({ tag, named }) => {
  it('has every page for people who use Excel, and none that English lacks', () => {
    expect(use!.pages.filter(({ name }) => !pageIn(name, tag)).map(({ name }) => name)).toEqual([]);
  });

  it.each(use!.pages.map(({ name }) => name).filter((name) => name !== 'functions'))(
    '%s follows the English page',
    (name) => {
      const { words: original, ...shape } = shapeOf(pageIn(name, 'en')!);
      const { words, ...own } = shapeOf(pageIn(name, tag)!);
      expect(own).toEqual(shape);
      const used = namesIn(words);
      const needed = [...original.matchAll(/\*\*(.+?)\*\*/g)]
        .flatMap(([, bold = '']) => bold.split(' › '))
        .filter((bold) => texts.has(bold));
      expect(needed.filter((bold) => !used.has(bold))).toEqual([]);
      for (const [, placeholder = ''] of words.matchAll(/\{([^{}]+)\}/g))
        expect(named(placeholder)).not.toBe('');
    },
  );
});

describe.each(Object.entries(typing).filter(([, { functions }]) => functions))(
  '%s',
  (_tag, { functions = {} }) => {
    it('has the name of each function of Excel in a formula', () => {
      const names = use!.pages.flatMap(({ name }) =>
        [...readFileSync(pageIn(name, 'en')!.source, 'utf8').matchAll(/(?:`|^)(=[^`\n]*)/gm)].flatMap(
          ([, formula = '']) => formula.replaceAll(/"[^"]*"/g, '').match(/(?<![\w.])[A-Z]+(?=\()/g) ?? [],
        ),
      );
      expect(names).toContain('FIELDVALUE');
      expect(names.filter((name) => !(name in functions))).toEqual([]);
    });
  },
);
