// One believable answer of each operation, and the whole grid it must become. A change of a grid is a change of what
// people have in their workbooks: the files are edited by hand or written anew with GOLDEN=write and read before commit.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationIds, type OperationId } from '../../../src/operations';
import { makeGrid } from '../../../src/spill/grid/grid';
import { read, stay } from '../read/readings';

interface Golden {
  readonly records: Record<string, unknown>[];
  readonly grids: Readonly<Record<string, unknown>>;
}

const lookups: Readonly<Record<OperationId, readonly unknown[]>> = {
  ruretail: ['iphone', null, null],
  hkproperty: ['A', null],
  bizbureau: ['roofing', null, null],
  nlretail: ['koffie', null],
  jobsboard: ['77', null],
  stays: ['Rome', ...stay],
};

const folder = join(__dirname, 'golden');

it.each(operationIds)('the golden grids of %s', (id) => {
  const path = join(folder, `${id}.json`);
  expect(existsSync(path)).toBe(true);
  const golden = JSON.parse(readFileSync(path, 'utf8')) as Golden;
  const outcome = { records: golden.records, fetchedAt: 0, from: 'service' };
  const grid = (options: string, formats: boolean) =>
    JSON.parse(
      JSON.stringify(makeGrid(read(id, ...lookups[id], options), [outcome], { formats })),
    ) as unknown;
  const grids = {
    default: grid('', false),
    formats: grid('', true),
    all: grid('columns=*; headers=fields', false),
  };
  if (process.env['GOLDEN'] === 'write')
    writeFileSync(path, `${JSON.stringify({ ...golden, grids }, null, 2)}\n`);
  else expect(grids).toEqual(golden.grids);
});
