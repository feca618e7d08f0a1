// Russian electronics retailer: product search in one city.
import { availabilities, minDiscounts, minRatings, ruretailSorts, statuses } from './enumerations/ruretail';
import * as is from './field';
import type { Operation } from './operation';
import * as take from './parameter';
import { timeout } from './timeout';

const roubles = { field: 'currency' } as const;

export const ruretail = {
  id: 'ruretail',
  function: 'RURETAIL.SEARCH',
  title: 'Russian electronics',
  summary: 'Searches a Russian electronics retailer in one city and spills priced product cards.',
  method: 'POST',
  path: '/api/ruretail/products/search',
  price: { credits: 1 },
  params: {
    query: take.text('Search', 'Search for', 'What to search for, such as a product or model name.', {
      required: true,
      minLength: 1,
    }),
    count: take.integer('Search', 'Results', 'How many products to return.', { required: true, min: 1 }),
    city: take.text(
      'Search',
      'City code',
      'The retailer’s code of the city whose prices and stock you want.',
      { minLength: 1, default: 'msk_cl' },
    ),
    sort: take.choice('Search', 'Sort by', 'The order of the results.', {
      values: ruretailSorts,
      default: 'relevance',
    }),
    price_min: take.integer('Filters', 'Price from', 'Lowest price in roubles.', { min: 0 }),
    price_max: take.integer('Filters', 'Price to', 'Highest price in roubles.', { min: 0 }),
    availability: take.list(
      'Filters',
      'Availability',
      'How the product can be had: pickup, pickup now, delivery.',
      { of: availabilities },
    ),
    status: take.list('Filters', 'Status', 'Only products with these marks, such as new or clearance.', {
      of: statuses,
    }),
    min_rating: take.choice('Filters', 'Rating at least', 'Lowest customer rating.', { values: minRatings }),
    min_discount: take.choice('Filters', 'Discount at least', 'Smallest discount in percent.', {
      values: minDiscounts,
    }),
    brands: take.list('Filters', 'Brands', 'Only these brands.', { of: 'text' }),
    filters: take.list(
      'Filters',
      'Category filters',
      'Facets as the retailer’s category filters publish them.',
      { of: 'text' },
    ),
    with_images: take.flag('Request', 'With images', 'Ask for product images too.', { default: false }),
    timeout,
  },
  positional: ['query', 'count', 'city'],
  lookup: 'query',
  answers: 'many',
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
      currency: is.text('Currency'),
      is_available: is.flag('Available'),
      is_discount: is.flag('Discounted'),
      rating: is.score('Rating'),
      opinion_count: is.count('Opinions'),
      review_count: is.count('Reviews'),
      stock_in_stores: is.count('Stock in stores'),
      max_stock_in_store: is.count('Largest stock in one store'),
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
  unavailable: 'The retailer returned no result list for this search. Try other words or another city.',
  examples: [
    {
      formula: '=RURETAIL.SEARCH("iphone 15",10)',
      says: 'Ten products in Moscow with prices, stock and rating.',
    },
    {
      formula: '=RURETAIL.SEARCH(A2:A9,5,"spb_cl","sort=price_asc; status=on_sale")',
      says: 'The five cheapest offers on sale in another city for each product named in A2:A9.',
    },
    {
      formula:
        '=RURETAIL.SEARCH("ssd 1tb",20,,"columns=name,price,club_price as Club; brands=Samsung,Kingston; price_max=12000")',
      says: 'A price comparison of two brands below 12,000 roubles.',
    },
  ],
} as const satisfies Operation;
