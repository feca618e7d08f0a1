// Lodging search: hotels and homes in a destination with live prices for a stay.
import * as lists from './lists';
import * as is from '../table/field';
import type { Operation } from '../table/operation';
import * as take from '../table/parameter';
import { timeout } from '../timeout';

const price = {
  type: 'StaysPrice',
  shows: '{amount}',
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
    count: take.integer('Stay', 'Results', {
      required: true,
      min: 1,
    }),
    sort: take.choice('Stay', 'Sort by', {
      values: lists.staysSorts,
      assumption: 'stays.sort',
    }),
    currency: take.choice('Price', 'Currency', { values: lists.currencies }),
    min_price_per_night: take.integer('Price', 'Per night from', {
      min: 0,
      narrows: { field: 'price_per_night', by: '>=' },
    }),
    max_price_per_night: take.integer('Price', 'Per night to', {
      min: 0,
      narrows: { field: 'price_per_night', by: '<=' },
    }),
    property_types: take.list('Property', 'Property types', {
      of: lists.propertyTypes,
    }),
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
    brand_ids: take.list('Property', 'Brand IDs', {
      of: 'identifier',
    }),
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
    room_amenities: take.list('Amenities', 'Room amenities', {
      of: lists.roomAmenities,
    }),
    property_amenities: take.list('Amenities', 'Property amenities', {
      of: lists.propertyAmenities,
    }),
    activities: take.list('Activities', 'Activities', {
      of: lists.activities,
    }),
    meal_plans: take.list('Booking', 'Meals', {
      of: lists.mealPlans,
    }),
    highly_rated_breakfast: take.flag('Booking', 'Highly rated breakfast'),
    booking_policies: take.list('Booking', 'Booking policies', {
      of: lists.bookingPolicies,
    }),
    payment_options: take.list('Booking', 'Payment', {
      of: lists.paymentOptions,
    }),
    available_only: take.flag('Booking', 'Available only'),
    travel_groups: take.list('Booking', 'Travel group', {
      of: lists.travelGroups,
    }),
    property_accessibility: take.list('Accessibility', 'Property accessibility', {
      of: lists.propertyAccessibility,
    }),
    room_accessibility: take.list('Accessibility', 'Room accessibility', {
      of: lists.roomAccessibility,
    }),
    max_distance_from_center_meters: take.integer('Location', 'Metres from centre, at most', { min: 1 }),
    district_ids: take.list('Location', 'District IDs', {
      of: 'identifier',
    }),
    landmark_ids: take.list('Location', 'Landmark IDs', {
      of: 'identifier',
    }),
    city_ids: take.list('Location', 'City IDs', { of: 'identifier' }),
    sub_destination_ids: take.list('Location', 'Sub-destination IDs', { of: 'identifier' }),
    language: take.choice('Request', 'Language', {
      values: lists.languages,
    }),
    timeout,
  },
  positional: ['destination', 'checkin', 'checkout', 'adults', 'rooms', 'count'],
  lookup: 'destination',
  answers: 'many',
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
      area: is.area('Area'),
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
