// Lodging search: hotels and homes in a destination with live prices for a stay.
import * as lists from './lists';
import * as is from '../table/field';
import type { Operation, Guide, HistoryFactsOf, OperationEvidence, Order } from '../table/operation';
import * as take from '../table/parameter';
import { timeout } from '../table/parameter';

const price = {
  type: 'StaysPrice',
  shows: '{amount}',
  says: 'formatted',
  fields: {
    amount: is.money('Amount', { field: 'currency' }),
    currency: is.text('Currency'),
    formatted: is.text('As shown'),
  },
} as const;

export const stays = {
  id: 'stays',
  function: 'STAYS.SEARCH',
  title: 'Hotels and stays',
  method: 'POST',
  path: '/api/stays/hotels/search',
  price: { credits: 5, per: 25 },
  params: {
    destination: take.text('Stay', 'Destination', { minLength: 1, numberMeans: 'destination_id' }),
    destination_id: take.integer('Stay', 'Destination ID'),
    destination_kind: take.choice('Stay', 'Destination kind', {
      values: lists.destinationKinds,
      assumption: 'stays.destination_kind',
    }),
    checkin: take.date('Stay', 'Check-in', { required: true }),
    checkout: take.date('Stay', 'Check-out', { required: true }),
    adults: take.integer('Stay', 'Adults', { min: 1, max: 30 }),
    children_ages: take.list('Stay', 'Children’s ages', {
      of: 'integer',
      min: 0,
      maxItems: 10,
      sequence: true,
    }),
    rooms: take.integer('Stay', 'Rooms', { min: 1, max: 30 }),
    count: take.integer('Stay', 'Results', { required: true, min: 1 }),
    sort: take.choice('Stay', 'Sort by', { values: lists.staysSorts, assumption: 'stays.sort' }),
    currency: take.choice('Price', 'Currency', { values: lists.currencies }),
    min_price_per_night: take.integer('Price', 'Per night from', {
      min: 0,
      narrows: { field: 'price_per_night', by: '>=' },
    }),
    max_price_per_night: take.integer('Price', 'Per night to', {
      min: 0,
      narrows: { field: 'price_per_night', by: '<=' },
    }),
    property_types: take.list('Property', 'Property types', { of: lists.propertyTypes }),
    entire_homes_only: take.flag('Property', 'Entire homes only'),
    star_ratings: take.list('Property', 'Stars', {
      of: lists.starRatings,
      narrows: { field: 'star_rating', by: 'in' },
    }),
    min_review_score: take.choice('Property', 'Review score at least', {
      values: lists.minReviewScores,
      assumption: 'stays.min_review_score',
      narrows: { field: 'review.score', by: '>=' },
    }),
    sustainability_certified: take.flag('Property', 'Sustainability certified'),
    brand_ids: take.list('Property', 'Brand IDs', { of: 'identifier' }),
    min_bedrooms: take.integer('Room', 'Bedrooms at least', {
      min: 1,
      narrows: { field: 'bedroom_count', by: '>=' },
    }),
    min_beds: take.integer('Room', 'Beds at least', { min: 1, narrows: { field: 'bed_count', by: '>=' } }),
    min_bathrooms: take.integer('Room', 'Bathrooms at least', {
      min: 1,
      narrows: { field: 'bathroom_count', by: '>=' },
    }),
    bed_types: take.list('Room', 'Beds', { of: lists.bedTypes }),
    room_amenities: take.list('Amenities', 'Room amenities', { of: lists.roomAmenities }),
    property_amenities: take.list('Amenities', 'Property amenities', { of: lists.propertyAmenities }),
    activities: take.list('Activities', 'Activities', { of: lists.activities }),
    meal_plans: take.list('Booking', 'Meals', { of: lists.mealPlans }),
    highly_rated_breakfast: take.flag('Booking', 'Highly rated breakfast'),
    booking_policies: take.list('Booking', 'Booking policies', {
      of: lists.bookingPolicies,
      narrows: [
        { field: 'has_free_cancellation', by: 'yes', item: 'free_cancellation' },
        { field: 'has_no_prepayment', by: 'yes', item: 'no_prepayment' },
      ],
    }),
    payment_options: take.list('Booking', 'Payment', { of: lists.paymentOptions }),
    available_only: take.flag('Booking', 'Available only'),
    travel_groups: take.list('Booking', 'Travel group', { of: lists.travelGroups }),
    property_accessibility: take.list('Accessibility', 'Property accessibility', {
      of: lists.propertyAccessibility,
    }),
    room_accessibility: take.list('Accessibility', 'Room accessibility', { of: lists.roomAccessibility }),
    max_distance_from_center_meters: take.integer('Location', 'Metres from centre, at most', { min: 1 }),
    district_ids: take.list('Location', 'District IDs', { of: 'identifier' }),
    landmark_ids: take.list('Location', 'Landmark IDs', { of: 'identifier' }),
    city_ids: take.list('Location', 'City IDs', { of: 'identifier' }),
    sub_destination_ids: take.list('Location', 'Sub-destination IDs', { of: 'identifier' }),
    language: take.choice('Request', 'Language', { values: lists.languages }),
    timeout,
  },
  positional: ['destination', 'checkin', 'checkout', 'adults', 'rooms', 'count'],
  lookup: 'destination',
  results: 'many',
  defaultCount: 25,
  filterSets: true,
  rules: [
    { kind: 'oneOf', params: ['destination', 'destination_id'] },
    { kind: 'order', low: 'checkin', high: 'checkout', strict: true, days: 365 },
    { kind: 'notPast', param: 'checkin' },
    { kind: 'order', low: 'min_price_per_night', high: 'max_price_per_night' },
    {
      kind: 'conflict',
      param: 'travel_groups',
      value: 'adults_only',
      with: 'children_ages',
      says: 'A search for adults only cannot include children.',
    },
    {
      kind: 'conflict',
      param: 'property_amenities',
      value: 'adults_only',
      with: 'children_ages',
      says: 'A search for adults only cannot include children.',
    },
  ],
  record: {
    type: 'StaysHotelCard',
    shows: '{name}',
    fields: {
      id: is.numericId('Property ID'),
      alias: is.text('Alias'),
      country_code: is.text('Country code'),
      name: is.text('Name'),
      url: is.link('Page'),
      accommodation_type_id: is.numericId('Accommodation type ID'),
      star_rating: is.score('Stars'),
      star_rating_symbol: is.text('Star symbol'),
      review: is.record('Review', {
        type: 'StaysReviewScore',
        shows: '{score}',
        fields: {
          score: is.score('Review score'),
          review_count: is.count('Reviews'),
          label: is.text('Review'),
        },
      }),
      address: is.text('Address'),
      city: is.text('City'),
      destination_id: is.numericId('Destination ID'),
      latitude: is.degrees('Latitude'),
      longitude: is.degrees('Longitude'),
      display_location: is.text('Location'),
      district: is.text('District'),
      distance_from_center: is.text('From centre'),
      public_transport: is.text('Public transport'),
      beach_distance: is.text('Beach'),
      is_centrally_located: is.flag('Central'),
      image: is.image('Image'),
      price: is.record('Stay total', price),
      price_per_night: is.record('Per night', price),
      price_before_discount: is.record('Before discount', price),
      excluded_charges: is.record('Excluded charges', price),
      room_id: is.numericId('Room ID'),
      room_name: is.text('Room'),
      bedroom_count: is.count('Bedrooms'),
      bathroom_count: is.count('Bathrooms'),
      bed_count: is.count('Beds'),
      kitchen_count: is.count('Kitchens'),
      living_room_count: is.count('Living rooms'),
      area: is.areaIn('Area', 'area_unit'),
      area_unit: is.text('Area unit'),
      meal_plan: is.text('Meals'),
      free_cancellation_until: is.availability(is.isoDate('Free cancellation until')),
      availability_message: is.availability(is.text('Availability')),
      has_free_cancellation: is.availability(is.flag('Free cancellation')),
      has_no_prepayment: is.availability(is.flag('No prepayment')),
      allows_pets_for_free: is.flag('Pets free'),
      is_sustainable: is.flag('Sustainable'),
      sustainability_certifications: is.list('Certifications', 'unknown'),
      host_trader_label: is.text('Host'),
    },
  },
  columns: [
    'name',
    'star_rating',
    'review.score',
    'price',
    'price_per_night',
    'room_name',
    'meal_plan',
    'has_free_cancellation',
    'distance_from_center',
    'district',
    'url',
  ],
} as const satisfies Operation;

