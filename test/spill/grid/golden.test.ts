// One believable answer of each operation, and the whole grid it must become. A change of a grid is a change of what
// people have in their workbooks: the files are edited by hand or written anew with GOLDEN=write and read before commit.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationIds } from '../../../src/operations';
import { gridOf } from '../../../src/spill/grid/gridOf';
import { smallestArguments } from '../../operations/fixtures';
import { read } from '../read/readings';

interface Golden {
  readonly records: Record<string, unknown>[];
  readonly grids: Readonly<Record<string, unknown>>;
}

const folder = join(__dirname, 'golden');

const withGolden = operationIds.filter((id) => readdirSync(folder).includes(`${id}.json`));

it('has a golden answer for every file', () => expect(withGolden).toHaveLength(readdirSync(folder).length));

it.each(withGolden)('the golden grids of %s', (id) => {
  const path = join(folder, `${id}.json`);
  const golden = JSON.parse(readFileSync(path, 'utf8')) as Golden;
  const outcome = { records: golden.records, fetchedAt: 0, from: 'service' };
  const grid = (options: string, formats: boolean) =>
    JSON.parse(
      JSON.stringify(gridOf(read(id, ...smallestArguments(id), options), [outcome], { formats })),
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
