// Dutch retailer: product search by keyword.
import * as is from '../table/field';
import type { Operation } from '../table/operation';
import * as take from '../table/parameter';
import { timeout } from '../timeout';

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
  answers: 'many',
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
