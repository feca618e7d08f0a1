// Dutch retailer: product search by keyword.
import * as is from '../table/field';
import type { Operation, Guide, HistoryFactsOf } from '../table/operation';
import * as take from '../table/parameter';
import { timeout } from '../table/parameter';

const euros = { code: 'EUR' } as const;

export const nlretail = {
  id: 'nlretail',
  function: 'NLRETAIL.SEARCH',
  title: 'Dutch retail',
  method: 'POST',
  path: '/api/nlretail/products/search',
  price: { credits: 10, per: 20 },
  params: {
    keyword: take.text('Search', 'Keyword', { required: true, minLength: 1 }),
    count: take.integer('Search', 'Results', { required: true, min: 1 }),
    timeout,
  },
  positional: ['keyword', 'count'],
  lookup: 'keyword',
  results: 'many',
  defaultCount: 20,
  rules: [],
  record: {
    type: 'NlretailSearchProduct',
    shows: '{name}',
    fields: {
      id: is.identifier('Product ID'),
      name: is.text('Product'),
      url: is.link('Product page'),
      image: is.image('Image'),
      brand: is.text('Brand'),
      brand_url: is.link('Brand page'),
      price: is.money('Price', euros),
      list_price: is.money('List price', euros),
      condition: is.text('Condition'),
      delivery: is.availability(is.text('Delivery')),
      delivered_within_48h: is.availability(is.flag('Within 48 hours')),
      rating: is.score('Rating'),
      review_count: is.looseCount('Reviews'),
      categories: is.list('Categories', 'unknown'),
      is_sponsored: is.flag('Sponsored'),
    },
  },
  columns: [
    'name',
    'brand',
    'price',
    'list_price',
    'condition',
    'delivery',
    'delivered_within_48h',
    'rating',
    'review_count',
    'is_sponsored',
    'url',
  ],
} as const satisfies Operation;

/** Help texts and examples for the Dutch retail search. */
export const nlretailGuide: Guide<keyof typeof nlretail.params> = {
  summary: 'Searches a Dutch retailer by keyword and returns products with prices.',
  help: { keyword: 'What to search for.', count: 'How many products to return.' },
  examples: [
    {
      formula: '=NLRETAIL.SEARCH("koffiemachine")',
      says: 'Twenty coffee machines, for 10 credits.',
      cells: {},
    },
    {
      formula: '=NLRETAIL.SEARCH(A2:A5,20,"columns=name,price,list_price,rating")',
      says: 'Prices for each keyword in A2:A5, stacked, with the keyword in the first column.',
    },
    {
      formula: '=MIN(NLRETAIL.SEARCH("airfryer",20,"price"))',
      says: 'The lowest price among twenty air fryers.',
    },
    {
      formula: '=NLRETAIL.SEARCH(A2:A5,B2:B5,"columns=first(name),min(price) as From,avg(rating)")',
      says: 'For each keyword in A2:A5, with its own number of results in B2:B5: the first product, the lowest price and the average rating.',
    },
  ],
  unavailable: 'The retailer was unavailable for this search: blocked, restricted or not responding.',
  picks: { keyword: { value: 'name', label: 'id' } },
  assumptions: {
    'Dutch prices': {
      open: 'The currency of Dutch prices.',
      assumed: 'EUR.',
      change: 'formats=0 shows plain numbers.',
    },
  },
};

/** What is followed of a product of the Dutch retailer. */
export const nlretailHistory: HistoryFactsOf<typeof nlretail> = {
  identity: 'id',
  label: 'name',
  comparable: [],
  followed: ['price', 'list_price', 'delivered_within_48h', 'rating', 'review_count'],
};