/** Help texts and examples for the lodging search. */
export const staysGuide: Guide<keyof typeof stays.params> = {
  summary:
    'Searches hotels and homes in a destination for your dates and returns live prices and availability.',
  help: {
    destination: 'City, region, landmark or hotel. A number is taken as a destination ID.',
    destination_id:
      'The service’s ID of the destination, instead of its name. The destination_id column shows it.',
    destination_kind: 'The type of destination, if its name is ambiguous.',
    checkin: 'Check-in date.',
    checkout: 'Check-out date, after check-in.',
    adults: 'Number of adults, 1 to 30.',
    children_ages: 'The age of each child, up to ten children. In another order it is another request.',
    rooms: 'Number of rooms, 1 to 30.',
    count: 'How many places to return.',
    sort: 'The order of the results.',
    currency: 'Currency of the prices.',
    min_price_per_night: 'Lowest price per night, in the selected currency.',
    max_price_per_night: 'Highest price per night, in the selected currency.',
    property_types: 'Only these types of lodging.',
    entire_homes_only: 'Only homes and apartments that you do not share.',
    star_ratings: 'Only these star ratings.',
    min_review_score: 'Lowest guest review score.',
    sustainability_certified: 'Only places with a sustainability certification.',
    brand_ids: 'Only hotels of these brands, by ID.',
    min_bedrooms: 'Minimum number of bedrooms.',
    min_beds: 'Minimum number of beds.',
    min_bathrooms: 'Minimum number of bathrooms.',
    bed_types: 'Only rooms with these beds.',
    room_amenities: 'Amenities that the room must have.',
    property_amenities: 'Amenities that the property must have.',
    activities: 'Activities that guests can do there.',
    meal_plans: 'Meals that are included, or a kitchen.',
    highly_rated_breakfast: 'Only places whose breakfast guests rate highly.',
    booking_policies: 'Booking conditions, such as free cancellation.',
    payment_options: 'How guests can pay.',
    available_only: 'Exclude places that are sold out for these dates.',
    travel_groups: 'Pet-friendly, adults only or LGBTQ+ friendly.',
    property_accessibility: 'Accessibility features that the property must have.',
    room_accessibility: 'Accessibility features that the room must have.',
    max_distance_from_center_meters: 'Maximum distance from the centre, in metres.',
    district_ids: 'Only these districts, by ID.',
    landmark_ids: 'Only near these landmarks, by ID.',
    city_ids: 'Only these cities, by ID.',
    sub_destination_ids: 'Only these parts of the destination, by ID.',
    language: 'Language of names and descriptions.',
  },
  examples: [
    {
      formula: '=STAYS.SEARCH("Amsterdam",DATE(2027,5,3),DATE(2027,5,7),2)',
      says: 'Twenty-five places for two adults, with the total and the price per night.',
      cells: {},
    },
    {
      formula:
        '=STAYS.SEARCH(A2:A6,B1,B2,2,1,25,"currency=EUR; star_ratings=4,5; booking_policies=free_cancellation")',
      says: 'Four- and five-star hotels with free cancellation in each city in A2:A6, with the destination in the first column.',
    },
    {
      formula: '=STAYS.SEARCH("Lisbon",B1,B2,2,1,25,"@family; max_price_per_night=180")',
      says: 'A saved filter set, with its price limit overridden.',
    },
    {
      formula: '=STAYS.SEARCH(A2:A6,B2:B6,C2:C6,2,1,3)',
      says: 'Three places for each leg of a trip: city, check-in and check-out of the same row belong together.',
    },
    {
      formula: '=STAYS.SEARCH(A2:A5,B1:G1,B1:G1+3,2,1,25,"min(price_per_night)")',
      says: 'The cheapest night for each city in A2:A5 and each check-in date in B1:G1, as a matrix of 4 × 6 cells.',
    },
  ],
  unavailable: 'The destination was not found, or the source is not responding.',
  assumedNames: {
    destination_kind: 'the destination kind',
    sort: 'the sort order',
    min_review_score: 'the minimum review score',
  },
  assumptions: {
    'order of ages': {
      open: 'Whether the order of the children’s ages matters, such as for who shares a room.',
      assumed: 'It may: `children_ages=5,7` and `7,5` are two requests, and each is paid for.',
      change: 'Nothing to change. Write the ages in the same order everywhere, such as the youngest first.',
    },
    'price limits': {
      open: 'The currency of min_price_per_night and max_price_per_night.',
      assumed: 'The currency you set with currency=, or the currency of the response if you set none.',
      change: 'Set currency= together with a price limit.',
    },
    'check-in in the past': {
      open: 'Whether a stay that begins in the past is billed, and how long a stay may be.',
      assumed:
        'Spillway rejects a check-in date once that day is over in every time zone, and a stay of more than 365 nights.',
      change: 'Enter a later date.',
    },
    'stays required parameters': {
      open: 'Which parameters of the lodging search are required, and how destination and destination_id relate.',
      assumed: 'Both dates, and either destination or destination_id. A number means destination_id.',
      change: 'raw:name=value sends any parameter.',
    },
    identifiers: {
      open: 'The element type of district_ids, landmark_ids, brand_ids, city_ids and sub_destination_ids.',
      assumed: 'Whole numbers are sent as numbers, anything else as text.',
      change: 'raw:district_ids=… sends text.',
    },
  },
  picks: {
    // The place that a result names is a district with its city; the name of a district alone may be that of several.
    destination: [{ value: 'city' }, { value: 'display_location' }],
    destination_id: { value: 'destination_id', label: 'city', lookup: 'destination' },
  },
  codes: [
    {
      code: 'destination_id',
      from: 'The destination_id column of a result. You can pass it as the destination: a number is taken as the ID.',
    },
    {
      code: 'district_ids, landmark_ids, brand_ids, city_ids, sub_destination_ids',
      from: 'IDs of the service. No result and no published list shows them. Ask the support team of the service.',
    },
    {
      code: 'coordinates',
      from: 'The latitude and longitude columns. The service has destination_kind=LATLONG but does not document how a destination takes coordinates.',
    },
  ],
};

