// The function reference, derived from the table: signatures, arguments, options with their values, columns, prices,
// errors and examples. docs/functions.md is generated from it.
import { operationOf } from '../../../src/operations';
import { summaryOf } from '../../../src/operations/guides';
import { declarations } from '../metadata/declaration';
import type { Declaration } from '../metadata/declared';
import { helpAnchor } from '../metadata/metadata';
import { assumptionsOf } from './assumptions';
import { columnsOf } from './columns';
import type { Block, Document } from './document';
import { commonErrors, errorsOf } from './errors';
import { introduction } from './introduction';
import { optionsOf } from './options';
import { longLists, valueList, type ListedValues } from './valueLists';

const signature = ({ name, arguments: all }: Declaration) =>
  `=${name}(${all.map((argument) => (argument.optional ? `[${argument.name}]` : argument.name)).join(', ')})`;

function argumentsOf(declaration: Declaration): Block[] {
  if (declaration.arguments.length === 0) return [];
  const listed = declaration.arguments.map(({ name, values = [] }): ListedValues => [name, values]);
  return [
    { heading: 'Arguments', level: 3 },
    {
      head: ['Argument', 'Required', 'Description'],
      rows: declaration.arguments.map(({ name, optional, range, help, values }) => [
        `\`${name}\``,
        optional ? 'No' : 'Yes',
        `${help}${values ? ` Values: ${valueList(name, values)}.` : ''}${range && name === 'options' ? ' See [Options](#options).' : ''}`,
      ]),
    },
    ...longLists(listed),
  ];
}

function priceOf({ operation }: Declaration): string {
  if (operation === undefined) return '**Price:** free.';
  const { price, params } = operationOf(operation);
  if ('per' in price)
    return `**Price:** ${price.credits} credits per ${price.per} results, rounded up. For example, ${price.per + 1} results cost ${price.credits * 2} credits, the same as ${price.per * 2}. Spillway fetches the full block and caches the extra results.`;
  return `**Price:** ${price.credits} credit${price.credits === 1 ? '' : 's'} per distinct request${'count' in params ? ', regardless of the count' : ''}.`;
}

const examplesOf = ({ examples }: Declaration): Block[] => [
  { heading: 'Examples', level: 3 },
  ...examples.flatMap(({ formula, says }): Block[] => [{ text: says }, { code: formula }]),
];

function section(declaration: Declaration): Block[] {
  const { name, summary, operation } = declaration;
  return [
    { heading: name, level: 2, anchor: helpAnchor(name) },
    { text: operation === undefined ? summary : summaryOf(operation) },
    { code: signature(declaration) },
    { text: priceOf(declaration) },
    ...argumentsOf(declaration),
    ...(operation === undefined
      ? []
      : [...optionsOf(operation), ...columnsOf(operation), ...errorsOf(operation)]),
    ...(declaration.name === 'TOKEN.USAGE' ? usageFieldList(declaration) : []),
    ...examplesOf(declaration),
  ];
}

const usageFieldList = (declaration: Declaration): Block[] => [
  { heading: 'Fields', level: 3 },
  {
    head: ['Field', 'Heading'],
    rows: (declaration.arguments[0]?.choices ?? []).map(({ value, tip }) => [`\`${value}\``, tip]),
  },
];

export const reference = (): Document => [
  ...introduction(declarations.map((declaration) => ({ declaration, signature: signature(declaration) }))),
  ...declarations.flatMap(section),
  ...assumptionsOf(),
  ...commonErrors(),
];
