// Help texts and examples for the lodging search.
import type { Guide } from '../table/guide';
import type { stays } from './stays';

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
