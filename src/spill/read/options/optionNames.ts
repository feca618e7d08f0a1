// The names an option may have: the operation's parameters, by name or label, and the options every function has.
import { operationOf, type OperationId } from '../../../operations';
import { InputFault, inQuotes } from '../../inputFault';
import { sameName } from '../values/optionText';
import { sayInput } from '../../say';

/** What every data function takes beside its parameters; `timeout` is a parameter of each operation. */
export const generalOptions = [
  'columns',
  'where',
  'matched',
  'headers',
  'transpose',
  'stamp',
  'max_age',
  'offline',
  'formats',
  'bare',
  'changes',
  'as_of',
  'cards',
  'images',
] as const;

export type GeneralOption = (typeof generalOptions)[number];

/** What is read on its own; every other general option has one word for its value. */
export type Listed = 'columns' | 'where';

export const isGeneral = (name: string): name is Exclude<GeneralOption, Listed> =>
  name !== 'columns' && name !== 'where' && (generalOptions as readonly string[]).includes(name);

const indexes = new Map<OperationId, ReadonlyMap<string, string>>();

function indexOf(id: OperationId): ReadonlyMap<string, string> {
  let index = indexes.get(id);
  if (!index) {
    const { params } = operationOf(id);
    // Later entries win: a name is never hidden by another parameter's label.
    index = new Map([
      ...Object.entries(params).map(([name, { label }]): [string, string] => [sameName(label), name]),
      ...[...Object.keys(params), ...generalOptions].map((name): [string, string] => [sameName(name), name]),
    ]);
    indexes.set(id, index);
  }
  return index;
}

export const optionNames = (id: OperationId): Iterable<string> => indexOf(id).values();

export const findOption = (id: OperationId, key: string): string | undefined =>
  indexOf(id).get(sameName(key));

/** The option's own name, however it was typed. */
export function optionNamed(
  id: OperationId,
  key: string,
  hint: () => string = () => sayInput('seeOptions'),
): string {
  const name = findOption(id, key);
  if (name !== undefined) return name;
  throw new InputFault(
    `${sayInput('notOption', { key: inQuotes(key), function: operationOf(id).function })} ${hint()}`,
  );
}
