// TOKEN.USAGE: the token records as a table a person can read, or one field as a bare value. Free.
import { SpillwayError } from '../../engine/request/errors';
import { cellFault } from '../../excel/errors/cellError';
import { excelError } from '../../excel/errors/excelError';
import { nearest } from '../../operations/check/nearest';
import { primaryToken, windows, type TokenRecord } from '../../operations/tokenStatistic';
import { oneCell } from './oneCell';
import type { FormattedNumber } from '../../spill/cell';
import { serialOfIso } from '../../spill/read/values/excelDate';
import { InputFault } from '../../spill/inputFault';
import { sameName } from '../../spill/read/values/optionText';
import { inQuotes } from '../../spill/shorten';
import type { FunctionContext } from '../calls/functionContext';
import {
  argumentsOf,
  invocationOf,
  isPreview,
  type Implementation,
  type Invocation,
} from '../calls/invocation';
import { left, usageFields, type UsageField } from './usageField';
import { excelRows } from '../calls/rows';
import { settled } from '../calls/waiting';

type Value = string | number | boolean | FormattedNumber;

const dateTime = 'yyyy-mm-dd hh:mm';
const sample = [['Sample: your plan, points and rate limits appear here.']];

function cell(value: unknown, date: boolean, formats: boolean): Value {
  if (date && typeof value === 'string') {
    const serial = serialOfIso(value);
    if (serial === undefined) return value;
    return formats ? { type: 'Double', basicValue: serial, numberFormat: dateTime } : serial;
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
      const label = field.date && isUniversal(value) ? `${field.label} (UTC)` : field.label;
      return [label, cell(value, field.date, formats), '', ''];
    })
    .filter(([, value]) => value !== '');
  const limits = windows.map(({ id, label }): Value[] => {
    const limit = token[`${id}_limit`];
    const used = token[`${id}_usage`];
    return [label, ...[limit, used, left(limit, used)].map((value) => cell(value, false, formats))];
  });
  return [...about, ['Window', 'Limit', 'Used', 'Left'], ...limits];
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
  const meant = near === undefined ? 'Try plan, points or daily_left.' : `Did you mean ${near}?`;
  throw new InputFault(`TOKEN.USAGE has no field ${inQuotes(given)}. ${meant}`);
}

async function read(
  { runtime, host, timeout, recalculate }: FunctionContext,
  invocation: Invocation,
  field?: UsageField,
) {
  const usage = runtime.engine.usage();
  const end = await settled(usage, invocation, timeout);
  const { address } = invocation;
  if (end === 'cancelled') throw new SpillwayError('cancelled');
  if (end === 'late') {
    const again = () => address !== undefined && recalculate([address]);
    usage.then(again, again);
    throw new SpillwayError('deadline', { billed: 'no' });
  }
  const tokens = await usage;
  const token = primaryToken(tokens);
  if (!token) throw new SpillwayError('not_found', { detail: 'the service lists no token for this key' });
  const { formats } = host;
  const rows = field ? [[cell(field.read(token), field.date, formats)]] : usageTable(tokens, formats);
  return excelRows(rows, host);
}

export const tokenUsage =
  (context: FunctionContext): Implementation =>
  (...args) => {
    const invocation = invocationOf(args);
    const given = oneCell('field', argumentsOf(args, 1)[0]);
    const field = given === undefined || given === 0 ? undefined : fieldNamed(String(given));
    if (isPreview(invocation)) return sample;
    const note = (failed: boolean) => {
      const { address: cell } = invocation;
      if (cell === undefined) return;
      const { cells } = context.runtime;
      cells.note({ cell, function: 'TOKEN.USAGE', requests: [], filterSets: [], failed, at: context.now() });
    };
    return read(context, invocation, field).then(
      (rows) => {
        note(false);
        return rows;
      },
      (error: unknown) => {
        note(true);
        throw excelError(cellFault(error, { keyProblem: context.runtime.key.problem() }));
      },
    );
  };
