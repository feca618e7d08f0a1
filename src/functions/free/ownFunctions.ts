// The three functions that ask for no data: what is left of the plan, what a request costs, what a filter set holds.
import { probed } from '../../excel/check/probe';
import { cellFault } from '../../excel/errors/cellError';
import { excelError, isExcelError } from '../../excel/errors/excelError';
import type { FunctionContext } from '../calls/functionContext';
import { type Implementation, argumentsOf, invocationOf, isPreview } from '../calls/invocation';
import { rowsInTime } from '../calls/rowsInTime';
import { joinedInCells, labelled } from '../../languages/labels';
import { operationOf, cost, filterSetOperation } from '../../operations';
import { freeFunctions } from '../../operations/functionNames';
import { sameName, commas, semicolons } from '../../spill/read/values/optionText';
import { oneCell, operationNamed, sayFree } from './operationNamed';
import { InputFault, inQuotes } from '../../spill/inputFault';
import { readInteger } from '../../spill/read/values/value';
import { findFilterSet } from '../../excel/workbook/filterSets';
import type { FilterSet } from '../../excel/runtime';
import { nearest } from '../../operations/check/nearest';
import { checkFilterSet } from '../../spill/read/options/options';
import { quote } from '../../spill/read/options/writeOptions';
import { SpillwayError } from '../../engine/request/errors';
import { primaryToken, windows, type TokenRecord } from '../../operations/tokenStatistic';
import type { FormattedNumber } from '../../spill/cell';
import { timeFormat } from '../../spill/grid/numberFormat';
import { serialOfIso } from '../../spill/read/values/excelDate';
import { left, usageFields, type UsageField } from './usageField';

// TOKEN.USAGE: the token records as a table a person can read, or one field as a bare value. Free.

type Value = string | number | boolean | FormattedNumber;

function cell(value: unknown, date: boolean, formats: boolean): Value {
  if (date && typeof value === 'string') {
    const serial = serialOfIso(value);
    if (serial === undefined) return value;
    return formats ? { type: 'Double', basicValue: serial, numberFormat: timeFormat } : serial;
  }
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : '';
}

/** The clock is shown as the service writes it. */
const isUniversal = (value: unknown): boolean => typeof value === 'string' && /(?:Z|[+-]00:?00)$/.test(value);

const blank = ['', '', '', ''];
const details = ['plan', 'points', 'usage_context', 'expires_at', 'last_used_at', 'user.email'];

function block(token: TokenRecord, several: boolean, formats: boolean): Value[][] {
  const about = usageFields
    .filter(({ name }) => details.includes(name) || (several && (name === 'id' || name === 'is_primary')))
    .map((field): Value[] => {
      const value = field.read(token);
      const zone = field.date && isUniversal(value) ? ' (UTC)' : '';
      return [labelled(field.label) + zone, cell(value, field.date, formats), '', ''];
    })
    .filter(([, value]) => value !== '');
  const limits = windows.map(({ id, label }): Value[] => {
    const limit = token[`${id}_limit`];
    const used = token[`${id}_usage`];
    return [labelled(label), ...[limit, used, left(limit, used)].map((value) => cell(value, false, formats))];
  });
  return [...about, ['Window', 'Limit', 'Used', 'Left'].map((heading) => labelled(heading)), ...limits];
}

function usageTable(tokens: readonly TokenRecord[], formats: boolean): Value[][] {
  const blocks = tokens.map((token) => block(token, tokens.length > 1, formats));
  return blocks.flatMap((rows, index) => (index === 0 ? rows : [blank, ...rows]));
}

function fieldNamed(given: string): UsageField {
  const wanted = sameName(given);
  const found =
    usageFields.find(({ name }) => sameName(name) === wanted) ??
    usageFields.find(({ label }) => sameName(label) === wanted);
  if (found) return found;
  const near = nearest(
    given,
    usageFields.map(({ name }) => name),
  );
  const meant = near === undefined ? sayFree('tryFields') : sayFree('didYouMean', { name: near });
  throw new InputFault(`${sayFree('noField', { text: inQuotes(given) })} ${meant}`);
}

async function usageRows({ runtime, host: { formats } }: FunctionContext, field?: UsageField) {
  const tokens = await runtime.engine.usage();
  const token = primaryToken(tokens);
  if (!token) throw new SpillwayError('not_found', { detail: sayFree('noToken') });
  return field ? [[cell(field.read(token), field.date, formats)]] : usageTable(tokens, formats);
}

const tokenUsage =
  (context: FunctionContext): Implementation =>
  (...args) => {
    const invocation = invocationOf(args);
    const given = oneCell('field', argumentsOf(args, 1)[0]);
    const check = probed(String(given), invocation);
    if (check) return check.result;
    const field = given === undefined || given === 0 ? undefined : fieldNamed(String(given));
    if (isPreview(invocation)) return [[sayFree('sample')]];
    const { recalculate, runtime, now } = context;
    const { address } = invocation;
    const note = (failed: boolean) => {
      const use = { function: 'TOKEN.USAGE', requests: [], filterSets: [], failed, at: now() };
      if (address !== undefined) runtime.cells.note({ cell: address, ...use });
    };
    const working = usageRows(context, field);
    const again = () => address !== undefined && recalculate([address]);
    const rows = rowsInTime(working, invocation, context, () => void working.then(again, again));
    rows.then(
      () => note(false),
      () => note(true),
    );
    return rows;
  };

// STAYS.FILTERS: a saved filter set as rows of name and value, which can be passed back as options.

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

const staysFilters =
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
    if (names.length === 0) throw new InputFault(sayFree('noSets'));
    if (name === '') throw new InputFault(sayFree('enterSet', { names: joinedInCells('items', names) }));
    const near = nearest(name, names);
    const meant =
      near === undefined
        ? sayFree('saved', { names: joinedInCells('items', names) })
        : sayFree('didYouMean', { name: near });
    throw new InputFault(joinedInCells('sentences', [sayFree('noSet', { name: inQuotes(name) }), meant]));
  };

// CREDITS.COST: the price of requests before they are made. Pure: sends and spends nothing.

/** Empty cells arrive as 0, so 0 means "not given" here as well. */
function wholeNumber(name: string, argument: unknown, standard: number): number {
  const value = oneCell(name, argument);
  if (value === undefined || value === 0) return standard;
  const number = readInteger(name, value);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InputFault(sayFree('atLeastOne', { name, number: String(number) }));
  return number;
}

const creditsCost: Implementation = (...args) => {
  const [operation, count, requests] = argumentsOf(args, 3);
  const given = oneCell('operation', operation);
  if (given === undefined || given === 0) throw new InputFault(sayFree('enterFunction'));
  if (freeFunctions.some((name) => sameName(String(given)).endsWith(sameName(name)))) return 0;
  const id = operationNamed(String(given));
  const results = wholeNumber('count', count, operationOf(id).defaultCount ?? 1);
  return cost(id, results) * wholeNumber('requests', requests, 1);
};

/** Whatever goes wrong inside, Excel gets an error with a message. */
const guarded =
  (implementation: Implementation): Implementation =>
  (...args) => {
    try {
      return implementation(...args);
    } catch (error) {
      throw isExcelError(error) ? error : excelError(cellFault(error));
    }
  };

export const createOwnFunctions = (context: FunctionContext) => ({
  'TOKEN.USAGE': guarded(tokenUsage(context)),
  'CREDITS.COST': guarded(creditsCost),
  'STAYS.FILTERS': guarded(staysFilters(context)),
});
