// The two markets of the price monitor: which table, which currency, which products it comes with.
import type { OperationId } from '../operations';
import type { TemplateCell } from './template';

export interface Market {
  readonly id: string;
  readonly variant: string;
  readonly source: string;
  readonly operation: OperationId;
  readonly offers: number;
  readonly money: string;
  readonly formula: string;
  readonly headings: readonly string[];
  /** The columns of the market table that the board reads. */
  readonly price: string;
  readonly stock: { readonly column: string; readonly title: string; readonly adds: boolean };
  readonly options: readonly (readonly TemplateCell[])[];
  /** Which of these a figure needs, and what to say without it. */
  readonly settings: readonly (readonly [cell: string, says: string])[];
  /** What the formula sends beside the inputs. */
  readonly sent: string;
  readonly products: readonly (readonly [name: string, own: number, cost: number])[];
  readonly offer: (product: string, price: number, index: number) => readonly TemplateCell[];
}

/** Rows of the product list and of the board. */
export const first = 10;
export const count = 12;
export const last = first + count - 1;

export const russian: Market = {
  id: 'price-monitor-ru',
  variant: 'Russian electronics',
  source: 'RURETAIL.SEARCH',
  operation: 'ruretail',
  offers: 10,
  money: '#,##0 "₽"',
  formula: `=RURETAIL.SEARCH({list}!A${first}:A${last},{list}!B5,{list}!B6,{market}!A4)`,
  headings: ['Search for', 'Product', 'Brand', 'Price', 'Old price', 'Discount', 'Rating', 'Stock in stores'],
  price: 'D',
  stock: { column: 'H', title: 'Stock', adds: true },
  options: [
    ['Offers for each product', 10, 'Sort by', 'relevance'],
    ['City code', 'msk_cl'],
  ],
  settings: [
    ['$B$5', 'Enter how many offers'],
    ['$B$6', 'Enter a city code'],
  ],
  sent: '="columns=name,brand,price,old_price,discount_percent,rating,stock_in_stores; stamp=yes; sort="&IF({list}!D5="","(empty)",{list}!D5)',
  products: [
    ['iphone 15', 79990, 68500],
    ['iphone 16', 94990, 82000],
    ['samsung galaxy s24', 69990, 58900],
    ['xiaomi', 21990, 17800],
    ['airpods pro', 22990, 18900],
    ['playstation 5', 54990, 47500],
    ['samsung tv', 64990, 53900],
    ['lg tv', 59990, 50200],
    ['macbook air', 104990, 92500],
    ['dyson', 49990, 39900],
    ['bosch', 39990, 31900],
    ['philips', 12990, 9600],
  ],
  offer: (product, price, index) => [
    product,
    `Sample offer ${index + 1}`,
    `Sample brand`,
    Math.round(price / 10) * 10,
    Math.round((price * 1.1) / 10) * 10,
    0.09,
    4.2 + index / 10,
    3 + index * 4,
  ],
};

export const dutch: Market = {
  id: 'price-monitor-nl',
  variant: 'Dutch retail',
  source: 'NLRETAIL.SEARCH',
  operation: 'nlretail',
  offers: 20,
  money: '€ #,##0.00',
  formula: `=NLRETAIL.SEARCH({list}!A${first}:A${last},{list}!B5,{market}!A4)`,
  headings: ['Keyword', 'Product', 'Brand', 'Price', 'List price', 'Within 48 hours', 'Rating', 'Reviews'],
  price: 'D',
  stock: { column: 'F', title: 'Within 48 h', adds: false },
  options: [['Offers for each product', 20], ['Billed for each 20 offers.']],
  settings: [['$B$5', 'Enter how many offers']],
  sent: 'columns=name,brand,price,list_price,delivered_within_48h,rating,review_count; stamp=yes',
  products: [
    ['koffiemachine', 349, 262],
    ['airfryer', 129, 92],
    ['waterkoker', 49, 33],
    ['stofzuiger', 299, 231],
    ['koptelefoon', 139, 98],
    ['bluetooth speaker', 149, 104],
    ['laptop', 799, 689],
    ['monitor', 229, 181],
    ['tandenborstel', 89, 58],
    ['scheerapparaat', 119, 83],
    ['boormachine', 129, 94],
    ['rugzak', 79, 49],
  ],
  offer: (product, price, index) => [
    product,
    `Sample offer ${index + 1}`,
    'Sample brand',
    Math.round(price) - 0.01,
    Math.round(price * 1.12) - 0.01,
    index % 2 === 0,
    4.1 + index / 10,
    18 + index * 31,
  ],
};
