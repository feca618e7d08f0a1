// Everything the service document leaves open, in one place: what Spillway assumes and how a user changes it. What concerns
// one operation is in that operation's guide.
import { operationIds, operationOf } from '.';
import { guideOf } from './guides';
import type { Assumption, CodeSource } from './table/operation';
import type { AssumptionId } from './table/parameter';

const change = 'Settings, Wire names, or pass the correct name with raw:name=value.';

/** One for each assumed wire name. */
export const wireNameAssumptions: Readonly<Record<AssumptionId, Assumption>> = Object.fromEntries(
  operationIds.flatMap((id) =>
    Object.entries(guideOf(id).assumedNames ?? {}).map(([name, what]) => [
      `${id}.${name}`,
      { open: `The field name of ${what}.`, assumed: `\`${name}\`.`, change },
    ]),
  ),
);

/** What concerns every operation. Money comes first. */
const general: Readonly<Record<string, Assumption>> = {
  'failures that are free': {
    open: 'Which failures are billed.',
    assumed:
      'A request that was never sent is free. A response with status 400, 401, 403, 404, 412, 422 or 429 is assumed to be free. Any other failure may have been charged. If the points in the token statistic show the charge, they decide. The cell says what is known.',
    change: 'TOKEN.USAGE("points") shows the remaining points, free of charge.',
  },
  'partial blocks': {
    open: 'Whether a partial block of results is billed in full (5 credits per 15, 10 per 20, 5 per 25).',
    assumed:
      'Yes: 16 businesses cost as much as 30. The budget, price estimates and CREDITS.COST calculate this way.',
    change: 'Nothing to change.',
  },
  'rounded counts': {
    open: 'Whether a larger count within the same block costs the same.',
    assumed: 'Yes. Spillway rounds the count up to the full block and caches the extra results.',
    change: 'Settings, Spending: Fetch the whole paid block.',
  },
  'smaller counts': {
    open: 'Whether a smaller count returns the first results of a larger one.',
    assumed: 'Yes: a response with 50 results also serves a request for 10, without another request.',
    change: 'Settings, Spending: Reuse larger results for smaller counts.',
  },
  'points and windows': {
    open: 'What the points and the five rate limits count.',
    assumed:
      'Points are the remaining credits. A rate limit is assumed to count credits until the token statistic shows that it grew by less than the charge, which means it counts requests.',
    change: 'Nothing to change. Spillway learns it from the statistic.',
  },
  'which token': {
    open: 'Which record of the token statistic belongs to your key, if it lists several.',
    assumed: 'The first one marked as primary, or else the first one. The others are listed next to it.',
    change: 'Keep one token in your account, or compare the list under Usage.',
  },
  'count bound': {
    open: 'The upper limit of count.',
    assumed: 'There is no limit. The price is shown before anything is sent.',
    change: 'The approval threshold and the daily cap in Settings.',
  },
  'example defaults': {
    open: 'Whether values that the service shows only as examples, such as lang=hk, are defaults.',
    assumed: 'No. Spillway does not send what you omit.',
    change: 'Set the option to send it.',
  },
  'ignored filters': {
    open: 'Whether the service rejects or ignores a field it does not know.',
    assumed:
      'Either is possible. Some filters are sent under assumed names, listed below. If the results contradict such a filter, the service probably ignored it: the preview, Activity and the stamp column (stamp=yes) say so.',
    change,
  },
  'date system': {
    open: 'Whether the workbook uses the 1900 or the 1904 date system. Excel does not tell add-ins.',
    assumed:
      'The 1900 date system. With the 1904 date system, dates in results are four years and one day late.',
    change: 'In Excel, Options, Advanced: clear “Use 1904 date system”, or enter dates as text.',
  },
  units: {
    open: 'The unit of distances and percentages.',
    assumed: 'Percentages are percent, not fractions. Distances are shown as received.',
    change: 'formats=0 shows numbers without formats.',
  },
  'rating score': {
    open: 'The scale of ratings and scores.',
    assumed: 'Shown as received.',
    change: 'Nothing to change.',
  },
  'list elements': {
    open: 'The shape of the elements of some lists, such as facilities, categories, socials and recent_jobs.',
    assumed: 'Text is joined. Objects are shown by their name, title or label, or else as compact JSON.',
    change: 'Select an element by index and path, such as socials.0.url.',
  },
  'codes without a list': {
    open: 'Allowed values of codes that the service publishes no list of.',
    assumed: 'They are sent unchecked.',
    change: 'Enter any code the service accepts.',
  },
};

export const assumptions: Readonly<Record<string, Assumption>> = Object.fromEntries([
  ...Object.entries(general),
  ...operationIds.flatMap((id) => Object.entries(guideOf(id).assumptions ?? {})),
]);

/** Where to find the codes that the service publishes no list of. */
export const codeSources: readonly CodeSource[] = operationIds.flatMap((id) =>
  (guideOf(id).codes ?? []).map(({ code, from }) => ({
    code: `${code} (${operationOf(id).function})`,
    from,
  })),
);
