// Help texts and examples for the Dutch retail search.
import type { Guide } from '../table/guide';
import type { nlretail } from './nlretail';

export const nlretailGuide: Guide<keyof typeof nlretail.params> = {
  summary: 'Searches a Dutch retailer by keyword and returns products with prices.',
  help: {
    keyword: 'What to search for.',
    count: 'How many products to return.',
  },
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
  assumptions: {
    'Dutch prices': {
      open: 'The currency of Dutch prices.',
      assumed: 'EUR.',
      change: 'formats=0 shows plain numbers.',
    },
  },
};
