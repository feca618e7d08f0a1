// Every formula that the README and the docs show can be typed as it stands, and would be sent.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findCall, readBack } from '../../../../src/taskpane/formulas/draft/readBack';
import { readDraft, type ReadValues } from '../../../../src/taskpane/formulas/draft/draftRequests';

const documents = ['README.md', ...readdirSync('docs').map((name) => path.join('docs', name))].filter(
  (name) => name.endsWith('.md'),
);

/** Formulas in blocks of code: the call itself, without what a README writes beside it. */
const shown = documents.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^=[A-Z].*?\)(?=\s{2}|$)/gm)]
    .map(([formula]) => formula.trim())
    .filter((formula) => findCall(formula) !== undefined && !/\((?:[a-z]+(?:, |\)))/.test(formula))
    .map((formula): [string, string] => [file, formula]),
);

const sets = () => ({ star_ratings: ['4'] });

/** The cells the docs speak of: dates in row 1 and in B and C of a trip, languages in B of a list, items elsewhere. */
const cellsOf =
  (formula: string): ReadValues =>
  (reference) => {
    if (/[+-]\d+$/.test(reference)) return Promise.resolve(undefined);
    if (/^STAYS\.FILTERS|^D1#/.test(reference)) return Promise.resolve([['star_ratings', '4, 5']]);
    const date = /^(?:B1:G1|[BC]\d+(?::[BC]\d+)?)$/.test(reference);
    const start = /^(?:C|B2$)/.test(reference) ? 60_010 : 60_000;
    const rows = /^([A-Z]+)(\d+):\1(\d+)$/.exec(reference);
    const count = rows ? Number(rows[3]) - Number(rows[2]) + 1 : 1;
    if (reference === 'B1:G1') return Promise.resolve([[60_000, 60_001, 60_002, 60_003, 60_004, 60_005]]);
    const value = (row: number) => (!date ? `item ${row + 1}` : formula.includes('STAYS') ? start : 'en');
    return Promise.resolve(Array.from({ length: count }, (_, row) => [value(row)]));
  };

it('finds the formulas of the docs', () => {
  expect(shown.length).toBeGreaterThan(20);
  expect(new Set(shown.map(([file]) => file))).toEqual(
    new Set(['README.md', path.join('docs', 'functions.md'), path.join('docs', 'recipes.md')]),
  );
});

it.each(shown)('%s: %s', async (_file, formula) => {
  const draft = readBack(formula, sets);
  expect(draft).toBeDefined();
  const reading = draft && (await readDraft(draft, cellsOf(formula), sets));
  expect(reading).toMatchObject({ state: 'read' });
  expect(reading?.state === 'read' && reading.requests.length).toBeGreaterThan(0);
});
