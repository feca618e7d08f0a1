// The closed lists of the Russian electronics search.

export const ruretailSorts = [
  'relevance',
  'price_asc',
  'price_desc',
  'discount',
  'rating',
  'opinions',
  'reviews',
] as const;

export const availabilities = ['pickup', 'pickup_now', 'delivery'] as const;

export const statuses = ['on_sale', 'installment', 'new', 'hit', 'sale', 'clearance'] as const;

export const minRatings = ['3.0', '3.5', '4.0', '4.5'] as const;

export const minDiscounts = ['5', '10', '20', '35'] as const;
