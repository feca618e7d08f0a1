// What a euro buys, fixed for good: every currency of the document, and how many decimals its amounts have.
import type { currencies } from '../../../src/operations/stays/lists';

export type Currency = (typeof currencies)[number];

const perEuro: Readonly<Record<Currency, number>> = {
  AED: 4.02,
  AMD: 424,
  ARS: 1180,
  AUD: 1.69,
  AZN: 1.86,
  BDT: 131,
  BGN: 1.956,
  BHD: 0.412,
  BRL: 6.3,
  BYN: 3.58,
  CAD: 1.52,
  CHF: 0.945,
  CLP: 1035,
  CNY: 7.85,
  COP: 4550,
  CZK: 25,
  DKK: 7.46,
  EGP: 54,
  EUR: 1,
  FJD: 2.48,
  GBP: 0.845,
  GEL: 3.0,
  GHS: 15.8,
  HKD: 8.52,
  HUF: 402,
  IDR: 17800,
  ILS: 4.0,
  INR: 93,
  ISK: 146,
  JOD: 0.776,
  JPY: 164,
  KGS: 95,
  KRW: 1540,
  KWD: 0.336,
  KZT: 560,
  LAK: 23700,
  LKR: 325,
  MAD: 10.6,
  MDL: 19.4,
  MXN: 21.4,
  MYR: 4.82,
  NAD: 20,
  NGN: 1680,
  NOK: 11.6,
  NZD: 1.86,
  OMR: 0.421,
  PHP: 63,
  PKR: 304,
  PLN: 4.28,
  QAR: 3.99,
  RON: 4.98,
  RSD: 117,
  RUB: 98,
  SAR: 4.1,
  SEK: 11.3,
  SGD: 1.45,
  THB: 37,
  TND: 3.4,
  TRY: 42,
  TWD: 35.4,
  UAH: 45,
  USD: 1.094,
  UZS: 13900,
  VND: 27600,
  XOF: 656,
  XPF: 119.3,
  ZAR: 19.8,
};

const whole = new Set<Currency>([
  'CLP',
  'COP',
  'HUF',
  'IDR',
  'ISK',
  'JPY',
  'KRW',
  'LAK',
  'UZS',
  'VND',
  'XOF',
  'XPF',
]);

export interface Money {
  readonly '@type': 'StaysPrice';
  readonly amount: number;
  readonly currency: string;
  readonly formatted: string;
}

export function rounded(amount: number, currency: Currency): number {
  const scale = whole.has(currency) ? 1 : 100;
  return Math.round(amount * scale) / scale;
}

export const exchanged = (euros: number, currency: Currency): number =>
  rounded(euros * perEuro[currency], currency);

const formats = new Map<Currency, Intl.NumberFormat>();

export function money(amount: number, currency: Currency): Money {
  let format = formats.get(currency);
  if (!format) {
    const digits = whole.has(currency) ? 0 : 2;
    format = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(currency, format);
  }
  return { '@type': 'StaysPrice', amount, currency, formatted: format.format(amount) };
}
