// A followed value as a cell of its column would show it: with its currency, its percent sign or its unit.
import type { Json } from '../../../history/series';
import { joinRecord } from '../../../history/record';
import { operationOf, type OperationId } from '../../../operations';
import { currencyOf } from '../../../operations/histories';
import { resolveField, columnReader } from '../../../spill/grid/columnReader';
import { number, t } from '../../../languages/t';
import { cellText } from '../../text/cellText';

export const fieldTitle = (operation: OperationId, path: string): string =>
  resolveField(operationOf(operation).record, path.split('.')).label;

/** `currency` is the one that the value came in. */
export function shownValue(
  operation: OperationId,
  path: string,
  value: Json,
  currency: string | undefined,
): string {
  if (value === null) return t('history.none');
  const reader = columnReader(operation, { path }, 'labels', { formats: true, convert: false });
  const place = currencyOf(operation, path)?.path;
  const beside = place !== undefined && currency !== undefined ? { [place]: currency } : {};
  const text = cellText(reader.read(joinRecord({ ...beside, [path]: value }, {})));
  return typeof value === 'boolean' ? t(value ? 'history.yes' : 'history.no') : text;
}

/** `+4.2%`, `−12%`; with two digits below ten percent. */
export function shareText(share: number): string {
  const percent = Math.abs(share) * 100;
  const sign = share < 0 ? '−' : '+';
  const digits = percent < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 };
  return `${sign}${number(percent, digits)}%`;
}
