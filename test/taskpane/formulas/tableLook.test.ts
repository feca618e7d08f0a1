// An inserted table is readable before its data are there: a width for each column, by what it holds.
import { checkRequest } from '../../../src/operations/check/request';
import { operationIds, operationOf, type OperationId } from '../../../src/operations';
import { gridOf } from '../../../src/spill/grid/gridOf';
import { readFormula } from '../../../src/spill/read/formula/formula';
import { tableLook } from '../../../src/taskpane/formulas/tableLook';
import { smallestArguments } from '../../operations/fixtures';

const formulaOf = (id: OperationId, options: string, args: readonly unknown[] = smallestArguments(id)) =>
  readFormula(id, [...args, options], () => undefined, checkRequest);
const look = (id: OperationId, options = '', args?: readonly unknown[]) =>
  tableLook(formulaOf(id, options, args));

it.each(operationIds)('%s: as many widths as the table has columns', (id) => {
  for (const options of ['', 'stamp=yes', 'columns=*']) {
    const formula = formulaOf(id, options);
    const { cells } = gridOf(formula, [{ records: [{}], fetchedAt: 0, from: 'service' }], { formats: true });
    expect([options, look(id, options)?.widths.length]).toEqual([options, cells[0]?.length]);
  }
});

it('gives the first text the most room, and an amount what it needs', () => {
  expect(look('ruretail', 'columns=price,name,url')).toEqual({ headings: true, widths: [17, 42, 24] });
});

it('has a column for the item where several are asked for', () => {
  const [first = '', ...others] = smallestArguments('ruretail');
  const items = [[[String(first)], ['other']], ...others];
  const [one, several] = [look('ruretail'), look('ruretail', '', items)];
  expect(several?.widths).toEqual([24, ...(one?.widths ?? [])]);
});

it('reads a field inside a record', () => {
  expect(operationOf('hkproperty').record.fields['school_net']?.kind).toBe('record');
  expect(look('hkproperty', 'columns=school_net.primary_school_net')?.widths).toEqual([42]);
});

it('styles no headings where there are none, and nothing where rows and columns are exchanged', () => {
  expect(look('ruretail', 'headers=none')?.headings).toBe(false);
  expect(look('ruretail', 'transpose=yes')).toBeUndefined();
});
