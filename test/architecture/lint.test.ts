import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { downwardImports } from '../../scripts/lint/downwardImports.mjs';

const faults = (filename: string, code: string): string[] =>
  new Linter({ cwd: process.cwd() })
    .verify(
      code,
      [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: tseslint.parser },
          plugins: { spillway: { rules: { 'downward-imports': downwardImports } } },
          rules: { 'spillway/downward-imports': 'error' },
        },
      ],
      filename,
    )
    .map(({ message }) => message);

const file = 'src/engine/local/cache.ts';

test.each([
  ["import { a } from '../../gateway/app';"],
  ["import '../../gateway/app';"],
  ["export { a } from '../../gateway/app';"],
  ["export * from '../../gateway/app';"],
  ["void import('../../gateway/app');"],
  ["void import(/* webpackChunkName: 'a' */ '../../gateway/app');"],
  ["type A = import('../../gateway/app').A;"],
])('%s is refused below the gateway', (code) => {
  expect(faults(file, code)).toEqual(['src/engine may import operations only. See ARCHITECTURE.md.']);
});

test('what sends is refused as a value and by import(), and allowed as a type', () => {
  const message = 'src/engine/local may import src/engine/remote as types only. See ARCHITECTURE.md.';
  expect(faults(file, "import { a } from '../remote/job';")).toEqual([message]);
  expect(faults(file, "import { type A } from '../remote/job';")).toEqual([message]);
  expect(faults(file, "void import('../remote/job');")).toEqual([message]);
  expect(faults(file, "import type { A } from '../remote/job';")).toEqual([]);
});

test('an import() whose file cannot be read off is refused', () => {
  expect(faults(file, 'void import(name);')).toHaveLength(1);
});