const amounts = [
  'price.amount',
  'price_per_night.amount',
  'price_before_discount.amount',
  'excluded_charges.amount',
] as const;

/**
 * What is followed of a property. A price is that of a stay, of its guests, and of the cheapest room that meets the filters on
 * rooms and booking, so all of these must be equal.
 */
export const staysHistory: HistoryFactsOf<typeof stays> = {
  identity: 'id',
  label: 'name',
  comparable: [
    'checkin',
    'checkout',
    'adults',
    'children_ages',
    'rooms',
    'currency',
    'min_bedrooms',
    'min_beds',
    'min_bathrooms',
    'bed_types',
    'room_amenities',
    'room_accessibility',
    'meal_plans',
    'booking_policies',
  ],
  followed: [
    ...amounts,
    'review.score',
    'review.review_count',
    'star_rating',
    'availability_message',
    'has_free_cancellation',
  ],
  // When the cheapest room is sold out, the card shows another one.
  offered: { by: 'room_id', fields: amounts },
};

// What lodging records show of the filters whose wire names are assumed. Orders that mix several things (top picks, stars and
// price) are not judged, nor are kinds of destination that may reach into another country.
const byPrice = (falls?: true): Order => ({
  by: ['price.amount', 'price_per_night.amount'],
  within: 'price.currency',
  ...(falls && { falls }),
});

const orders: Readonly<Partial<Record<(typeof lists.staysSorts)[number], Order>>> = {
  price_low_to_high: byPrice(),
  price_high_to_low: byPrice(true),
  stars_low_to_high: { by: ['star_rating'] },
  stars_high_to_low: { by: ['star_rating'], falls: true },
  distance_from_center: { by: ['distance_from_center'] },
};

const least: Readonly<Record<(typeof lists.minReviewScores)[number], number>> = {
  pleasant_6: 6,
  good_7: 7,
  very_good_8: 8,
  wonderful_9: 9,
};

export const staysEvidence = {
  destination_kind: { kind: 'same', field: 'country_code', values: ['COUNTRY'] },
  sort: { kind: 'order', orders },
  min_review_score: { kind: 'atLeast', field: 'review.score', least },
} as const satisfies OperationEvidence;
