// Help texts and examples for the business directory search.
import type { Guide } from '../table/guide';
import type { bizbureau } from './bizbureau';

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
