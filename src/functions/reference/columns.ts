// The columns of one function: every field of its record with heading and type, the usual ones marked.
import { operationOf, type OperationId } from '../../operations';
import type { Field, RecordShape } from '../../operations/table/field';
import type { Block } from './document';

const kinds: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  identifier: 'identifier',
  link: 'web address',
  image: 'image address',
  flag: 'TRUE or FALSE',
  count: 'whole number',
  number: 'number',
  score: 'number',
  area: 'number',
  degrees: 'number',
  money: 'amount',
  percent: 'percent: 22% is 0.22',
  date: 'date',
  list: 'list, as text',
  record: 'record',
};

function typeOf(field: Field): string {
  if (field.kind === 'money')
    return 'code' in field.currency
      ? `amount in ${field.currency.code}`
      : `amount in the record’s currency${field.currency.default ? `, else ${field.currency.default}` : ''}`;
  if (field.kind === 'record') return `record, shown as ${field.of.shows.replaceAll(/[{}]/g, '`')}`;
  return kinds[field.kind];
}

function rowsOf(shape: RecordShape, usual: ReadonlySet<string>, before = ''): string[][] {
  return Object.entries(shape.fields).flatMap(([name, field]) => {
    const path = `${before}${name}`;
    const own = [`\`${path}\``, field.label, typeOf(field), usual.has(path) ? 'yes' : ''];
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
      text: 'Shown without asking where marked; name any of them in `columns`. Fields the service adds later can be named too.',
    },
    { head: ['field', 'heading', 'type', 'usual'], rows: rowsOf(record, new Set(columns)) },
  ];
}
