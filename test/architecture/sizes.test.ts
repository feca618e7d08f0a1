// A source file that nobody can take in is probably about two subjects.
import { readFileSync } from 'node:fs';
import { sourceFiles } from './importGraph';

const mostLines = 400;

test(`no source file has more than ${mostLines} lines`, () => {
  const long = sourceFiles().flatMap((file) => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
    return lines > mostLines ? [`${file}: ${lines}`] : [];
  });
  expect(long).toEqual([]);
});
