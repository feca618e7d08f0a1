// One realistic response of each operation, and the whole grid it must become. A change of a grid is a change of what
// people have in their workbooks: the files are edited by hand, or written with GOLDEN=write and reviewed before they are committed.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationIds, operationOf, type OperationId } from '../../../src/operations';
import type { Field } from '../../../src/operations/table/field';
import { gridOf } from '../../../src/spill/grid/gridOf';
import { richGrid } from '../../../src/spill/grid/cards/richGrid';
import { sampleRecord, smallestArguments } from '../../operations/fixtures';
import { read } from '../read/readings';

interface Golden {
  readonly records: Record<string, unknown>[];
  readonly grids: Readonly<Record<string, unknown>>;
}

const folder = join(__dirname, 'golden');

const isWritten = process.env['GOLDEN'] === 'write';

/** A new operation begins with a record that has every field. */
const goldenAt = (path: string, id: OperationId): Golden =>
  isWritten && !existsSync(path)
    ? { records: [sampleRecord(id)], grids: {} }
    : (JSON.parse(readFileSync(path, 'utf8')) as Golden);

/** One figure of each kind, of the first number among the default columns. */
function figuresOf(id: OperationId): readonly string[] {
  const { record, columns } = operationOf(id);
  const number = columns.find((name) => {
    const field: Field | undefined = record.fields[name];
    return field?.type === 'number' || field?.type === 'integer';
  });
  const figures =
    number === undefined ? [] : ['min', 'max', 'median', 'avg'].map((name) => `${name}(${number})`);
  return [...figures, 'count()', `first(${columns[0]})`];
}

it.each(operationIds)('the golden grids of %s', (id) => {
  const path = join(folder, `${id}.json`);
  const golden = goldenAt(path, id);
  const outcome = { records: golden.records, fetchedAt: 0, from: 'service' };
  const grid = (options: string, formats: boolean) =>
    JSON.parse(
      JSON.stringify(gridOf(read(id, ...smallestArguments(id), options), [outcome], { formats })),
    ) as unknown;
  const none = { ...outcome, records: [] };
  const [, ...others] = smallestArguments(id);
  const shaped = (lookup: unknown, options: string, outcomes: (typeof outcome | undefined)[]) =>
    JSON.parse(
      JSON.stringify(gridOf(read(id, lookup, ...others, options), outcomes, { formats: true }).cells),
    ) as unknown;
  const grids = {
    default: grid('', false),
    formats: grid('', true),
    all: grid('columns=*; headers=fields', false),
    ranges: shaped([['a'], ['b'], ['']], '', [outcome, none]),
    figures: shaped([['a'], ['b'], ['']], `columns=${figuresOf(id).join()}`, [outcome, none]),
    matrix: shaped(
      [
        ['a', 'b'],
        ['', 'a'],
      ],
      `${figuresOf(id)[0]}`,
      [outcome, none, undefined, outcome],
    ),
  };
  const rich = (options: string) =>
    JSON.parse(
      JSON.stringify(
        richGrid(read(id, ...smallestArguments(id), options), [outcome], { formats: true, cards: true }),
      ),
      // The clock of the person who reads it.
      (key, value: unknown) => (key === 'Fetched' ? 'now' : value),
    ) as unknown;
  const withCards = {
    cards: rich(`columns=${operationOf(id).columns[0]}; cards=yes`),
    images: rich('images=yes'),
  };
  if (isWritten)
    writeFileSync(path, `${JSON.stringify({ ...golden, grids: { ...grids, ...withCards } }, null, 2)}\n`);
  else expect({ ...grids, ...withCards }).toEqual(golden.grids);
});

it('has one golden file for each operation', () => {
  expect(readdirSync(folder).sort()).toEqual(operationIds.map((id) => `${id}.json`).sort());
});
