// A cell of a result as the preview writes it: as Excel would with the cell's own format.
import { number as written } from '../../languages/t';
import { timeOf } from '../../operations/serialDate';
import type { Cell } from '../../spill/cell';
import { decimalsIn, generalFormat, unmarked } from '../../spill/grid/numberFormat';

export const isNumeric = (cell: Cell): boolean =>
  typeof cell === 'number' || (typeof cell === 'object' && 'basicValue' in cell);

/** To the minute, as Excel shows it: the last minute of a day is not the next day. */
const minuteOf = (serial: number) =>
  new Date(Math.round(timeOf(serial) / 1000) * 1000).toISOString().replace('T', ' ').slice(0, 16);

/** Excel's General: no separators, as many digits as a cell shows. */
const general = (value: number) => String(Number(value.toPrecision(11)));

export function cellText(cell: Cell): string {
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (typeof cell === 'number') return general(cell);
  if (typeof cell === 'string') return cell;
  if ('fault' in cell) return cell.message;
  const format = unmarked(cell.numberFormat);
  return `${numberText(cell.basicValue, format)}${format === cell.numberFormat ? '' : ' ⚠'}`;
}

function numberText(basicValue: number, numberFormat: string): string {
  if (numberFormat === generalFormat) return general(basicValue);
  if (/y/i.test(numberFormat) && /d/i.test(numberFormat))
    return /h/i.test(numberFormat) ? minuteOf(basicValue) : minuteOf(basicValue).slice(0, 10);
  const decimals = decimalsIn(numberFormat);
  const number = (value: number) =>
    written(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  // A percent sign in quotes is text and changes nothing.
  if (numberFormat.replace(/"[^"]*"/g, '').includes('%')) return `${number(basicValue * 100)}%`;
  const currency = /\[\$([^\]-]+)/.exec(numberFormat)?.[1] ?? '';
  if (!currency) return number(basicValue);
  return `${basicValue < 0 ? '-' : ''}${currency.trim()} ${number(Math.abs(basicValue))}`;
}
