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

/** The rest: behaviour that rests on an assumption, named where it is applied. What concerns money comes first. */
export const assumptions = {
  'failures that are free': {
    open: 'Which failures are billed.',
    assumed:
      'What was never sent is free. A refusal with status 400, 401, 403, 404, 412, 422 or 429 is assumed to be; any other failure may have been charged. Where the points of the token statistic show it, they decide; the cell says what is known.',
    change: 'TOKEN.USAGE("points") shows the points left, free of charge.',
  },
  'started blocks': {
    open: 'Whether a started block of results is billed whole (5 credits per 15, 10 per 20, 5 per 25).',
    assumed: 'Yes: 16 businesses cost as much as 30. Budget, quotes and CREDITS.COST count that way.',
    change: 'Nothing to change.',
  },
  'rounded counts': {
    open: 'Whether a larger count within the same block costs the same.',
    assumed: 'Yes, so the count is rounded up to the whole block and the surplus is kept for later.',
    change: 'Settings, Spending: Fetch the whole paid block.',
  },
  'smaller counts': {
    open: 'Whether a smaller count returns the first results of a larger one.',
    assumed: 'Yes: the answer for 50 also answers 10, without another request.',
    change: 'Settings, Spending: Answer smaller counts from larger ones.',
  },
  'points and windows': {
    open: 'What points and the five rate windows count.',
    assumed:
      'Points are the credits left. A window is taken to count credits until the token statistic shows that it grew by less than was charged, that is, counts requests.',
    change: 'Nothing to change; it is learnt from the statistic.',
  },
  'which token': {
    open: 'Which record of the token statistic belongs to your key, where it lists several.',
    assumed: 'The first that is marked as primary, else the first; the others are listed beside it.',
    change: 'Keep one token in your account, or compare the list under Usage.',
  },
  'example defaults': {
    open: 'Defaults that the service shows as examples only: accredited_only false, location empty, lang hk, language en.',
    assumed:
      'What you leave out is not sent. accredited_only=no is taken to mean the same as leaving it out.',
    change: 'Give the option to send it.',
  },
  units: {
    open: 'Units of radius, of saleable_area, of distances and of percentages.',
    assumed:
      'The radius is sent as it is, probably miles. Saleable area is in square feet, as the price per square foot suggests. Percentages are percent, not fractions.',
    change: 'formats=0 shows every number as it came.',
  },
  'price limits': {
    open: 'Currency of min_price_per_night and max_price_per_night.',
    assumed: 'The currency you ask for with currency=; without it, whatever the service answers in.',
    change: 'Give currency= together with a price limit.',
  },
  'check-in in the past': {
    open: 'Whether a stay that begins in the past is billed, and how long a stay may be.',
    assumed:
      'It is refused here once the day is over everywhere on earth, and so is a stay of more than 365 nights.',
    change: 'Give a later date.',
  },
  'date system': {
    open: 'Whether the workbook counts dates from 1900 or from 1904: no interface of Excel says so.',
    assumed: 'From 1900. In a workbook of the 1904 system dates in results show four years and a day late.',
    change: 'Excel, Options, Advanced: switch the 1904 date system off, or give dates as text.',
  },
  'ignored filters': {
    open: 'Whether the service refuses a field it does not know or ignores it.',
    assumed:
      'Either is possible. Grade, radius, sort order, review score and destination kind are sent under assumed names: if the results do not follow such a filter, it was probably ignored.',
    change,
  },
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
  'count bound': {
    open: 'Upper bound of count.',
    assumed: 'None; the price is shown before anything is sent.',
    change: 'Ask-me threshold and daily cap in Settings.',
  },
} as const satisfies Record<string, Assumption>;

export interface CodeSource {
  /** The parameters that take the code. */
  readonly code: string;
  readonly from: string;
}

/** Where a person gets the codes that the service publishes no list of. */
export const codeSources: readonly CodeSource[] = [
  {
    code: 'city (RURETAIL.SEARCH)',
    from: 'The retailer’s own code. The service shows one, msk_cl for Moscow, and uses it by default. The column city of a result names the code that was used; the builder suggests codes that brought results.',
  },
  {
    code: 'filters (RURETAIL.SEARCH)',
    from: 'Facets that the retailer’s category filters publish. The form of an entry is not described; the column key_properties shows the properties of a product.',
  },
  {
    code: 'brands (RURETAIL.SEARCH)',
    from: 'Names as the column brand shows them. An unknown brand is refused by the service (422).',
  },
  {
    code: 'unit (HKPROPERTY.VALUE)',
    from: 'The property reference number of the flat, from your own records. The column unit_code repeats it. Keep it as text.',
  },
  {
    code: 'company (JOBSBOARD.COMPANY)',
    from: 'The number in the address of the company’s profile, or that address itself.',
  },
  {
    code: 'destination_id (STAYS.SEARCH)',
    from: 'The column destination_id of a result. Give it back as the destination: a number is taken for the ID.',
  },
  {
    code: 'district_ids, landmark_ids, brand_ids, city_ids, sub_destination_ids (STAYS.SEARCH)',
    from: 'Numbers of the service. No result and no list shows them; they come from the account or the support of the service.',
  },
  {
    code: 'coordinates (STAYS.SEARCH)',
    from: 'The columns latitude and longitude. destination_kind=LATLONG exists; the form in which a destination takes coordinates is not described.',
  },
  {
    code: 'lang (HKPROPERTY.VALUE), language (JOBSBOARD.COMPANY)',
    from: 'The service shows one value of each, hk and en, and no list.',
  },
];
