// What is derived from the table and kept in the repository is what the table says today.
import { readFileSync } from 'node:fs';
import { generated } from '../../scripts/functions/generated';

it.each(Object.entries(generated()))('%s is up to date: run npx tsx scripts/generate.ts', (path, content) => {
  expect(readFileSync(path, 'utf8')).toBe(content);
});
