import { existsSync, readFileSync } from 'node:fs';
import { mutants } from '../../scripts/mutants/list.mjs';

test('every guard that npm run mutants breaks is there, once, with tests that exist', () => {
  for (const { file, line, broken, tests } of mutants) {
    expect([file, line, readFileSync(file, 'utf8').split(line).length - 1]).toEqual([file, line, 1]);
    expect(broken).not.toBe(line);
    for (const path of tests)
      expect([path, existsSync(path) || existsSync(`${path}.test.ts`)]).toEqual([path, true]);
  }
  expect(mutants.length).toBeGreaterThanOrEqual(60);
});
