// Russian electronics retailer: product search in one city.
import { availabilities, minDiscounts, minRatings, ruretailSorts, statuses } from './lists';
import * as is from '../table/field';
import type { Operation, Guide, HistoryFactsOf } from '../table/operation';
import * as take from '../table/parameter';
import { timeout } from '../table/parameter';

const roubles = { field: 'currency', default: 'RUB' } as const;

export const ruretail = {
  id: 'ruretail',
  function: 'RURETAIL.SEARCH',
  title: 'Russian electronics',
  method: 'POST',
  path: '/api/ruretail/products/search',
  price: { credits: 1 },
  params: {
    query: take.text('Search', 'Search for', { required: true, minLength: 1 }),
    count: take.integer('Search', 'Results', { required: true, min: 1 }),
    city: take.text('Search', 'City code', { minLength: 1, default: 'msk_cl', code: true }),
    sort: take.choice('Search', 'Sort by', { values: ruretailSorts, default: 'relevance' }),
    price_min: take.integer('Filters', 'Price from', { min: 0, narrows: { field: 'price', by: '>=' } }),
    price_max: take.integer('Filters', 'Price to', { min: 0, narrows: { field: 'price', by: '<=' } }),
    availability: take.list('Filters', 'Availability', { of: availabilities }),
    status: take.list('Filters', 'Status', { of: statuses }),
    min_rating: take.choice('Filters', 'Rating at least', {
      values: minRatings,
      narrows: { field: 'rating', by: '>=' },
    }),
    min_discount: take.choice('Filters', 'Discount at least', {
      values: minDiscounts,
      narrows: { field: 'discount_percent', by: '>=', scale: 100 },
    }),
    brands: take.list('Filters', 'Brands', { of: 'text', narrows: { field: 'brand', by: 'in' } }),
    filters: take.list('Filters', 'Category filters', { of: 'text' }),
    with_images: take.flag('Request', 'With images', { default: false }),
    timeout,
  },
  positional: ['query', 'count', 'city'],
  lookup: 'query',
  results: 'many',
  defaultCount: 20,
  rules: [{ kind: 'order', low: 'price_min', high: 'price_max' }],
  record: {
    type: 'RuretailProduct',
    shows: '{name}',
    fields: {
      id: is.identifier('Product ID'),
      city: is.text('City code'),
      city_name: is.text('City'),
      name: is.text('Product'),
      short_name: is.text('Short name'),
      alias: is.text('Alias'),
      url: is.link('Product page'),
      brand: is.record('Brand', {
        type: 'RuretailBrandRef',
        shows: '{name}',
        fields: {
          id: is.identifier('Brand ID'),
          name: is.text('Brand'),
          alias: is.text('Brand alias'),
          url: is.link('Brand page'),
          image: is.image('Brand image'),
          vendor_site: is.link('Vendor site'),
        },
      }),
      category: is.record('Category', {
        type: 'RuretailCategoryRef',
        shows: '{name}',
        fields: {
          id: is.identifier('Category ID'),
          name: is.text('Category'),
          alias: is.text('Category alias'),
          url: is.link('Category page'),
        },
      }),
      price: is.money('Price', roubles),
      old_price: is.money('Old price', roubles),
      club_price: is.money('Club price', roubles),
      club_price_view_type: is.text('Club price display'),
      discount_percent: is.wholePercent('Discount'),
      bonus_points: is.count('Bonus points'),
      sbp_bonus: is.count('SBP bonus'),
      is_fair_price: is.flag('Fair price'),
      currency: is.defaultedText('Currency', roubles.default),
      is_available: is.availability(is.flag('Available')),
      is_discount: is.flag('Discounted'),
      rating: is.score('Rating'),
      opinion_count: is.count('Opinions'),
      review_count: is.count('Reviews'),
      stock_in_stores: is.availability(is.count('Stock in stores')),
      max_stock_in_store: is.availability(is.count('Largest stock in one store')),
      pickup_points: is.list('Pickup', {
        type: 'RuretailPickupSummary',
        shows: '{delivery_date}: {store_count} stores',
        fields: { delivery_date: is.isoDate('Pickup date'), store_count: is.count('Stores') },
      }),
      image: is.image('Image'),
      images: is.list('Images', 'string'),
      labels: is.list('Labels', {
        type: 'RuretailLabel',
        shows: '{name}',
        fields: {
          kind: is.text('Label kind'),
          name: is.text('Label'),
          url: is.link('Label page'),
          action_id: is.identifier('Promotion ID'),
          expires_at: is.isoDate('Label expires'),
        },
      }),
      key_properties: is.list('Key properties', {
        type: 'RuretailProperty',
        shows: '{name}: {value} {measure}',
        fields: {
          name: is.text('Property'),
          value: is.text('Value'),
          measure: is.text('Unit'),
          group: is.text('Property group'),
        },
      }),
      pack_size: is.count('Pack size'),
      supplier_pack_size: is.count('Supplier pack size'),
      has_analog_products: is.flag('Has alternatives'),
      access_mode: is.text('Access mode'),
    },
  },
  columns: [
    'name',
    'brand',
    'category',
    'price',
    'old_price',
    'club_price',
    'discount_percent',
    'rating',
    'opinion_count',
    'stock_in_stores',
    'is_available',
    'url',
  ],
} as const satisfies Operation;

