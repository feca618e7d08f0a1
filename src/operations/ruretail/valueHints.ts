// How people name the values of the Russian electronics search.
import type { ValueHints } from '../table/operation';
import { availabilities, ruretailSorts, statuses } from './lists';

export const ruretailHints: ValueHints = {
  labels: { price_asc: 'Price, low to high', price_desc: 'Price, high to low' },
  aliases: [
    [
      ruretailSorts,
      {
        price: 'price_asc price_desc',
        cheap: 'price_asc',
        cheapest: 'price_asc',
        cheaper: 'price_asc',
        lowest: 'price_asc',
        'lowest price': 'price_asc',
        'low to high': 'price_asc',
        'price low to high': 'price_asc',
        asc: 'price_asc',
        ascending: 'price_asc',
        expensive: 'price_desc',
        'most expensive': 'price_desc',
        highest: 'price_desc',
        'highest price': 'price_desc',
        'high to low': 'price_desc',
        'price high to low': 'price_desc',
        desc: 'price_desc',
        descending: 'price_desc',
        stars: 'rating',
        score: 'rating',
        best: 'rating',
        'best rated': 'rating',
        'top rated': 'rating',
        popular: 'opinions reviews',
        popularity: 'opinions reviews',
        comments: 'reviews',
        sale: 'discount',
        default: 'relevance',
        relevant: 'relevance',
        match: 'relevance',
        newest: '',
        new: '',
        date: '',
        name: '',
      },
    ],
    [
      availabilities,
      { now: 'pickup_now', today: 'pickup_now', store: 'pickup', shipping: 'delivery', courier: 'delivery' },
    ],
    [
      statuses,
      {
        discount: 'sale on_sale',
        promo: 'sale on_sale',
        credit: 'installment',
        bestseller: 'hit',
        popular: 'hit',
        outlet: 'clearance',
      },
    ],
  ],
};
