// The columns of one function: every field of its record with heading and type, with the default columns marked.
import { labelled } from '../../../src/languages/labels';
import { operationOf, type OperationId } from '../../../src/operations';
import type { Field, RecordShape } from '../../../src/operations/table/field';
import type { Block } from './document';

const kinds: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  identifier: 'identifier',
  link: 'URL',
  image: 'image URL',
  flag: 'TRUE or FALSE',
  count: 'whole number',
  number: 'number',
  score: 'number',
  area: 'number',
  degrees: 'number',
  money: 'amount',
  percent: 'percentage (22% is 0.22)',
  date: 'date',
  list: 'list, as text',
  record: 'record',
};

function typeOf(field: Field): string {
  if (field.kind === 'money')
    return 'code' in field.currency
      ? `amount in ${field.currency.code}`
      : `amount in the record’s currency${field.currency.default ? `, or ${field.currency.default} if it has none` : ''}`;
  if (field.kind === 'record') return `record, shown as ${field.of.shows.replaceAll(/[{}]/g, '`')}`;
  return kinds[field.kind];
}

function rowsOf(shape: RecordShape, usual: ReadonlySet<string>, before = ''): string[][] {
  return Object.entries(shape.fields).flatMap(([name, field]) => {
    const path = `${before}${name}`;
    const own = [
      `\`${path}\``,
      labelled(field.label, `${shape.type}.${name}`),
      typeOf(field),
      usual.has(path) ? 'Yes' : '',
    ];
    if (field.kind === 'record') return [own, ...rowsOf(field.of, usual, `${path}.`)];
    if (field.kind === 'list' && typeof field.of !== 'string')
      return [own, ...rowsOf(field.of, usual, `${path}.0.`)];
    return [own];
  });
}

export function columnsOf(id: OperationId): Block[] {
  const { record, columns } = operationOf(id);
  return [
    { heading: 'Columns', level: 3 },
    {
      text: "The default columns are marked. Use `columns` to select any of them. To use a field that the service has added since, put its name in quotes: `columns=name,'new_field'`.",
    },
    { head: ['Field', 'Heading', 'Type', 'Default'], rows: rowsOf(record, new Set(columns)) },
  ];
}
