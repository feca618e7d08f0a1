// A followed value as a cell of its column would show it: with its currency, its percent sign or its unit.
import type { Json } from '../../../history/series';
import { joinRecord } from '../../../history/record';
import type { ItemKey } from '../../../history/observation';
import { operationOf, type OperationId } from '../../../operations';
import { aim, columnReader } from '../../../spill/grid/columnReader';
import { cellText } from '../../text/cellText';
import { conditionsOf } from './conditions';

export const fieldLabel = (operation: OperationId, path: string): string =>
  aim(operationOf(operation).record, path.split('.')).label;

/** The currency is not followed: it is the one that the stay was asked in. */
function withCurrency(item: Pick<ItemKey, 'operation' | 'comparable'>, path: string): Record<string, Json> {
  const steps = path.split('.');
  const { field } = aim(operationOf(item.operation).record, steps);
  const name = field?.kind === 'money' && 'field' in field.currency ? field.currency.field : undefined;
  const given = name === undefined ? undefined : conditionsOf(item.comparable)[name];
  return typeof given === 'string' ? { [[...steps.slice(0, -1), name].join('.')]: given } : {};
}

export function shownValue(
  item: Pick<ItemKey, 'operation' | 'comparable'>,
  path: string,
  value: Json,
): string {
  if (value === null) return 'none';
  const reader = columnReader(item.operation, { path }, 'labels', { formats: true, convert: false });
  const text = cellText(reader.read(joinRecord({ ...withCurrency(item, path), [path]: value }, {})));
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : text;
}

/** `+4.2%`, `−12%`; with two digits below ten percent. */
export function shareText(share: number): string {
  const percent = Math.abs(share) * 100;
  const sign = share < 0 ? '−' : '+';
  const digits = percent < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 };
  return `${sign}${percent.toLocaleString('en', digits)}%`;
}
