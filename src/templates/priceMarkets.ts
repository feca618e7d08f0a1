// The two markets of the price monitor: which search, which currency, which products it comes with.
import type { OperationId } from '../operations';
import type { List } from './sheetParts';
import type { TemplateCell } from './template';

export interface Market {
  readonly id: string;
  readonly variant: string;
  readonly source: string;
  readonly operation: OperationId;
  readonly offers: number;
  readonly money: string;
  /** The same for prices of the past; undefined where they are in the currency of a city, which their values tell where Excel can. */
  readonly pastMoney?: string;
  readonly formula: string;
  readonly options: readonly (readonly TemplateCell[])[];
  /** Which of these a figure needs, and what to say without it. */
  readonly settings: readonly (readonly [cell: string, says: string])[];
  /** What the formula sends beside the inputs, for some markets. */
  readonly sent: string;
  /** By which the history of a product is told from that elsewhere. */
  readonly place: string;
  readonly products: readonly (readonly [name: string, own: number, cost: number])[];
}

/** Name, own price and cost of each product. */
export const products: List = {
  sheet: 'list',
  first: 10,
  most: 2_000,
  lastColumn: 'C',
  rows: '{market}!$I$6',
};

const names = `{list}!A${products.first}:A${products.first + products.most - 1}`;
const compare = ['Compare with', 'matched'] as const;

export const russian: Market = {
  id: 'price-monitor-ru',
  variant: 'Russian electronics',
  source: 'RURETAIL.SEARCH',
  operation: 'ruretail',
  offers: 10,
  money: '#,##0 "₽"',
  formula: `=RURETAIL.SEARCH(${names},{list}!B5,{list}!B6,{market}!A4)`,
  options: [
    ['Offers for each product', 10, ...compare],
    ['City code', 'msk_cl', 'Sort by', 'relevance'],
    ['Condition (optional)', ''],
  ],
  settings: [
    ['$B$5', 'Enter how many offers'],
    ['$B$6', 'Enter a city code'],
  ],
  // Another currency is another market: an own price in roubles is not compared with it. What cannot be bought is no offer.
  sent: '&"; where=currency is empty or currency=RUB; where=is_available is empty or is_available=yes; sort="&IF({list}!D6="","(empty)",{list}!D6)',
  place: '&"; city="&{list}!B6',
  products: [
    ['Apple iPhone 15 128GB', 64990, 55900],
    ['Apple iPhone 16 256GB', 79990, 68200],
    ['Samsung Galaxy S24 256GB', 59990, 50100],
    ['Xiaomi Redmi Note 14 128GB', 16490, 13200],
    ['Apple AirPods Pro 2', 18990, 15600],
    ['Sony PlayStation 5 Slim 512GB', 54990, 47500],
    ['Samsung QLED Q60D 65"', 74990, 63800],
    ['LG OLED B4 50"', 99990, 87400],
    ['Apple MacBook Air 13 M3 16/512GB', 104990, 92500],
    ['Dyson V15 Detect', 66990, 55900],
    ['Bosch TWK8611 1.7 л', 8490, 6400],
    ['Philips EP3246 19 бар', 47990, 39600],
  ],
};

export const dutch: Market = {
  id: 'price-monitor-nl',
  variant: 'Dutch retail',
  source: 'NLRETAIL.SEARCH',
  operation: 'nlretail',
  offers: 20,
  money: '€ #,##0.00',
  pastMoney: '€ #,##0.00',
  formula: `=NLRETAIL.SEARCH(${names},{list}!B5,{market}!A4)`,
  options: [
    ['Offers for each product', 20, ...compare],
    ['Billed for each 20 offers.'],
    ['Condition (optional)', ''],
  ],
  settings: [['$B$5', 'Enter how many offers']],
  sent: '',
  place: '',
  products: [
    ['Senseo Select Koffiemachine', 299, 231],
    ['Cosori Dual Blaze Airfryer 9,5 L', 179, 132],
    ['Philips Daily Collection Waterkoker', 54.99, 38],
    ['Roborock S8 Stofzuiger', 349, 278],
    ['Sony WH-CH520 Koptelefoon', 199, 151],
    ['JBL Wave Beam Koptelefoon', 149, 104],
    ['HP Pavilion 15 Laptop 8 GB', 649, 561],
    ['Samsung ViewFinity S6 Monitor 27 inch', 369, 297],
    ['Dyson V15 Detect Stofzuiger', 379, 301],
    ['Bosch MyMoment Waterkoker', 84.99, 61],
    ['Makita Accuboormachine DDF 1 accu', 109, 82],
    ['Fjällräven Kånken Rugzak', 109, 72],
  ],
};
