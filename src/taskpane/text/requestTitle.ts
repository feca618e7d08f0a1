// A request by what a person asked for: its lookup, and how much else was said.
import { operationOf, type OperationId } from '../../operations';

interface Asked {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, unknown>>;
}

export function requestTitle({ operation, params }: Asked): string {
  const { lookup, params: table } = operationOf(operation);
  const parameter = table[lookup];
  const other = parameter?.kind === 'text' ? parameter.numberMeans : undefined;
  const value = params[lookup] ?? (other === undefined ? undefined : params[other]);
  const dates = [params.checkin, params.checkout].filter((date) => typeof date === 'string').join(' – ');
  const main =
    typeof value === 'string'
      ? value
      : typeof value === 'number'
        ? `ID ${value}`
        : operationOf(operation).title;
  return dates ? `${main}, ${dates}` : main;
}

/** Every parameter on one line. */
export const requestText = ({ params }: Pick<Asked, 'params'>): string =>
  Object.entries(params)
    .map(
      ([name, value]) =>
        `${name}=${Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('; ');
