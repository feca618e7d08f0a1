// Writes what is derived from the operations table and kept in the repository: functions.json, the function
// reference and the help page. A test compares; run `npx tsx scripts/generate.ts` after the table changed.
import { writeFile } from 'node:fs/promises';
import { generated } from '../src/functions/metadata/generated';

for (const [path, content] of Object.entries(generated())) {
  await writeFile(path, content);
  console.log(`${path}: ${content.length} characters`);
}
