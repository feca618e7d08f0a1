import { reference } from '../../../scripts/functions/reference/reference';
import { markdown } from '../../../scripts/functions/reference/markdown';
import { assumptions, codeSources, wireNameAssumptions } from '../../../src/operations/assumptions';
// The reference names everything a person can type, and its examples are formulas that work.
import { generated } from '../../../scripts/functions/generated';
import { declarations } from '../../../scripts/functions/metadata/declaration';
import { operationIds, operationOf } from '../../../src/operations';
import { errorCodes } from '../../../src/excel/errors/cellError';
import { generalOptions } from '../../../src/spill/read/options/optionNames';

const text = generated()['docs/functions.md']!;
const sectionOf = (name: string) => text.split(`\n## ${name}\n`)[1]!.split('\n## ')[0]!;

describe.each(operationIds.map(operationOf))('$function', (operation) => {
  const section = sectionOf(operation.function);

  it('lists every option with every value', () => {
    for (const [name, parameter] of Object.entries(operation.params)) {
      if (name !== 'timeout') expect(section).toContain(`\`${name}\``);
      const values =
        parameter.kind === 'choice' ? parameter.values : parameter.kind === 'list' ? parameter.of : [];
      if (typeof values !== 'string') for (const value of values) expect(section).toContain(`\`${value}\``);
    }
  });

  it('lists every field', () => {
    for (const name of Object.keys(operation.record.fields)) expect(section).toContain(`\`${name}\``);
  });
});

it('lists the options that every data function has', () => {
  for (const name of [...generalOptions, 'timeout']) expect(sectionOf('Options')).toContain(`\`${name}\``);
});

it('has three worked examples for each function', () => {
  for (const { name, examples } of declarations) {
    expect(examples.length).toBeGreaterThanOrEqual(3);
    expect(examples[0]!.formula).toContain(name);
    for (const { formula } of examples) expect(sectionOf(name)).toContain(formula);
  }
});

it('says what each error means', () => {
  expect(sectionOf('Errors').match(/^\| `#/gm)).toHaveLength(errorCodes.length - 1);
});

it('names every assumption and where every code comes from, on one page', () => {
  const text = markdown(reference());
  for (const { open, assumed } of [...Object.values(assumptions), ...Object.values(wireNameAssumptions)]) {
    expect(text).toContain(open);
    expect(text).toContain(assumed);
  }
  for (const { code, from } of codeSources) expect(text).toContain(`| ${code} | ${from} |`);
});

it('uses no code in its examples that the service does not show', () => {
  const codes = markdown(reference()).match(/\b[a-z]{2,4}_cl\b/g) ?? [];
  expect(new Set(codes)).toEqual(new Set(['msk_cl']));
});
