// Business directory: search by keyword and place.
import { letterGrades, radii } from './lists';
import * as is from '../table/field';
import type { Operation } from '../table/operation';
import * as take from '../table/parameter';
import { timeout } from '../timeout';

export const bizbureau = {
  id: 'bizbureau',
  function: 'BIZBUREAU.SEARCH',
  title: 'Business directory',
  method: 'POST',
  path: '/api/bizbureau/businesses/search',
  price: { credits: 5, per: 15 },
  params: {
    keyword: take.text('Search', 'Keyword', {
      required: true,
      minLength: 1,
    }),
    count: take.integer('Search', 'Results', { required: true, min: 1 }),
    location: take.text('Search', 'Location', { default: '', digits: 5 }),
    accredited_only: take.flag('Filters', 'Accredited only', {
      default: false,
    }),
    rating: take.choice('Filters', 'Grade', {
      values: letterGrades,
      assumption: 'bizbureau.rating',
    }),
    radius: take.choice('Filters', 'Radius', {
      values: radii,
      assumption: 'bizbureau.radius',
    }),
    timeout,
  },
  positional: ['keyword', 'count', 'location'],
  lookup: 'keyword',
  answers: 'many',
  defaultCount: 15,
  rules: [],
  record: {
    type: 'BizbureauBusinessSearchResult',
    shows: '{name}',
    fields: {
      id: is.identifier('Business ID'),
      name: is.text('Business'),
      image: is.image('Image'),
      bbb_rating: is.text('Grade'),
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
