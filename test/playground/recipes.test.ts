// Every recipe of the document opens in the demo, with the document's formulas.
import { readFileSync } from 'node:fs';
import product from '../../package.json';
import { parseAddress } from '../../playground/grid/area';
import { sheetSize } from '../../playground/links/plainSheet';
import { recipes } from '../../playground/links/recipes';

const document = readFileSync('docs/recipes.md', 'utf8');
const today = new Date(2026, 10, 17);
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

interface Section {
  readonly name: string;
  readonly formulas: readonly string[];
  readonly links: readonly string[];
}

const sections = document
  .split(/^#{2,3} /m)
  .slice(1)
  .map((text): Section => {
    const [heading = ''] = text.split('\n');
    const formulas = [...text.matchAll(/^```\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
      block.trim().split('\n'),
    );
    const links = [...text.matchAll(/\]\((https:[^)]*\?recipe=[^)]*)\)/g)].map(([, link]) => link!);
    return { name: slug(heading), formulas, links };
  });

const formulasOf = (name: string) =>
  recipes(today)
    [name]!.sheets.flatMap(({ cells }) => Object.values(cells).map(({ content }) => content))
    .filter((content) => String(content).startsWith('='));

it.each(Object.keys(recipes(today)))('%s is in the document, with a link that opens it', (name) => {
  const section = sections.find((one) => one.name === name);
  expect(section?.links).toEqual([`${product.homepage}demo/?recipe=${name}`]);
  expect(formulasOf(name)).toEqual(expect.arrayContaining([...section!.formulas]));
  for (const { cells } of recipes(today)[name]!.sheets)
    for (const address of Object.keys(cells)) expect(parseAddress(address, sheetSize)).toBeDefined();
});

it('has every section of the document that has a formula', () => {
  const withFormula = sections.filter(({ formulas }) => formulas.length > 0).map(({ name }) => name);
  expect(withFormula.length).toBeGreaterThan(5);
  for (const name of withFormula) expect(recipes(today)).toHaveProperty([name]);
});
