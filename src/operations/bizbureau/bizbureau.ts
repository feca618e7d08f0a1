// Business directory: search by keyword and place.
import { letterGrades, radii } from './lists';
import * as is from '../table/field';
import type { Operation, Guide, HistoryFactsOf, OperationEvidence } from '../table/operation';
import * as take from '../table/parameter';
import { timeout } from '../table/parameter';

export const bizbureau = {
  id: 'bizbureau',
  function: 'BIZBUREAU.SEARCH',
  title: 'Business directory',
  method: 'POST',
  path: '/api/bizbureau/businesses/search',
  price: { credits: 5, per: 15 },
  params: {
    keyword: take.text('Search', 'Keyword', { required: true, minLength: 1 }),
    count: take.integer('Search', 'Results', { required: true, min: 1 }),
    location: take.text('Search', 'Location', { default: '', digits: 5 }),
    accredited_only: take.flag('Filters', 'Accredited only', {
      default: false,
      narrows: { field: 'is_accredited', by: 'yes' },
    }),
    rating: take.choice('Filters', 'Grade', { values: letterGrades, assumption: 'bizbureau.rating' }),
    radius: take.choice('Filters', 'Radius', { values: radii, assumption: 'bizbureau.radius' }),
    timeout,
  },
  positional: ['keyword', 'count', 'location'],
  lookup: 'keyword',
  results: 'many',
  defaultCount: 15,
  rules: [],
  record: {
    type: 'BizbureauBusinessSearchResult',
    shows: '{name}',
    fields: {
      id: is.identifier('Business ID'),
      name: is.text('Business'),
      image: is.image('Image'),
      bbb_rating: is.grade('Grade'),
      is_accredited: is.flag('Accredited'),
      phone: is.text('Phone'),
      category: is.text('Category'),
      categories: is.list('Categories', 'unknown'),
      address: is.text('Address'),
      city: is.text('City'),
      state: is.text('State'),
      zip_code: is.text('ZIP code'),
      rating_score: is.score('Rating score'),
      bbb_name: is.text('Bureau'),
      profile_url: is.link('Profile'),
      local_profile_url: is.link('Local profile'),
    },
  },
  columns: [
    'name',
    'category',
    'bbb_rating',
    'is_accredited',
    'rating_score',
    'phone',
    'address',
    'city',
    'state',
    'zip_code',
    'profile_url',
  ],
} as const satisfies Operation;

/** Help texts and examples for the business directory search. */
export const bizbureauGuide: Guide<keyof typeof bizbureau.params> = {
  summary:
    'Searches a business directory by keyword and place and returns names, grades and contact details.',
  help: {
    keyword: 'The type of business, or its name.',
    count: 'How many businesses to return.',
    location: 'City and state, or ZIP code.',
    accredited_only: 'Only accredited businesses.',
    rating: 'Letter grade of the business.',
    radius: 'Distance from the location.',
  },
  picks: { keyword: { value: 'category' }, location: { value: 'zip_code', label: 'city' } },
  examples: [
    {
      formula: '=BIZBUREAU.SEARCH("roofing",15,"Austin, TX")',
      says: 'Fifteen roofers near Austin, for 5 credits.',
      cells: {},
    },
    {
      formula: '=BIZBUREAU.SEARCH(A2:A6,15,"78701","accredited_only=yes; rating=A; radius=25")',
      says: 'Accredited businesses with grade A within 25 miles, for each trade in A2:A6.',
    },
    {
      formula: '=BIZBUREAU.SEARCH("plumber",30,"Denver, CO","columns=name,phone,bbb_rating")',
      says: 'A call list of thirty plumbers.',
    },
    {
      formula: '=BIZBUREAU.SEARCH(A2:A5,15,B1:D1,"first(name)")',
      says: 'The first business for each trade in A2:A5 and each city in B1:D1, as a matrix.',
    },
  ],
  unavailable: 'The directory was unavailable for this search: blocked, restricted or not responding.',
  assumedNames: { rating: 'the letter-grade filter', radius: 'the search-radius filter' },
  assumptions: {
    'accredited only': {
      open: 'Whether accredited_only defaults to no. The service shows this value only as an example.',
      assumed: 'Yes: accredited_only=no means the same as omitting it.',
      change: 'Nothing to change.',
    },
    radius: {
      open: 'The unit of radius.',
      assumed: 'The value is sent unchanged. It is probably in miles.',
      change: 'Nothing to change.',
    },
  },
};

/** What is followed of a business in the directory. */
export const bizbureauHistory: HistoryFactsOf<typeof bizbureau> = {
  identity: 'id',
  label: 'name',
  comparable: [],
  followed: ['rating_score', 'bbb_rating', 'is_accredited'],
};

/** What records of the business directory show of the filters whose wire names are assumed. */
export const bizbureauEvidence = {
  rating: { kind: 'grade', field: 'bbb_rating', grades: letterGrades },
  radius: { kind: 'none' },
} as const satisfies OperationEvidence;
