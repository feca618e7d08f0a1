// The values of an argument or option that takes only listed ones: in its row, or below the table if they are many.
import { cellTexts } from '../../../src/languages/labels';
import type { Block } from './document';

/** A longer list gets its own heading below the table. */
const mostInTable = 12;

export type ListedValues = readonly [name: string, values: readonly string[]];

/** With its name in the language of the reader, in English without: there the value is a word. */
const code = (values: readonly string[]) =>
  values
    .map((value) => {
      const name = cellTexts()?.values[value];
      return name === undefined ? `\`${value}\`` : `\`${value}\` (${name})`;
    })
    .join(', ');

export const valueList = (name: string, values: readonly string[]): string =>
  values.length <= mostInTable ? code(values) : `${values.length} values, see [below](#${name})`;

export const longLists = (all: readonly ListedValues[]): Block[] =>
  all
    .filter(([, values]) => values.length > mostInTable)
    .flatMap(([name, values]): Block[] => [
      { heading: `Values of \`${name}\``, level: 4, anchor: name },
      { text: code(values) },
    ]);
