// The reference names everything a person can type, and its examples are formulas that work.
import { generated } from '../../src/functions/generated';
import { declarations } from '../../src/functions/declaration';
import { operationIds, operationOf } from '../../src/operations';
import { errorCodes } from '../../src/excel/cellError';
import { generalOptions } from '../../src/spill/optionNames';

const text = generated()['docs/functions.md']!;
const page = generated()['src/functions/reference/help.html']!;
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

it('gives a page without script or inline style whose links lead somewhere', () => {
  expect(page).not.toMatch(/<script|style=|<style|javascript:/i);
  const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(anchors).toContain(target);
});
