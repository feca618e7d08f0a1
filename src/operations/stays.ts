// Lodging search: hotels and homes in a destination with live prices for a stay.
import { activities } from './enumerations/activities';
import { currencies } from './enumerations/currencies';
import { languages } from './enumerations/languages';
import { propertyAmenities } from './enumerations/propertyAmenities';
import { roomAmenities } from './enumerations/roomAmenities';
import * as closed from './enumerations/stays';
import * as is from './field';
import type { Operation } from './operation';
import * as take from './parameter';
import { timeout } from './timeout';

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
  summary: 'Searches lodging in a destination for a stay and spills live prices and availability.',
  method: 'POST',
  path: '/api/stays/hotels/search',
  price: { credits: 5, per: 25 },
  params: {
    destination: take.text(
      'Stay',
      'Destination',
      'City, region, landmark or hotel; a number is taken as a destination ID.',
      { minLength: 1, numberMeans: 'destination_id' },
    ),
    destination_id: take.integer(
      'Stay',
      'Destination ID',
      'The service’s number of the destination, instead of its name.',
    ),
    destination_kind: take.choice(
      'Stay',
      'Destination kind',
      'What the destination is, where its name is ambiguous.',
      { values: closed.destinationKinds, assumption: 'stays.destination_kind' },
    ),
    checkin: take.date('Stay', 'Check-in', 'Date of arrival.', { required: true }),
    checkout: take.date('Stay', 'Check-out', 'Date of departure, after check-in.', { required: true }),
    adults: take.integer('Stay', 'Adults', 'Number of adults, 1 to 30.', { min: 1, max: 30 }),
    children_ages: take.list('Stay', 'Children’s ages', 'Age of each child, at most ten.', {
      of: 'integer',
      min: 0,
      maxItems: 10,
      sequence: true,
    }),
    rooms: take.integer('Stay', 'Rooms', 'Number of rooms, 1 to 30.', { min: 1, max: 30 }),
    count: take.integer('Stay', 'Results', 'How many places to return; every started 25 cost 5 credits.', {
      required: true,
      min: 1,
    }),
    sort: take.choice('Stay', 'Sort by', 'The order of the results.', {
      values: closed.staysSorts,
      assumption: 'stays.sort',
    }),
    currency: take.choice('Price', 'Currency', 'Currency of the prices.', { values: currencies }),
    min_price_per_night: take.integer('Price', 'Per night from', 'Lowest price for a night.', { min: 0 }),
    max_price_per_night: take.integer('Price', 'Per night to', 'Highest price for a night.', { min: 0 }),
    property_types: take.list('Property', 'Property types', 'Only these kinds of lodging.', {
      of: closed.propertyTypes,
    }),
    entire_homes_only: take.flag('Property', 'Entire homes only', 'Only places you have to yourself.'),
    star_ratings: take.list('Property', 'Stars', 'Only these star ratings.', { of: closed.starRatings }),
    min_review_score: take.choice('Property', 'Review score at least', 'Lowest guest review score.', {
      values: closed.minReviewScores,
      assumption: 'stays.min_review_score',
    }),
    sustainability_certified: take.flag(
      'Property',
      'Sustainability certified',
      'Only places with a sustainability certificate.',
    ),
    brand_ids: take.list('Property', 'Brand IDs', 'Only hotels of these brands, by number.', {
      of: 'identifier',
    }),
    min_bedrooms: take.integer('Room', 'Bedrooms at least', 'Lowest number of bedrooms.', { min: 1 }),
    min_beds: take.integer('Room', 'Beds at least', 'Lowest number of beds.', { min: 1 }),
    min_bathrooms: take.integer('Room', 'Bathrooms at least', 'Lowest number of bathrooms.', { min: 1 }),
    bed_types: take.list('Room', 'Beds', 'Only rooms with these beds.', { of: closed.bedTypes }),
    room_amenities: take.list('Amenities', 'Room amenities', 'What the room must have.', {
      of: roomAmenities,
    }),
    property_amenities: take.list('Amenities', 'Property amenities', 'What the property must have.', {
      of: propertyAmenities,
    }),
    activities: take.list('Activities', 'Activities', 'What guests can do there.', { of: activities }),
    meal_plans: take.list('Booking', 'Meals', 'Meals that are included, or a kitchen.', {
      of: closed.mealPlans,
    }),
    highly_rated_breakfast: take.flag(
      'Booking',
      'Highly rated breakfast',
      'Only places whose breakfast guests praise.',
    ),
    booking_policies: take.list('Booking', 'Booking policies', 'Such as free cancellation.', {
      of: closed.bookingPolicies,
    }),
    payment_options: take.list('Booking', 'Payment', 'How the stay can be paid.', {
      of: closed.paymentOptions,
    }),
    available_only: take.flag('Booking', 'Available only', 'Leave out what is sold out for these dates.'),
    travel_groups: take.list('Booking', 'Travel group', 'Pet friendly, adults only, LGBTQ+ friendly.', {
      of: closed.travelGroups,
    }),
    property_accessibility: take.list(
      'Accessibility',
      'Property accessibility',
      'What the property must offer.',
      { of: closed.propertyAccessibility },
    ),
    room_accessibility: take.list('Accessibility', 'Room accessibility', 'What the room must offer.', {
      of: closed.roomAccessibility,
    }),
    max_distance_from_center_meters: take.integer(
      'Location',
      'Metres from centre, at most',
      'Largest distance from the centre in metres.',
      { min: 1 },
    ),
    district_ids: take.list('Location', 'District IDs', 'Only these districts, by number.', {
      of: 'identifier',
    }),
    landmark_ids: take.list('Location', 'Landmark IDs', 'Only near these landmarks, by number.', {
      of: 'identifier',
    }),
    city_ids: take.list('Location', 'City IDs', 'Only these cities, by number.', { of: 'identifier' }),
    sub_destination_ids: take.list(
      'Location',
      'Sub-destination IDs',
      'Only these parts of the destination, by number.',
      { of: 'identifier' },
    ),
    language: take.choice('Request', 'Language', 'Language of names and descriptions.', {
      values: languages,
    }),
    timeout,
  },
  positional: ['destination', 'checkin', 'checkout', 'adults', 'rooms', 'count'],
  lookup: 'destination',
  answers: 'many',
  defaultCount: 25,
  rules: [
    { kind: 'oneOf', params: ['destination', 'destination_id'] },
    { kind: 'order', low: 'checkin', high: 'checkout', strict: true },
    { kind: 'order', low: 'min_price_per_night', high: 'max_price_per_night' },
    {
      kind: 'conflict',
      param: 'travel_groups',
      value: 'adults_only',
      with: 'children_ages',
      says: 'Adults only and children exclude each other.',
    },
    {
      kind: 'conflict',
      param: 'property_amenities',
      value: 'adults_only',
      with: 'children_ages',
      says: 'Adults only and children exclude each other.',
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
      free_cancellation_until: is.isoDate('Free cancellation until'),
      availability_message: is.text('Availability'),
      has_free_cancellation: is.flag('Free cancellation'),
      has_no_prepayment: is.flag('No prepayment'),
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
  unavailable: 'The destination was not found. Check its spelling, or give a destination ID.',
} as const satisfies Operation;
