// The files made from the table and from the description of the add-in, by path. scripts/generate.ts writes them; a test compares them with what is committed.
import { placeholders } from '../messages.mjs';
import { unifiedPackage } from '../manifest/unifiedManifest';
import { xmlManifest } from '../manifest/xmlManifest';
import { functionsJson } from './metadata/metadata';
import { markdown } from './reference/markdown';
import { reference } from './reference/reference';
import { translatedReference } from './reference/translate';
import { languages } from '../languages.mjs';

const notice =
  '<!-- Written by scripts/generate.ts from the operations table (src/operations). Do not edit. -->\n\n';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const listNotice = (what: string) =>
  `// ${what} Written by scripts/generate.ts from the files of this folder. Do not edit.\n`;

/** Code with a value for each language. */
const table = (
  name: string,
  type: string,
  valueOf: (language: (typeof languages)[number]) => string,
  inEnglish = '',
) =>
  `export const ${name}: Readonly<Record<string, ${type}>> = {\n${inEnglish}${languages
    .map((language) => `  ${language.tag.replace(/.*-.*/, "'$&'")}: ${valueOf(language)},\n`)
    .join('')}};\n`;

export const generated = (): Readonly<Record<string, string>> => ({
  'src/functions/functions.json': json(functionsJson()),
  ...placeholders(),
  'src/languages/files.ts': [
    listNotice('The languages beside English, for the pane and for servers.'),
    table(
      'files',
      '() => Promise<{ default: object }>',
      ({ tag }) => `() => import(/* webpackChunkName: "${tag}-json" */ './${tag}.json')`,
    ),
    '\n/** All, by their names for themselves. */\n',
    table('languageNames', 'string', ({ name }) => `'${name}'`, "  en: 'English',\n"),
    '\n/** Help is in English where the site has no pages in the language. */\n',
    table('helpFolders', 'string', ({ help = 'help/' }) => `'${help}'`),
  ].join(''),
  'src/languages/cellFiles.ts': [
    listNotice('What cells say in each language beside English.'),
    table(
      'cellFiles',
      '() => Promise<{ default: { cells: object } }>',
      ({ tag }) => `() => import(/* webpackChunkName: "cells-${tag}" */ './${tag}.json?cells')`,
    ),
  ].join(''),
  'manifest.xml': xmlManifest(),
  ...Object.fromEntries(
    Object.entries(unifiedPackage()).map(([name, content]) => [`unified/${name}`, json(content)]),
  ),
  'docs/functions.md': notice + markdown(reference()),
  ...Object.fromEntries(
    languages
      .filter(({ help }) => help)
      .map((language) => [
        `docs/${language.tag}/functions.md`,
        notice + markdown(translatedReference(language, reference)),
      ]),
  ),
});
