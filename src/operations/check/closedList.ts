// The values of a parameter that accepts only listed values.
import type { Parameter } from '../table/parameter';

export function closedList(parameter: Parameter): readonly string[] | undefined {
  if (parameter.kind === 'choice') return parameter.values;
  return parameter.kind === 'list' && typeof parameter.of !== 'string' ? parameter.of : undefined;
}
