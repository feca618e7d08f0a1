// Help texts and examples for the Russian electronics search.
import type { Guide } from '../table/guide';
import type { ruretail } from './ruretail';

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
