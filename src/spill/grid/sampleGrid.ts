// What formula preview shows: one made-up row that says so. Nothing is requested while somebody is still typing.
import { operationOf, type OperationId } from '../../operations';
import type { Field, Fields } from '../../operations/table/field';
import { labelled } from '../../languages/labels';
import { sayWhere } from '../where/say';
import { isFault } from '../read/values/argument';
import type { Cell } from '../cell';
import { withPictures } from './cards/richGrid';
import { gridOf } from './gridOf';
import type { View } from '../read/options/view';

function sampleValue(field: Field): unknown {
  switch (field.kind) {
    case 'list':
      return typeof field.of === 'object' ? [sampleRecord(field.of.fields)] : [sayWhere('sample')];
    case 'record':
      return sampleRecord(field.of.fields);
    case 'date':
      return '2030-01-31';
    case 'percent':
      return 12;
    case 'link':
    case 'image':
      return 'https://example.com/sample';
    default:
      return field.type === 'string'
        ? sayWhere('sampleOf', { field: labelled(field.label) })
        : field.type === 'boolean'
          ? true
          : 123;
  }
}

const sampleRecord = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleValue(field)]));

export function sampleGrid(id: OperationId, view: View): Cell[][] {
  const item = { state: 'request', shown: sayWhere('sample'), leads: [], params: {}, raw: {} } as const;
  const outcome = {
    records: [sampleRecord(operationOf(id).record.fields)],
    fetchedAt: 0,
    from: sayWhere('sample'),
  };
  const formula = {
    operation: id,
    items: [item],
    single: true,
    varying: [],
    matrix: undefined,
    view,
    filterSets: [],
    serialDates: false,
  };
  const { cells } = gridOf(withPictures(formula), [outcome], { formats: false });
  // A column that only the service knows has no sample value, which is not an error here.
  return cells.map((row) => row.map((cell) => (isFault(cell) ? sayWhere('sample') : cell)));
}
