// The results that the help pages show below their formulas are what the functions return from the sandbox.
import { readFileSync } from 'node:fs';
import { examples } from '../../../scripts/site/examples';
import { declarations } from '../../../src/functions/metadata/declaration';

const kept = JSON.parse(readFileSync('docs/examples.json', 'utf8')) as Record<string, unknown[][]>;

it('shows what the sandbox returns: run npm run generate', async () => {
  const now = await examples();
  expect(Object.keys(now)).toEqual(Object.keys(kept));
  for (const [formula, rows] of Object.entries(now)) {
    expect([formula, rows.length, rows[0]?.length]).toEqual([
      formula,
      kept[formula]!.length,
      kept[formula]![0]!.length,
    ]);
    if (rows.length > 1) expect(rows).toEqual(kept[formula]);
  }
}, 30_000);

it('shows them for formulas of the reference', () => {
  const formulas = declarations.flatMap(({ examples: own }) => own.map(({ formula }) => formula));
  for (const formula of Object.keys(kept)) expect(formulas).toContain(formula);
});
