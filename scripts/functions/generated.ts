// The files made from the table and from the description of the add-in, by path. scripts/generate.ts writes them; a test compares them with what is committed.
import { placeholderTypes } from '../messages.mjs';
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

export const generated = (): Readonly<Record<string, string>> => ({
  'src/functions/functions.json': json(functionsJson()),
  ...placeholderTypes(),
  'manifest.xml': xmlManifest(),
  ...Object.fromEntries(
    Object.entries(unifiedPackage()).map(([name, content]) => [`unified/${name}`, json(content)]),
  ),
  'docs/functions.md': notice + markdown(reference()),
  ...Object.fromEntries(
    languages.map((language) => [
      `docs/${language.tag}/functions.md`,
      notice + markdown(translatedReference(language, reference)),
    ]),
  ),
});
