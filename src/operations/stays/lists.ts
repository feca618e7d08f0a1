// The shorter closed lists of the lodging search.

export const starRatings = ['1', '2', '3', '4', '5'] as const;

export const mealPlans = [
  'breakfast_included',
  'all_meals_included',
  'all_inclusive',
  'breakfast_and_lunch',
  'breakfast_and_dinner',
  'kitchen_amenities',
] as const;

export const bedTypes = ['twin_beds', 'double_bed', 'queen_bed', 'king_bed'] as const;

export const travelGroups = ['pet_friendly', 'adults_only', 'lgbtq_friendly'] as const;

export const bookingPolicies = ['free_cancellation', 'book_without_credit_card', 'no_prepayment'] as const;

export const paymentOptions = ['online_payments', 'apple_pay'] as const;

export const destinationKinds = [
  'CITY',
  'REGION',
  'DISTRICT',
  'COUNTRY',
  'AIRPORT',
  'LANDMARK',
  'HOTEL',
  'THEME',
  'LATLONG',
] as const;

export const staysSorts = [
  'top_picks',
  'business_top_picks',
  'entire_homes_first',
  'price_low_to_high',
  'price_high_to_low',
  'stars_high_to_low',
  'stars_low_to_high',
  'stars_and_price',
  'best_reviewed_and_lowest_price',
  'distance_from_center',
  'top_reviewed',
] as const;

export const minReviewScores = ['pleasant_6', 'good_7', 'very_good_8', 'wonderful_9'] as const;