/** Help texts and examples for the Russian electronics search. */
export const ruretailGuide: Guide<keyof typeof ruretail.params> = {
  summary: 'Searches a Russian electronics retailer in one city and returns products with prices and stock.',
  help: {
    query: 'What to search for, such as a product or model name.',
    count: 'How many products to return.',
    city: 'The retailer’s code for the city whose prices and stock you want. The city column shows it.',
    sort: 'The order of the results.',
    price_min: 'Lowest price, in roubles.',
    price_max: 'Highest price, in roubles.',
    availability: 'How the product is available: pickup, pickup now or delivery.',
    status: 'Only products with these labels, such as new or clearance.',
    min_rating: 'Lowest customer rating.',
    min_discount: 'Smallest discount, in percent.',
    brands: 'Only these brands.',
    filters: 'Category filters as the retailer publishes them. The service does not document their format.',
    with_images: 'Whether to include product images, also those that cards and images=yes show.',
  },
  examples: [
    {
      formula: '=RURETAIL.SEARCH("iphone 15",10)',
      says: 'Ten products in Moscow with price, stock and rating.',
      cells: {},
    },
    {
      formula: '=RURETAIL.SEARCH(A2:A9,5,"msk_cl","sort=price_asc; status=on_sale")',
      says: 'The five cheapest offers on sale in Moscow for each product in A2:A9.',
    },
    {
      formula:
        '=RURETAIL.SEARCH("ssd 1tb",20,,"columns=name,price,club_price as Club; brands=Samsung,Kingston; price_max=12000")',
      says: 'A price comparison of two brands, up to 12,000 roubles.',
    },
    {
      formula: '=RURETAIL.SEARCH(A2:A9,20,,"min(price), median(price), max(price), count()")',
      says: 'One row of market prices beside each product in A2:A9.',
    },
  ],
  unavailable:
    'The retailer returned no results list. It may have no match for this search, or its site may not be responding.',
  picks: {
    query: { value: 'name', label: 'id' },
    city: { value: 'city', label: 'city_name' },
    brands: { value: 'brand.name', lookup: 'query' },
  },
  codes: [
    {
      code: 'city',
      from: 'The retailer’s own code. The service documents only msk_cl (Moscow), which is also the default. The city column of a result shows the code that was used, and the builder suggests codes that have returned results.',
    },
    {
      code: 'filters',
      from: 'The retailer’s category filters. The service does not document the format of an entry. The key_properties column shows the properties of a product.',
    },
    {
      code: 'brands',
      from: 'Brand names as the brand column shows them. The service rejects an unknown brand (422).',
    },
  ],
};

/** What is followed of a product of the Russian retailer. Prices, stock and availability are those of a city. */
export const ruretailHistory: HistoryFactsOf<typeof ruretail> = {
  identity: 'id',
  label: 'name',
  comparable: ['city'],
  followed: [
    'price',
    'old_price',
    'club_price',
    'discount_percent',
    'bonus_points',
    'is_available',
    'stock_in_stores',
    'rating',
    'opinion_count',
    'review_count',
  ],
  sold: 'is_available',
};
