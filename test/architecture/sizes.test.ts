// A folder that nobody can take in at a glance is two rooms, and a file that nobody can is two files.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const mostFiles = 20;
const mostLines = 300;

const places = ['src', 'test', 'scripts', 'bench'].flatMap((root) => [
  root,
  ...readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => path.join(root, name)),
]);
const isFolder = (place: string) => statSync(place).isDirectory();

test(`no folder has more than ${mostFiles} files`, () => {
  const crowded = places.filter(isFolder).flatMap((folder) => {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).length;
    return files > mostFiles ? [`${folder}: ${files}`] : [];
  });
  expect(crowded).toEqual([]);
});

test(`no source file has more than ${mostLines} lines`, () => {
  const long = places
    .filter((place) => place.startsWith('src') && /\.(tsx?|mjs)$/.test(place))
    .flatMap((file) => {
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
      return lines > mostLines ? [`${file}: ${lines}`] : [];
    });
  expect(long).toEqual([]);
});
