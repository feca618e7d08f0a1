// What Excel and the reference say about each function: derived from the table for the data functions, written here for
// Spillway's own. Names, order and number of arguments are frozen: Excel caches metadata for a day and would pass the
// arguments of an old formula to the wrong parameters.
import { operationIds, operationOf, type OperationId } from '../../../src/operations';
import { closedList } from '../../../src/operations/table/parameter';
import type { Operation } from '../../../src/operations/table/operation';
import { tokenStatistic } from '../../../src/operations/tokenStatistic';
import { guideOf, helpOf, summaryOf } from '../../../src/operations/guides';
import { usageFields } from '../../../src/functions/free/usageField';
import type { Argument, Declaration } from './declared';
import { historyDeclarations } from './historyDeclarations';

const withRange = (help: string) =>
  /\brange\b/.test(help) ? help : `${help.replace(/\.$/, '')}, or a range of them.`;

function argumentOf(id: OperationId, name: string): Argument {
  const operation = operationOf(id);
  const help = helpOf(id, name);
  const parameter = operation.params[name];
  if (!parameter) throw new Error(`${operation.function} has no parameter ${name}.`);
  const lookup = name === operation.lookup;
  const values = closedList(parameter);
  const standard =
    name === 'count' ? operation.defaultCount : 'default' in parameter ? parameter.default : undefined;
  const usual = standard === undefined || standard === '' ? '' : ` Defaults to ${String(standard)}.`;
  return {
    name,
    help: lookup ? `${withRange(help)}${usual}` : `${help}${usual} One value, or a range.`,
    optional: !lookup && !(parameter.required && name !== 'count'),
    range: true,
    ...(values && { values }),
  };
}

const optionsHelp = ({ results, filterSets }: Operation): string =>
  results === 'many'
    ? `Filters and layout: "name=value; name=value", a two-column range${filterSets ? ', JSON or a saved @set' : ' or JSON'}. "name, price" alone selects columns, "min(price)" returns one figure.`
    : 'Layout and limits: "columns=…; max_age=7d", a two-column range or JSON. A field name alone, such as "price", returns just that value.';

function dataDeclaration(id: OperationId): Declaration {
  const operation = operationOf(id);
  const { price } = operation;
  const cost =
    'per' in price
      ? `${price.credits} credits per ${price.per} results`
      : `${price.credits} credit${price.credits === 1 ? '' : 's'}`;
  return {
    name: operation.function,
    summary: `${summaryOf(id)} Costs ${cost}. Recalculating is free.`,
    arguments: [
      ...operation.positional.map((name) => argumentOf(id, name)),
      { name: 'options', help: optionsHelp(operation), optional: true, range: true },
    ],
    result: 'matrix',
    operation: id,
    examples: guideOf(id).examples,
  };
}

const usage: Declaration = {
  name: tokenStatistic.function,
  summary: 'Returns your plan, the remaining points and the usage of each rate limit. Free.',
  arguments: [
    {
      name: 'field',
      help: 'One field, such as points or daily_left, to return just its value. Defaults to the whole table. Times are in UTC.',
      optional: true,
      range: false,
      choices: usageFields.map(({ name, label }) => ({ value: name, tip: label })),
    },
  ],
  result: 'matrix',
  examples: [
    { formula: '=TOKEN.USAGE()', says: 'Plan, points and each rate limit with limit, used and left.' },
    { formula: '=TOKEN.USAGE("points")', says: 'The remaining points, as a number.', cells: {} },
    {
      formula: '=TOKEN.USAGE("points")-CREDITS.COST("STAYS.SEARCH",50,12)',
      says: 'The points that would remain after twelve searches of fifty places each.',
    },
  ],
};

const creditsCost: Declaration = {
  name: 'CREDITS.COST',
  summary: 'Calculates what requests would cost in credits. Sends nothing and is free.',
  arguments: [
    {
      name: 'operation',
      help: 'The function whose price you want, such as "STAYS.SEARCH".',
      optional: false,
      range: false,
      choices: operationIds.map((id) => ({ value: operationOf(id).function, tip: operationOf(id).title })),
    },
    {
      name: 'count',
      help: 'Results per request, billed in full blocks. Defaults to the default count of the function.',
      optional: true,
      range: false,
    },
    {
      name: 'requests',
      help: 'Number of different requests, such as the distinct items of a range. Defaults to 1.',
      optional: true,
      range: false,
    },
  ],
  result: 'scalar',
  examples: [
    {
      formula: '=CREDITS.COST("STAYS.SEARCH",60)',
      says: 'Sixty places are billed as three blocks of 25: 15 credits.',
      cells: {},
    },
    {
      formula: '=CREDITS.COST("HKPROPERTY.VALUE",,COUNTA(UNIQUE(A2:A40)))',
      says: 'The price of valuing each distinct unit in A2:A40 for the first time.',
    },
    {
      formula: '=CREDITS.COST("NLRETAIL.SEARCH",20,4)',
      says: 'Four searches of twenty products each: 40 credits.',
    },
  ],
};

const staysFilters: Declaration = {
  name: 'STAYS.FILTERS',
  summary: 'Returns a saved filter set, one row per filter with its name and values. Free.',
  arguments: [
    {
      name: 'name',
      help: 'The name of a filter set saved in this workbook or in your library.',
      optional: false,
      range: false,
    },
  ],
  result: 'matrix',
  examples: [
    {
      formula: '=STAYS.FILTERS("family")',
      says: 'The filters in the set named family, one per row.',
      cells: {},
    },
    {
      formula: '=STAYS.SEARCH("Lisbon",B1,B2,2,1,25,STAYS.FILTERS("family"))',
      says: 'The rows passed as options. This is the same as "@family".',
    },
    {
      formula: '=STAYS.SEARCH("Porto",B1,B2,2,1,25,D1#)',
      says: 'The set spilled at D1, so that everyone can see which filters apply.',
    },
  ],
};

export const declarations: readonly Declaration[] = [
  ...operationIds.map(dataDeclaration),
  usage,
  creditsCost,
  staysFilters,
  ...historyDeclarations,
];
