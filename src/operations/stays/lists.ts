// Closed lists of the lodging search. The long ones are data: longLists.json, in the order of the service document.
import long from './longLists.json';

export const { propertyAmenities, roomAmenities, activities, languages } = long;

export const starRatings = ['1', '2', '3', '4', '5'] as const;

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

export const propertyTypes = [
  'apartment',
  'hostel',
  'hotel',
  'motel',
  'resort',
  'bed_and_breakfast',
  'ryokan',
  'farm_stay',
  'resort_village',
  'villa',
  'campground',
  'boat',
  'guest_house',
  'condo_hotel',
  'vacation_home',
  'lodge',
  'homestay',
  'country_house',
  'luxury_tent',
  'capsule_hotel',
  'love_hotel',
  'riad',
  'chalet',
  'economy_hotel',
  'cruise',
  'student_accommodation',
] as const;

export const propertyAccessibility = [
  'toilet_with_grab_rails',
  'raised_toilet',
  'lowered_sink',
  'bathroom_emergency_cord',
  'visual_aids_braille',
  'visual_aids_tactile_signs',
  'auditory_guidance',
] as const;

export const roomAccessibility = [
  'ground_floor_unit',
  'upper_floors_by_elevator',
  'entire_unit_wheelchair_accessible',
  'toilet_with_grab_rails',
  'adapted_bath',
  'roll_in_shower',
  'walk_in_shower',
  'raised_toilet',
  'lower_sink',
  'bathroom_emergency_cord',
  'shower_chair',
] as const;

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

export const currencies = [
  'AED',
  'AMD',
  'ARS',
  'AUD',
  'AZN',
  'BDT',
  'BGN',
  'BHD',
  'BRL',
  'BYN',
  'CAD',
  'CHF',
  'CLP',
  'CNY',
  'COP',
  'CZK',
  'DKK',
  'EGP',
  'EUR',
  'FJD',
  'GBP',
  'GEL',
  'GHS',
  'HKD',
  'HUF',
  'IDR',
  'ILS',
  'INR',
  'ISK',
  'JOD',
  'JPY',
  'KGS',
  'KRW',
  'KWD',
  'KZT',
  'LAK',
  'LKR',
  'MAD',
  'MDL',
  'MXN',
  'MYR',
  'NAD',
  'NGN',
  'NOK',
  'NZD',
  'OMR',
  'PHP',
  'PKR',
  'PLN',
  'QAR',
  'RON',
  'RSD',
  'RUB',
  'SAR',
  'SEK',
  'SGD',
  'THB',
  'TND',
  'TRY',
  'TWD',
  'UAH',
  'USD',
  'UZS',
  'VND',
  'XOF',
  'XPF',
  'ZAR',
] as const;
