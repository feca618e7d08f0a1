// A cell of a result as the preview writes it; Excel applies the true formats.
import type { Cell } from '../../spill/cell';

export const isNumeric = (cell: Cell): boolean =>
  typeof cell === 'number' || (typeof cell === 'object' && 'basicValue' in cell);

const dayOf = (serial: number) =>
  new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10);

export function cellText(cell: Cell): string {
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (typeof cell === 'number') return cell.toLocaleString('en');
  if (typeof cell === 'string') return cell;
  if ('fault' in cell) return cell.message;
  const { basicValue, numberFormat } = cell;
  if (/y/i.test(numberFormat) && /d/i.test(numberFormat)) return dayOf(basicValue);
  const decimals = /\.(0+)/.exec(numberFormat)?.[1]?.length ?? 0;
  const number = (value: number) =>
    value.toLocaleString('en', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: Math.max(decimals, 0),
    });
  if (numberFormat.includes('%')) return `${number(basicValue * 100)}%`;
  const currency = /\[\$([^\]-]+)/.exec(numberFormat)?.[1] ?? '';
  return currency ? `${currency.trim()} ${number(basicValue)}` : number(basicValue);
}
