// Writes the committed files that are derived from the operations table: functions.json and the function
// reference. A test compares them; run `npm run generate` after a change to the table.
import { writeFile } from 'node:fs/promises';
import { generated } from '../src/functions/generated';
import { examples } from './site/examples';

const all = { ...generated(), 'docs/examples.json': `${JSON.stringify(await examples(), null, 2)}\n` };
for (const [path, content] of Object.entries(all)) {
  await writeFile(path, content);
  console.log(`${path}: ${content.length} characters`);
}
