// Validates one value against one parameter of the table; fault types and wording are pydantic's.
import type { ListParameter, Parameter } from '../src/operations/table/parameter';
import type { BodyFault } from './contract/problem';

type Loc = readonly (string | number)[];

export function faultsOf(parameter: Parameter, value: unknown, loc: Loc): BodyFault[] {
  switch (parameter.kind) {
    case 'text':
      return textFaults(value, loc, parameter.minLength);
    case 'integer':
      return integerFaults(value, loc, parameter.min, parameter.max);
    case 'flag':
      return typeof value === 'boolean' ? [] : [fault('bool_type', loc, 'a valid boolean', value)];
    case 'date':
      return dateFaults(value, loc);
    case 'choice':
      return enumFaults(value, loc, parameter.values);
    case 'list':
      return listFaults(parameter, value, loc);
  }
}

const fault = (
  type: string,
  loc: Loc,
  wanted: string,
  input: unknown,
  ctx?: BodyFault['ctx'],
): BodyFault => ({
  type,
  loc,
  msg: `Input should be ${wanted}`,
  input,
  ...(ctx && { ctx }),
});

function textFaults(value: unknown, loc: Loc, minLength = 0): BodyFault[] {
  if (typeof value !== 'string') return [fault('string_type', loc, 'a valid string', value)];
  if (value.length >= minLength) return [];
  const msg = `String should have at least ${minLength} character${minLength === 1 ? '' : 's'}`;
  return [{ type: 'string_too_short', loc, msg, input: value, ctx: { min_length: minLength } }];
}

function integerFaults(value: unknown, loc: Loc, min?: number, max?: number): BodyFault[] {
  if (typeof value !== 'number') return [fault('int_type', loc, 'a valid integer', value)];
  if (!Number.isInteger(value)) {
    return [fault('int_from_float', loc, 'a valid integer, got a number with a fractional part', value)];
  }
  if (min !== undefined && value < min) {
    return [fault('greater_than_equal', loc, `greater than or equal to ${min}`, value, { ge: min })];
  }
  if (max !== undefined && value > max) {
    return [fault('less_than_equal', loc, `less than or equal to ${max}`, value, { le: max })];
  }
  return [];
}

function dateFaults(value: unknown, loc: Loc): BodyFault[] {
  if (typeof value !== 'string') return [fault('date_type', loc, 'a valid date', value)];
  const wrong = (error: string) => [
    fault('date_from_datetime_parsing', loc, `a valid date or datetime, ${error}`, value, { error }),
  ];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return wrong(
      value.length < 10 ? 'input is too short' : 'unexpected extra characters at the end of the input',
    );
  }
  const time = Date.parse(`${value}T00:00:00Z`);
  const same = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return same ? [] : wrong('day value is outside expected range');
}

function enumFaults(value: unknown, loc: Loc, values: readonly string[]): BodyFault[] {
  if (typeof value === 'string' && values.includes(value)) return [];
  const quoted = values.map((known) => `'${known}'`);
  const expected =
    quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}` : quoted.join('');
  return [fault('enum', loc, expected, value, { expected })];
}

function listFaults(parameter: ListParameter, value: unknown, loc: Loc): BodyFault[] {
  if (!Array.isArray(value)) return [fault('list_type', loc, 'a valid list', value)];
  const items: readonly unknown[] = value;
  const { of, maxItems } = parameter;
  if (maxItems !== undefined && items.length > maxItems) {
    const msg = `List should have at most ${maxItems} items after validation, not ${items.length}`;
    const ctx = { field_type: 'List', max_length: maxItems, actual_length: items.length };
    return [{ type: 'too_long', loc, msg, input: value, ctx }];
  }
  return items.flatMap((item, index) => {
    const place = [...loc, index];
    if (of === 'text') return textFaults(item, place);
    if (of === 'integer') return integerFaults(item, place, parameter.min, parameter.max);
    if (of === 'identifier') {
      return typeof item === 'string' || Number.isInteger(item)
        ? []
        : [fault('int_type', place, 'a valid integer', item)];
    }
    return enumFaults(item, place, of);
  });
}
