// Everything the service document leaves open, in one place: what Spillway assumes, and how a user changes it.
// The wire names themselves are in wireNames.ts.
import type { AssumptionId } from './wireNames';

export interface Assumption {
  /** What the document does not say. */
  readonly open: string;
  readonly assumed: string;
  readonly change: string;
}

const change = 'Settings, Wire names; or pass the true name with raw:name=value.';

/** Of each wire name that is assumed. */
export const wireNameAssumptions: Readonly<Record<AssumptionId, Assumption>> = {
  'bizbureau.rating': {
    open: 'Field name of the letter-grade filter.',
    assumed: 'Sent as `rating`.',
    change,
  },
  'bizbureau.radius': {
    open: 'Field name of the search-radius filter.',
    assumed: 'Sent as `radius`.',
    change,
  },
  'stays.destination_kind': {
    open: 'Field name of the destination kind.',
    assumed: 'Sent as `destination_kind`.',
    change,
  },
  'stays.sort': { open: 'Field name of the sort order.', assumed: 'Sent as `sort`.', change },
  'stays.min_review_score': {
    open: 'Field name of the minimum review score.',
    assumed: 'Sent as `min_review_score`.',
    change,
  },
};

/** The rest: behaviour that rests on an assumption, named where it is applied. */
export const assumptions = {
  'valuation dates': {
    open: 'Unit and time zone of valuation_at and previous_valuation_at.',
    assumed:
      'Seconds, milliseconds or yyyymmdd, told apart by magnitude, shown in Hong Kong time; anything else stays a number.',
    change: 'formats=0 shows the number as it came.',
  },
  'list elements': {
    open: 'Element shapes of facilities, category_labels, nearby_places, categories, socials, recent_jobs and sustainability_certifications.',
    assumed: 'Text is joined; objects are shown by their name, title or label, else as compact JSON.',
    change: 'Name an element by index and path, such as socials.0.url.',
  },
  'stays required parameters': {
    open: 'Which parameters of the lodging search are required, and how destination and destination_id relate.',
    assumed: 'Dates, and one of destination and destination_id; a number means destination_id.',
    change: 'raw:name=value sends any parameter.',
  },
  identifiers: {
    open: 'Element type of district_ids, landmark_ids, brand_ids, city_ids and sub_destination_ids.',
    assumed: 'Whole numbers are sent as numbers, anything else as text.',
    change: 'raw:district_ids=… sends text.',
  },
  'codes without a list': {
    open: 'Allowed city codes, lang and language of the valuation and company operations, format of filters.',
    assumed: 'Passed through unchecked.',
    change: 'Type any code the service accepts.',
  },
  'company text': {
    open: 'Field name of the company About text.',
    assumed: 'Fields the table does not know are kept and can be named as columns; `*` shows them.',
    change: 'columns=name,about (or the name the service uses).',
  },
  'valuation currency': {
    open: 'Currency of Hong Kong valuations and of Dutch prices.',
    assumed: 'HKD and EUR.',
    change: 'formats=0 shows plain numbers.',
  },
  'rating score': {
    open: 'Scale of the directory rating score and of retail ratings.',
    assumed: 'Shown as the number that came.',
    change: 'Nothing to change.',
  },
  'free failures': {
    open: 'Which failures are charged.',
    assumed:
      'Answers with status 400, 401, 403, 404, 412, 422 and 429 cost nothing; any other failure may have been charged. Where the points of the token statistic tell, they decide.',
    change: 'Nothing to change; the message of the cell says what is known.',
  },
  'rate windows': {
    open: 'Whether the rate windows count requests or credits, and how they turn over.',
    assumed:
      'Credits, and sliding windows, until the token statistic shows that a window grew by less than was charged.',
    change: 'Nothing to change; it is learnt from the statistic.',
  },
  'count bound': {
    open: 'Upper bound of count.',
    assumed: 'None; the price is shown before anything is sent.',
    change: 'Ask-me threshold and daily cap in Settings.',
  },
} as const satisfies Record<string, Assumption>;
