// ARCHITECTURE.md is the map of the house: it names every folder of the product, and none that is not there.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { operationIds } from '../../src/operations';

const lines = readFileSync('ARCHITECTURE.md', 'utf8').split('\n');
/** Folders of src are named without `src/`. */
const folders = ['src', 'sandbox', 'playground', 'demo']
  .flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => path.join(root, name)),
  )
  .filter((place) => statSync(place).isDirectory())
  .map((place) =>
    place
      .split(path.sep)
      .join('/')
      .replace(/^src\//, ''),
  );

const isNamedIn = (line: string, folder: string): boolean =>
  line.includes(`\`${folder}\``) || line.includes(`\`src/${folder}\``);

/** By its path, or by its name in the line of the folder that it is in. */
function isNamed(folder: string): boolean {
  const { dir, base } = path.posix.parse(folder);
  return lines.some(
    (line) => isNamedIn(line, folder) || (isNamedIn(line, dir) && line.includes(`\`${base}\``)),
  );
}

test('every folder is named; those of an operation have its name', () => {
  const operations = new Set<string>(operationIds);
  const unnamed = folders.filter(
    (folder) => !operations.has(path.posix.basename(folder)) && !isNamed(folder),
  );
  expect(folders.length).toBeGreaterThan(80);
  expect(unnamed).toEqual([]);
});

test('every folder in its tables exists', () => {
  const rows = lines.filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((line) => /^\| `(?:src\/)?([a-zA-Z]+\/[a-zA-Z/]+)`/.exec(line)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(50);
  const roots = ['src', '.'];
  expect(named.filter((folder) => !roots.some((root) => existsSync(path.join(root, folder))))).toEqual([]);
});
