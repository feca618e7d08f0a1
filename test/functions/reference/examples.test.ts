// The results that the help pages show below their formulas are what the functions return from the sandbox.
import { readFileSync } from 'node:fs';
import { examples } from '../../../scripts/site/examples';
import { declarations } from '../../../scripts/functions/metadata/declaration';

const kept = JSON.parse(readFileSync('docs/examples.json', 'utf8')) as Record<string, unknown[][]>;

it('shows what the sandbox returns: run npm run generate', async () => {
  const now = await examples();
  expect(now).toEqual(kept);
});

it('shows them for formulas of the reference', () => {
  const formulas = declarations.flatMap(({ examples: own }) => own.map(({ formula }) => formula));
  for (const formula of Object.keys(kept)) expect(formulas).toContain(formula);
});

it('has one for every function that needs no second day and no decision to show something', () => {
  const without = declarations.filter(
    ({ examples: own }) => !own.some(({ formula }) => Object.hasOwn(kept, formula)),
  );
  expect(without.map(({ name }) => name)).toEqual([
    'HISTORY.CHANGE',
    'HISTORY.DIFF',
    'MATCH.STATUS',
    'WATCH.ALERTS',
    'WATCH.STATUS',
  ]);
});
