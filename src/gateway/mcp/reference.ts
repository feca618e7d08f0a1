// What a model reads about the sources before it asks: derived from the operations table, as the function reference is.
import { operationIds, operationOf, type OperationId } from '../../operations';
import { helpOf, summaryOf } from '../../operations/guides';
import { closedList, type Parameter } from '../../operations/table/parameter';
import { columnsOfRecord } from './toolData';

/** Longer lists of values are cut here; a wrong value is refused with the nearest right one. */
const mostValues = 60;

const priceText = (id: OperationId): string => {
  const { price } = operationOf(id);
  return 'per' in price
    ? `${price.credits} credits for each ${price.per} results`
    : `${price.credits} credits`;
};

const typeText = (parameter: Parameter): string => {
  const values = closedList(parameter);
  const list = parameter.kind === 'list' ? 'list of ' : '';
  if (!values) return parameter.kind === 'list' ? `${list}${String(parameter.of)}` : parameter.kind;
  const more = values.length > mostValues ? ` … (${values.length} values)` : '';
  return `${list}${values.slice(0, mostValues).join(' | ')}${more}`;
};

/** One line for each source: what it is, its price and what it is asked with. */
export const sourceLines = (): string =>
  operationIds
    .map((id) => {
      const { title, params, positional } = operationOf(id);
      const names = positional.map((name) => (params[name]?.required ? `${name} (required)` : name));
      return `- ${id}: ${title}. ${priceText(id)}. Parameters: ${names.join(', ')}, and others in spillway://sources/${id}.`;
    })
    .join('\n');

export function referenceOf(id: OperationId): string {
  const { title, params, function: name } = operationOf(id);
  const about = Object.entries(params).map(([parameter, facts]) => {
    const isRequired = facts.required && parameter !== 'count' ? ', required' : '';
    const byDefault = 'default' in facts && facts.default !== undefined ? `, default ${facts.default}` : '';
    return `- \`${parameter}\` (${typeText(facts)}${isRequired}${byDefault}): ${helpOf(id, parameter)}`;
  });
  const { all, usual: columns } = columnsOfRecord(id);
  return [
    `# ${title} (\`${id}\`)`,
    summaryOf(id),
    `Price: ${priceText(id)}. Excel function: ${name}.`,
    '## Parameters',
    ...about,
    '## Columns',
    `Shown unless others are asked for: ${columns.join(', ')}.`,
    `All: ${all.join(', ')}.`,
  ].join('\n');
}

interface PromptText {
  readonly title: string;
  readonly description: string;
  readonly text: string;
}

const ending =
  'Call `estimate` first and tell me the price. Call `fetch` only after I agree. Then call `formula` for each request and give me ' +
  'the formulas to put into Excel, so that the cells stay live and cost nothing now.';

/** One for each kind of user. */
export const prompts: Readonly<Record<string, PromptText>> = {
  compare_prices: {
    title: 'Compare prices',
    description: 'For pricing analysts: the same products at several shops, and what changed.',
    text: `Compare prices for the products that I name next, at the shops in the list of sources that sell them. Show which changed since the last time (\`changes\` is free). ${ending}`,
  },
  compare_valuations: {
    title: 'Compare flat valuations',
    description: 'For buyers and owners: valuations of flats, and how they developed.',
    text: `Compare the valuations of the flats that I name next, each with its value over time (\`history\` is free). ${ending}`,
  },
  plan_trip: {
    title: 'Plan travel costs',
    description: 'For travel planners: stays in several places on several dates.',
    text: `Work out what stays cost for the places, dates and numbers of people that I name next, as a table of places and dates. ${ending}`,
  },
};
