// Writes the committed files that are derived from the operations table: functions.json and the function
// reference. A test compares them; run `npm run generate` after a change to the table.
import { writeFile } from 'node:fs/promises';
import { generated } from '../src/functions/generated';

for (const [path, content] of Object.entries(generated())) {
  await writeFile(path, content);
  console.log(`${path}: ${content.length} characters`);
}
