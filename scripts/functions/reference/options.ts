// The options of one function: every parameter that is not an argument, with its values.
import { closedList, type Parameter } from '../../../src/operations/table/parameter';
import { operationOf, type OperationId } from '../../../src/operations';
import { wireNames } from '../../../src/operations/wireNames';
import { helpOf } from '../../../src/operations/guides';
import type { Block } from './document';
import { longLists, valueList } from './valueLists';

function bounds({ min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (min !== undefined) return `whole number, at least ${min}`;
  return max === undefined ? 'whole number' : `whole number, at most ${max}`;
}

function valuesOf(name: string, parameter: Parameter): string {
  const values = closedList(parameter);
  const several = parameter.kind === 'list' ? 'any of ' : '';
  if (values) return several + valueList(name, values);
  switch (parameter.kind) {
    case 'integer':
      return bounds(parameter);
    case 'flag':
      return '`yes`, `no`';
    case 'date':
      return 'a date';
    case 'list':
      return parameter.of === 'integer' ? `numbers, ${bounds(parameter)}` : 'a list';
    default:
      return 'text';
  }
}

function meaning(id: OperationId, name: string, parameter: Parameter): string {
  const standard =
    'default' in parameter && parameter.default !== undefined && parameter.default !== ''
      ? ` Defaults to \`${parameter.default === false ? 'no' : String(parameter.default)}\`.`
      : '';
  const open =
    parameter.assumption === undefined
      ? ''
      : ` Sent as \`${wireNames[parameter.assumption]}\`, which is an assumed name. You can change it in Settings, Wire names.`;
  return `${helpOf(id, name)}${standard}${open}`;
}

export function optionsOf(id: OperationId): Block[] {
  const { params, positional, function: name } = operationOf(id);
  const own = Object.entries(params).filter(([key]) => !positional.includes(key) && key !== 'timeout');
  if (own.length === 0)
    return [
      { heading: 'Options', level: 3 },
      { text: `${name} has no options of its own, only the [options of every data function](#options).` },
    ];
  return [
    { heading: 'Options', level: 3 },
    { text: 'In addition to the [options of every data function](#options):' },
    {
      head: ['Option', 'Values', 'Description'],
      rows: own.map(([key, parameter]) => [
        `\`${key}\``,
        valuesOf(key, parameter),
        meaning(id, key, parameter),
      ]),
    },
    ...longLists(own.map(([key, parameter]) => [key, closedList(parameter) ?? []])),
  ];
}
