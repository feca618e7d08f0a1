// Response text → validated records → grid, for the Node and the browser benchmark: 10,000 records × 35 fields.
import { isRecords } from '../src/engine/request/response';
import { operationOf } from '../src/operations';
import type { Field } from '../src/operations/table/field';
import { checkRequest } from '../src/operations/check/request';
import { readFormula } from '../src/spill/read/formula/formula';
import { gridOf } from '../src/spill/grid/gridOf';
import { excelRows } from '../src/functions/calls/rows';

const rows = 10_000;

/** Short values, so that the result stays below Excel's size limit and nothing is cut off. */
function sample(field: Field, nth: number): unknown {
  switch (field.type) {
    case 'string':
      return field.kind === 'date'
        ? '2027-05-03'
        : field.kind === 'link' || field.kind === 'image'
          ? 'http://a'
          : 't';
    case 'number':
      return nth % 10;
    case 'integer':
      return nth % 10;
    case 'boolean':
      return nth % 2 === 0;
    case 'list':
      return nth % 3 === 0 ? [] : typeof field.of === 'string' ? ['a', 'b'] : [object(field.of.fields, nth)];
    case 'record':
      return object(field.of.fields, nth);
  }
}
const object = (fields: Readonly<Record<string, Field>>, nth: number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sample(field, nth)]));

export function responseText(): string {
  const { record } = operationOf('ruretail');
  return JSON.stringify(
    Array.from({ length: rows }, (_, nth) => ({ '@type': record.type, ...object(record.fields, nth) })),
  );
}

const formula = readFormula(
  'ruretail',
  [[['ssd']], rows, null, [['columns=*']]],
  () => undefined,
  checkRequest,
);

type Records = readonly Readonly<Record<string, unknown>>[];

export const recordsOf = (text: string) => JSON.parse(text) as Records;

const cellsOf = (records: Records) =>
  gridOf(formula, [{ records, fetchedAt: 0, from: 'service' }], { formats: true }).cells;

/** A response in memory, shown by another formula: its rows as Excel takes them. */
export const showAgain = (records: Records) => excelRows(cellsOf(records), { cards: true });

export function toGrid(text: string): {
  readonly rows: number;
  readonly columns: number;
  readonly cut: boolean;
} {
  const records = recordsOf(text);
  const cells = isRecords(records) ? cellsOf(records) : [];
  return { rows: cells.length, columns: cells[0]?.length ?? 0, cut: cells.length <= rows };
}
