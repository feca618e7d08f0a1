// STAYS.FILTERS: a saved filter set as rows of name and value, which can be passed back as options.
import { findFilterSet } from '../../excel/workbook/filterSets';
import type { FilterSet } from '../../excel/runtime';
import { filterSetOperation } from '../../operations/filterSetOperation';
import { nearest } from '../../operations/check/nearest';
import { oneCell } from './oneCell';
import { checkFilterSet } from '../../spill/read/options/options';
import { InputFault } from '../../spill/inputFault';
import { quote } from '../../spill/read/options/writeOptions';
import { commas, semicolons } from '../../spill/read/values/optionText';
import { inQuotes } from '../../spill/shorten';
import type { FunctionContext } from '../calls/functionContext';
import { argumentsOf, invocationOf, type Implementation } from '../calls/invocation';

function valueCell(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value)
    ? value.map((element) => quote(String(element), commas + semicolons)).join(', ')
    : quote(String(value), '');
}

const filterRows = ({ params }: FilterSet): (string | number | boolean)[][] => {
  const rows = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [name, valueCell(value)]);
  return rows.length === 0 ? [['', '']] : rows;
};

export const staysFilters =
  ({ runtime, now }: FunctionContext): Implementation =>
  (...args) => {
    const { filterSets, library, cells } = runtime;
    const given = oneCell('name', argumentsOf(args, 1)[0]);
    const name = given === undefined ? '' : String(given).replace(/^@/, '').trim();
    const set = name === '' ? undefined : findFilterSet(name, filterSets, library);
    const { address: cell } = invocationOf(args);
    if (cell !== undefined)
      cells.note({
        cell,
        function: 'STAYS.FILTERS',
        requests: [],
        filterSets: [name],
        failed: !set,
        at: now(),
      });
    if (set) {
      checkFilterSet(filterSetOperation, name, set.params);
      return filterRows(set);
    }
    const names = [...filterSets.list(), ...library.list()].map((saved) => saved.name);
    if (names.length === 0)
      throw new InputFault(
        'No filter set is saved yet. Save one in the Spillway pane: Build, Hotels and stays.',
      );
    if (name === '') throw new InputFault(`Enter the name of a filter set: ${names.join(', ')}.`);
    const near = nearest(name, names);
    const meant = near === undefined ? `Saved: ${names.join(', ')}.` : `Did you mean ${near}?`;
    throw new InputFault(`There is no filter set named ${inQuotes(name)}. ${meant}`);
  };
