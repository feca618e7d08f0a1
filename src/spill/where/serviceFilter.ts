// The parameters with which the service itself would apply a condition, before anything is paid: a search that asks for them returns
// only such results. Offered, never used by itself, because it is another request.
import { operationOf, type OperationId } from '../../operations';
import type { Narrows, Parameter } from '../../operations/table/parameter';
import { soleField } from '../grid/fieldReader';
import { quote } from '../read/options/writeOptions';
import { commas, semicolons } from '../read/values/optionText';
import { yesOrNo } from '../read/values/localWords';
import { readConditions, type FieldTest, type Condition } from './condition';

export interface ServiceFilter {
  /** The condition that it stands for. */
  readonly test: FieldTest;
  readonly param: string;
  readonly value: string | readonly string[];
  /** As an option: `price_max=50000`. */
  readonly text: string;
}

/** What must hold for every result: the parts of an `and`. */
const required = (condition: Condition | undefined): readonly FieldTest[] =>
  condition?.kind === 'test'
    ? [condition]
    : condition?.kind === 'and'
      ? condition.parts.flatMap(required)
      : [];

const listed = (text: readonly string[]): string =>
  text.map((each) => quote(each, commas + semicolons)).join(',');

const fits = (by: Narrows['by'], sign: FieldTest['sign']): boolean =>
  by === 'yes'
    ? sign === '='
    : by === 'in'
      ? sign !== 'has' && sign !== 'empty'
      : sign === by || sign === by[0] || sign === '=';

const numberIn = (text: string): number =>
  Number(text.replace('%', '').replace(',', '.')) * (text.includes('%') ? 0.01 : 1);

/** A closed list of numbers: those that meet the condition. */
function numbersFor(of: readonly string[], { sign, values }: FieldTest): readonly string[] {
  const wanted = values.map(numberIn);
  const [limit = NaN] = wanted;
  return of.filter((text) => {
    const number = Number(text);
    if (sign === '=' || sign === 'in') return wanted.includes(number);
    if (sign === '<>') return number !== limit;
    return sign.startsWith('<')
      ? number < limit || (sign === '<=' && number === limit)
      : number > limit || (sign === '>=' && number === limit);
  });
}

/** The value of the parameter that lets through whatever the condition does, and as little else as it can. */
function valueFor(
  parameter: Parameter,
  { by, item, scale = 1 }: Narrows,
  test: FieldTest,
): ServiceFilter['value'] | undefined {
  const [typed = ''] = test.values;
  if (by === 'yes') return yesOrNo(typed) ? (item === undefined ? 'yes' : [item]) : undefined;
  if (by === 'in') {
    if (parameter.kind !== 'list') return undefined;
    if (typeof parameter.of !== 'string') return numbersFor(parameter.of, test);
    return test.sign === '=' || test.sign === 'in' ? test.values : undefined;
  }
  const number = numberIn(typed);
  if (Number.isNaN(number)) return undefined;
  if (parameter.kind === 'integer') return String(by === '>=' ? Math.floor(number) : Math.ceil(number));
  if (parameter.kind !== 'choice' || by !== '>=') return undefined;
  const steps = parameter.values.filter((value) => parseFloat(value.replace(/^\D+/, '')) <= number * scale);
  return steps.at(-1);
}

/** `price_per_night` is shown by its amount; another part of it, such as the ID of a brand, is not what the filter is about. */
function covers(id: OperationId, name: string, path: string): boolean {
  const field = operationOf(id).record.fields[name];
  return path === name || (field?.kind === 'record' && path === `${name}.${soleField(field.of)}`);
}

/** For each part of a condition the parameter that does the same, unless it is already in use. */
export function serviceFilters(
  id: OperationId,
  condition: Condition | undefined,
  used: Readonly<Record<string, unknown>> = {},
): readonly ServiceFilter[] {
  const params = Object.entries(operationOf(id).params).filter(([param]) => !Object.hasOwn(used, param));
  return required(condition).flatMap((test) => {
    for (const [param, parameter] of params)
      for (const narrows of [parameter.narrows ?? []].flat()) {
        if (!covers(id, narrows.field, test.path) || !fits(narrows.by, test.sign)) continue;
        const value = valueFor(parameter, narrows, test);
        if (value === undefined || value.length === 0) continue;
        return [
          { test, param, value, text: `${param}=${typeof value === 'string' ? value : listed(value)}` },
        ];
      }
    return [];
  });
}

/** The filters for the conditions of a formula, as one text of options; empty where there are none. */
export function offeredFilters(
  id: OperationId,
  where: readonly string[],
  used: Readonly<Record<string, unknown>>,
): string {
  const parameters = new Map<string, string>();
  for (const { param, text } of serviceFilters(id, readConditions(id, where), used))
    if (!parameters.has(param)) parameters.set(param, text);
  return [...parameters.values()].join('; ');
}
