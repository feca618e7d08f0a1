// Microsoft's rules for functions.json, and the arity that is frozen with the first release.
import { operationIds, operationOf } from '../../../src/operations';
import { functionNames } from '../../../src/operations/functionNames';
import { functionsJson, helpAnchor } from '../../../scripts/functions/metadata/metadata';
import { generated } from '../../../scripts/functions/generated';

const { functions, enums } = functionsJson();

it('keeps the arguments of every published function in order, optional ones last', () => {
  const signatures = functions.map(({ id, parameters }) => [
    id,
    parameters.map((parameter) => (parameter.optional ? `[${parameter.name}]` : parameter.name)).join(', '),
  ]);
  const fromTable = operationIds.map((id) => {
    const { function: name, positional, params } = operationOf(id);
    const names = positional.map((each) => (params[each]!.required ? each : `[${each}]`));
    return [name, [...names, '[options]'].join(', ')];
  });
  expect(Object.fromEntries(signatures)).toEqual({
    ...Object.fromEntries(fromTable),
    'RURETAIL.SEARCH': 'query, [count], [city], [options]',
    'HKPROPERTY.VALUE': 'unit, [lang], [options]',
    'BIZBUREAU.SEARCH': 'keyword, [count], [location], [options]',
    'NLRETAIL.SEARCH': 'keyword, [count], [options]',
    'JOBSBOARD.COMPANY': 'company, [language], [options]',
    'STAYS.SEARCH': 'destination, checkin, checkout, [adults], [rooms], [count], [options]',
    'TOKEN.USAGE': '[field]',
    'CREDITS.COST': 'operation, [count], [requests]',
    'STAYS.FILTERS': 'name',
    'HISTORY.SERIES': 'source, item, [field], [start], [end], [interval], [options]',
    'HISTORY.CHANGE': 'source, item, [field], [since], [options]',
    'HISTORY.TREND': 'source, item, [field], [since], [options]',
    'HISTORY.DIFF': 'cell, [since]',
    'MATCH.STATUS': 'items, [source]',
    'WATCH.ALERTS': '[since]',
    'WATCH.STATUS': '',
  });
});

it('describes what is registered, nothing more and nothing less', () => {
  expect(functions.map(({ id }) => id)).toEqual(functionNames);
});

describe.each(functions)('$id', ({ id, name, description, helpUrl, options, parameters, result }) => {
  it('has a lawful id and name', () => {
    expect(name).toBe(id);
    expect(id).toMatch(/^[A-Z][A-Z0-9._]{2,127}$/);
    // Saved in files with underscores for dots: two ids must not meet there.
    const saved = functions.map((other) => other.id.replaceAll('.', '_'));
    expect(new Set(saved).size).toBe(saved.length);
  });

  it('explains itself and each argument in a line Excel can show', () => {
    expect(description.length).toBeLessThanOrEqual(250);
    for (const parameter of parameters) {
      expect(parameter.name).toMatch(/^[a-z_]{1,128}$/);
      expect(parameter.description).toMatch(/^[A-Z0-9].*\.$/);
      expect(parameter.description.length).toBeLessThanOrEqual(250);
    }
    const names = parameters.map((parameter) => parameter.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('keeps optional arguments behind required ones', () => {
    const flags = parameters.map((parameter) => parameter.optional === true);
    expect(flags).toEqual([...flags].sort((a, b) => Number(a) - Number(b)));
  });

  it('points at its own section of the help page', () => {
    expect(helpUrl).toBe(`https://localhost:3000/help/functions.html#${helpAnchor(id)}`);
    expect(generated()['docs/functions.md']).toContain(`id="${helpAnchor(id)}"`);
  });

  it('asks Excel for the cell’s address, and can be cancelled where it waits', () => {
    expect(options.requiresAddress).toBe(true);
    if (result.dimensionality === 'matrix') expect(options).toMatchObject({ cancelable: true });
    expect(options).not.toHaveProperty('stream');
    expect(options).not.toHaveProperty('volatile');
  });
});

it('offers closed lists only, and each list it refers to exists', () => {
  const used = functions.flatMap(({ parameters }) =>
    parameters.flatMap(({ customEnumId }) => customEnumId ?? []),
  );
  expect(used.sort()).toEqual(enums.map(({ id }) => id).sort());
  for (const { values } of enums) {
    const names = values.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(values.every(({ stringValue, tooltip }) => stringValue !== '' && tooltip !== '')).toBe(true);
  }
});

it('takes a range for every argument of a data function, so that Excel calls it once for all cells', () => {
  const ofData = functions.filter(({ id }) => !/^(?:HISTORY|MATCH)\./.test(id));
  const ranges = ofData.flatMap(({ id, parameters }) =>
    parameters.flatMap(({ name, dimensionality }) => (dimensionality === 'matrix' ? `${id} ${name}` : [])),
  );
  expect(ranges).toEqual(
    operationIds
      .map(operationOf)
      .flatMap(({ function: name, positional }) =>
        [...positional, 'options'].map((argument) => `${name} ${argument}`),
      ),
  );
});
