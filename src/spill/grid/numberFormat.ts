// Number formats in en-US codes, as Excel's data types take them. A format changes how a number looks, never the number:
// a percentage is a fraction with or without a format.
import type { Cell } from '../cell';

const symbols: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  RUB: '₽',
  HKD: 'HK$',
  INR: '₹',
  KRW: '₩',
  TRY: '₺',
  UAH: '₴',
  ILS: '₪',
};
/** ISO 4217 minor units other than two. */
const noDecimals = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'XOF', 'XPF']);
const threeDecimals = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

const percentFormat = '0.0%';
export const wholePercentFormat = '0%';

/** More than any change that matters. */
const mostDecimals = 10;

/** Two decimals, or as many as it takes that a percentage does not look like 0. */
export function finePercentFormat(percent: number): string {
  const zeros = percent === 0 ? 0 : -Math.floor(Math.log10(Math.abs(percent)) + 1e-9);
  return `0.${'0'.repeat(Math.min(Math.max(zeros, 2), mostDecimals))}%`;
}

/** As many decimals as a percentage has, one or two; more where it is very small. */
export const percentFormatOf = (percent: number): string =>
  Math.round(percent * 10) / 10 === percent ? percentFormat : finePercentFormat(percent);

/** Of a share that is computed: less than one percent must not look like none. */
export const shareFormat = (share: number): string =>
  Math.abs(share) < 0.01 && share !== 0 ? finePercentFormat(share * 100) : percentFormat;

export const dayFormat = 'yyyy-mm-dd';
export const timeFormat = 'yyyy-mm-dd hh:mm';

export interface MoneyFormat {
  readonly whole: string;
  readonly broken: string;
}

const made = new Map<unknown, MoneyFormat>();

/** Whole amounts are shown without decimals. An invalid code gives a plain number. */
export function moneyFormat(code: unknown): MoneyFormat {
  const known = made.get(code);
  if (known) return known;
  const given = typeof code === 'string' ? code.trim().toUpperCase() : '';
  const valid = /^[A-Z]{3}$/.test(given);
  const name = valid ? given : '';
  const sign = valid ? `[$${symbols[name] ?? name}] ` : '';
  const decimals = noDecimals.has(name) ? '' : threeDecimals.has(name) ? '.000' : '.00';
  const format = { whole: `${sign}#,##0`, broken: `${sign}#,##0${decimals}` };
  if (valid && made.size < 500) made.set(code, format);
  return format;
}

export const generalFormat = 'General';
const mark = '" ⚠"';

/** A number that is older than its formula wants it, with a sign behind it. It stays the number that it is. */
export function overdue(cell: Cell): Cell {
  if (typeof cell === 'number')
    return { type: 'Double', basicValue: cell, numberFormat: generalFormat + mark };
  return typeof cell === 'object' && 'basicValue' in cell
    ? { ...cell, numberFormat: cell.numberFormat + mark }
    : cell;
}

/** Without that sign: for what is compared, or outlives the number. */
export const unmarked = (format: string): string => format.replace(mark, '');

/** Decimals that a format shows. */
export const decimalsIn = (format: string): number => /\.(0+)/.exec(format)?.[1]?.length ?? 0;
