// A source file that nobody can take in is probably about two subjects.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const mostLines = 400;

test(`no source file has more than ${mostLines} lines`, () => {
  const long = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .flatMap((name) => {
      const lines = readFileSync(path.join('src', name), 'utf8').trimEnd().split('\n').length;
      return lines > mostLines ? [`${name}: ${lines}`] : [];
    });
  expect(long).toEqual([]);
});
