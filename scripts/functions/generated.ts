// The files made from the table, by path. scripts/generate.ts writes them; a test compares them with what is committed.
import { functionsJson } from './metadata/metadata';
import { markdown } from './reference/markdown';
import { reference } from './reference/reference';

const notice =
  '<!-- Written by scripts/generate.ts from the operations table (src/operations). Do not edit. -->\n\n';

export const generated = (): Readonly<Record<string, string>> => ({
  'src/functions/functions.json': `${JSON.stringify(functionsJson(), null, 2)}\n`,
  'docs/functions.md': notice + markdown(reference),
});
