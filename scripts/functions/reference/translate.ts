// The reference in another language, from texts that exist already: those of Excel's function help, of the operations table and of
// cells. What only the reference says is in docs/<tag>/texts.json, with `{values}` where a text is composed.
import { readFileSync } from 'node:fs';
import { setCellTexts, cellTexts } from '../../../src/languages/labels';
import { isolated, type languages } from '../../languages.mjs';
import { compiledMessages } from '../../messages.mjs';
import type { Block, Document } from './document';

type Language = (typeof languages)[number];

/** Names and codes, which are the same everywhere. */
const codes = /^[a-z_, ]+\([A-Z.]+\)$|`[^`]*`|\[[A-Z.]+\]\(#[^)]*\)|\b[A-Z]{3,}(?:\.[A-Z]+)?\b/g;

function translator({ tag, functions, table, cells }: Language) {
  const texts = JSON.parse(readFileSync(`docs/${tag}/texts.json`, 'utf8')) as Readonly<
    Record<string, string>
  >;
  const known: Readonly<Record<string, string>> = { ...functions, ...cells.labels, ...table, ...texts };
  const patterns = Object.entries(texts)
    .filter(([english]) => english.includes('{'))
    .map(([english, own]) => {
      const literal = english.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
      return [new RegExp(`^${literal.replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 'su'), own] as const;
    });
  const translate = (text: string): string | undefined => {
    const own = known[text];
    if (own !== undefined) return own;
    if (!/\p{L}{2}/u.test(text.replaceAll(codes, ''))) return text;
    for (const [pattern, template] of patterns) {
      const values = pattern.exec(text)?.groups;
      if (values)
        // A name that the pattern does not have stands for what the pane says there; the site looks it up.
        return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
          const value = values[name] ?? whole;
          return translate(value) ?? value;
        });
    }
    return undefined;
  };
  return translate;
}

const mapped = (block: Block, change: (text: string) => string): Block => {
  if ('heading' in block) return { ...block, heading: change(block.heading) };
  if ('text' in block) return { text: change(block.text) };
  if ('list' in block) return { list: block.list.map(change) };
  if ('head' in block)
    return { head: block.head.map(change), rows: block.rows.map((row) => row.map(change)) };
  return block;
};

const textsOf = (document: Document): string[] => {
  const texts: string[] = [];
  for (const block of document) mapped(block, (text) => (texts.push(text), text));
  return texts;
};

/** Throws if a text has no translation. */
export function translatedReference(language: Language, reference: () => Document): Document {
  const { tag, direction, cells } = language;
  const before = cellTexts();
  const english = textsOf(reference());
  setCellTexts({ tag, direction, ...cells, messages: compiledMessages(cells.messages) });
  const own = reference();
  setCellTexts(before);
  const translate = translator(language);
  const missing = new Set<string>();
  let at = 0;
  const say = (text: string) => {
    const found = translate(text);
    // What cells say and the names of columns are in the language already.
    if (found === undefined && text === english[at]) missing.add(text);
    at += 1;
    return isolated(direction, found ?? text);
  };
  const document = own.map((block) => mapped(block, say));
  if (missing.size > 0) throw new Error(`docs/${tag}/texts.json does not say:\n${[...missing].join('\n')}`);
  return document;
}
