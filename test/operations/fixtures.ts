// The smallest valid request and a record of each operation, derived from the table: no test keeps a list of operations.
import { operationIds, operationOf, type OperationId } from '../../src/operations';
import type { Field, RecordShape } from '../../src/operations/table/field';
import type { Parameter } from '../../src/operations/table/parameter';

type Values = Readonly<Record<string, unknown>>;

/** Dates follow each other in the order of the table, four days apart. */
function valueOf(parameter: Parameter, datesBefore: number): unknown {
  switch (parameter.kind) {
    case 'text':
      return 'x';
    case 'integer':
      return parameter.min ?? 1;
    case 'flag':
      return true;
    case 'date':
      return `2027-05-${String(3 + 4 * datesBefore).padStart(2, '0')}`;
    case 'choice':
      return parameter.values[0];
    case 'list':
      return [typeof parameter.of === 'string' ? 1 : parameter.of[0]];
  }
}

function valuesOf(id: OperationId, names: readonly string[]): Values {
  const given: Record<string, unknown> = {};
  let dates = 0;
  for (const name of names) {
    const parameter = operationOf(id).params[name]!;
    given[name] = valueOf(parameter, dates);
    if (parameter.kind === 'date') dates += 1;
  }
  return given;
}

/** What must be given: required parameters, and the first of those of which one is required. */
function requiredNames(id: OperationId): readonly string[] {
  const { params, rules } = operationOf(id);
  const first = rules.flatMap((rule) => (rule.kind === 'oneOf' ? [rule.params[0]!] : []));
  return Object.keys(params).filter((name) => params[name]?.required || first.includes(name));
}

export const smallestRequest = (id: OperationId): Values => valuesOf(id, requiredNames(id));

/** The arguments of the smallest formula, without its options: what may be omitted is null. */
export function smallestArguments(id: OperationId): readonly unknown[] {
  const request = smallestRequest(id);
  return operationOf(id).positional.map((name) => (name === 'count' ? null : (request[name] ?? null)));
}

function fieldValue(field: Field): unknown {
  if (field.kind === 'record') return recordOf(field.of);
  if (field.kind === 'list')
    return [field.of === 'string' || field.of === 'unknown' ? 'x' : recordOf(field.of)];
  if (field.kind === 'date') return field.type === 'string' ? '2027-05-03' : Date.UTC(2027, 4, 3);
  if (field.type === 'boolean') return true;
  return field.type === 'string' ? 'x' : 1;
}

const recordOf = ({ type, fields }: RecordShape): Values => ({
  '@type': type,
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldValue(field)])),
});

/** A record with every field. */
export const sampleRecord = (id: OperationId): Values => recordOf(operationOf(id).record);

/** Something for each operation. */
export const forEachOperation = <Value>(
  make: (id: OperationId) => Value,
): Readonly<Record<OperationId, Value>> =>
  Object.fromEntries(operationIds.map((id) => [id, make(id)])) as Record<OperationId, Value>;
