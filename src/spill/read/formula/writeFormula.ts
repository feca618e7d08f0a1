// A formula as a person would type it: positional arguments first, the rest as options text.
import { operationOf, type OperationId, type Params } from '../../../operations';
import type { Parameter } from '../../../operations/table/parameter';
import type { View } from '../options/view';
import { writeOptions } from '../options/writeOptions';

export interface FormulaStyle {
  /** The prefix of a build that has one, such as DEV. */
  readonly namespace?: string;
  /** Cells to refer to instead of a parameter's value: `{ query: 'A2:A9' }`; `options` for a range of options. */
  readonly references?: Readonly<Record<string, string>>;
}

/** Excel refuses a longer text between two quotes; pieces joined with & may be as long as a cell. */
const literalLength = 255;

export function writeText(text: string): string {
  const pieces: string[] = [];
  for (let from = 0; from < text.length || from === 0;) {
    let to = Math.min(from + literalLength, text.length);
    if (/[\uD800-\uDBFF]/.test(text[to - 1] ?? '') && to < text.length) to--;
    pieces.push(`"${text.slice(from, to).replaceAll('"', '""')}"`);
    from = Math.max(to, from + 1);
  }
  return pieces.join('&');
}

function writeArgument(parameter: Parameter, value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const day = parameter.kind === 'date' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(value)) : null;
  if (day) return `DATE(${Number(day[1])},${Number(day[2])},${Number(day[3])})`;
  return writeText(String(value));
}

export function writeFormula(id: OperationId, params: Params, view: View, style: FormulaStyle = {}): string {
  const operation = operationOf(id);
  const { namespace = '', references = {} } = style;
  const rest: Record<string, unknown> = { ...params };
  const take = (name: string): string => {
    const parameter = operation.params[name]!;
    const other = parameter.kind === 'text' ? parameter.numberMeans : undefined;
    const source = rest[name] === undefined && other !== undefined ? other : name;
    const value = rest[source];
    delete rest[source];
    const reference = references[name];
    if (reference !== undefined) return reference;
    if (value === undefined || value === null) return '';
    return name === 'count' && value === operation.defaultCount ? '' : writeArgument(parameter, value);
  };
  const args = operation.positional.map(take);
  const options = writeOptions(rest, view);
  const written = options === '' ? '' : writeText(options);
  // A range of options cannot be joined with text: what the range leaves out has to be in it.
  args.push(references['options'] ?? written);
  while (args.length > 1 && args.at(-1) === '') args.pop();
  return `=${namespace === '' ? '' : `${namespace}.`}${operation.function}(${args.join(',')})`;
}
