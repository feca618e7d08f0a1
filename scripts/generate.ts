// Writes the committed files that are derived from the operations table: functions.json and the function
// reference. A test compares them; run `npm run generate` after a change to the table. It also writes the address of the
// repository into the files that name it.
import { writeFile } from 'node:fs/promises';
import { setCellTexts } from '../src/languages/labels';
import { cellsInEnglish, compiledMessages } from './messages.mjs';
import { repositoryFiles } from './release/repository.mjs';

// Nothing compiles them when they are loaded here (see scripts/messages.mjs), and the reference quotes them as soon as it is loaded.
setCellTexts({ tag: 'en', labels: {}, values: {}, messages: compiledMessages(cellsInEnglish()) });
const { generated } = await import('./functions/generated');
const { examples } = await import('./site/examples');

const all = {
  ...repositoryFiles(),
  ...generated(),
  'docs/examples.json': `${JSON.stringify(await examples(), null, 2)}\n`,
};
for (const [path, content] of Object.entries(all)) {
  await writeFile(path, content);
  console.log(`${path}: ${content.length} characters`);
}
