// What a person is told of an operation and of each of its parameters. Apart from the table: forms, reference and Excel's
// tooltips show it, a formula needs none of it.
import type { OperationId, Operations } from '.';

interface Words<Name extends PropertyKey> {
  /** Read in Excel's tooltip. */
  readonly summary: string;
  /** One line for each parameter, in the words of the person who fills it in. */
  readonly help: Readonly<Record<Name, string>>;
}

const timeout =
  'How long the service may work on this request; a larger limit helps where a request timed out.';

const words: { readonly [Id in OperationId]: Words<keyof Operations[Id]['params']> } = {
  ruretail: {
    summary: 'Searches a Russian electronics retailer in one city and spills priced product cards.',
    help: {
      query: 'What to search for, such as a product or model name.',
      count: 'How many products to return.',
      city: 'The retailer’s code of the city whose prices and stock you want; the column city of a result names it.',
      sort: 'The order of the results.',
      price_min: 'Lowest price in roubles.',
      price_max: 'Highest price in roubles.',
      availability: 'How the product can be had: pickup, pickup now, delivery.',
      status: 'Only products with these marks, such as new or clearance.',
      min_rating: 'Lowest customer rating.',
      min_discount: 'Smallest discount in percent.',
      brands: 'Only these brands.',
      filters: 'Facets as the retailer’s category filters publish them; their form is not described.',
      with_images: 'Ask for product images too.',
      timeout,
    },
  },
  hkproperty: {
    summary:
      'Gives the weekly automated valuation of a Hong Kong flat and its estate, one row for each unit.',
    help: {
      unit: 'The unit’s property reference number from your own records, or a range of them.',
      lang: 'Language code of names and addresses, such as hk.',
      timeout,
    },
  },
  bizbureau: {
    summary: 'Searches a business directory by keyword and place and spills names, grades and contacts.',
    help: {
      keyword: 'What kind of business, or its name.',
      count: 'How many businesses to return; every started 15 cost 5 credits.',
      location: 'City and state, or ZIP code.',
      accredited_only: 'Only accredited businesses.',
      rating: 'Letter grade of the business.',
      radius: 'Distance from the location.',
      timeout,
    },
  },
  nlretail: {
    summary: 'Searches a Dutch retailer by keyword and spills priced product cards.',
    help: {
      keyword: 'What to search for.',
      count: 'How many products to return; every started 20 cost 10 credits.',
      timeout,
    },
  },
  jobsboard: {
    summary: 'Gives the profile of a company on a Middle-East job board, one row for each company.',
    help: {
      company: 'Company ID or profile address, or a range of them.',
      language: 'Language code of the profile, such as en.',
      timeout,
    },
  },
  stays: {
    summary: 'Searches lodging in a destination for a stay and spills live prices and availability.',
    help: {
      destination: 'City, region, landmark or hotel; a number is taken as a destination ID.',
      destination_id:
        'The service’s number of the destination, instead of its name; a result shows it as destination_id.',
      destination_kind: 'What the destination is, where its name is ambiguous.',
      checkin: 'Date of arrival.',
      checkout: 'Date of departure, after check-in.',
      adults: 'Number of adults, 1 to 30.',
      children_ages: 'Age of each child, at most ten.',
      rooms: 'Number of rooms, 1 to 30.',
      count: 'How many places to return; every started 25 cost 5 credits.',
      sort: 'The order of the results.',
      currency: 'Currency of the prices.',
      min_price_per_night: 'Lowest price for a night, in the currency you ask for.',
      max_price_per_night: 'Highest price for a night, in the currency you ask for.',
      property_types: 'Only these kinds of lodging.',
      entire_homes_only: 'Only places you have to yourself.',
      star_ratings: 'Only these star ratings.',
      min_review_score: 'Lowest guest review score.',
      sustainability_certified: 'Only places with a sustainability certificate.',
      brand_ids: 'Only hotels of these brands, by number.',
      min_bedrooms: 'Lowest number of bedrooms.',
      min_beds: 'Lowest number of beds.',
      min_bathrooms: 'Lowest number of bathrooms.',
      bed_types: 'Only rooms with these beds.',
      room_amenities: 'What the room must have.',
      property_amenities: 'What the property must have.',
      activities: 'What guests can do there.',
      meal_plans: 'Meals that are included, or a kitchen.',
      highly_rated_breakfast: 'Only places whose breakfast guests praise.',
      booking_policies: 'Such as free cancellation.',
      payment_options: 'How the stay can be paid.',
      available_only: 'Leave out what is sold out for these dates.',
      travel_groups: 'Pet friendly, adults only, LGBTQ+ friendly.',
      property_accessibility: 'What the property must offer.',
      room_accessibility: 'What the room must offer.',
      max_distance_from_center_meters: 'Largest distance from the centre in metres.',
      district_ids: 'Only these districts, by number.',
      landmark_ids: 'Only near these landmarks, by number.',
      city_ids: 'Only these cities, by number.',
      sub_destination_ids: 'Only these parts of the destination, by number.',
      language: 'Language of names and descriptions.',
      timeout,
    },
  },
};

export const summaryOf = (id: OperationId): string => words[id].summary;

export function helpOf(id: OperationId, name: string): string {
  const help: Readonly<Record<string, string>> = words[id].help;
  return help[name] ?? '';
}
