import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { createCellRegistry } from '../../../src/excel/recalculation/cellRegistry';
import type { CellUse } from '../../../src/excel/runtime';

const use = (cell: string, query = 'tv', more: Partial<CellUse> = {}): CellUse => ({
  cell,
  function: 'RURETAIL.SEARCH',
  requests: [makeDataRequest('ruretail', { query, count: 5 })],
  filterSets: [],
  failed: false,
  at: 0,
  ...more,
});

it('finds a cell however its address is spelt', () => {
  const cells = createCellRegistry();
  cells.note(use("'Sheet1'!B2"));
  expect(cells.of('Sheet1!$B$2')?.cell).toBe("'Sheet1'!B2");
  expect(cells.of('Sheet2!B2')).toBeUndefined();
});

it('keeps what the cell asked for last', () => {
  const cells = createCellRegistry();
  cells.note(use('S!A1', 'old'));
  cells.note(use('S!A1', 'new', { at: 60_000 }));
  expect(cells.of('S!A1')?.requests.map(({ params }) => params.query)).toEqual(['new']);
});

it('keeps all that one formula asks for when it calls several functions', () => {
  const cells = createCellRegistry();
  const first = use('S!A1', 'tv', { filterSets: ['a'] });
  const second = use('S!A1', 'phone', { at: 3, failed: true, filterSets: ['a', 'b'] });
  for (let round = 0; round < 3; round += 1) {
    cells.note(first);
    cells.note(second);
  }
  expect(cells.of('S!A1')).toMatchObject({ failed: true, filterSets: ['a', 'b'] });
  expect(cells.of('S!A1')?.requests.map(({ params }) => params.query)).toEqual(['tv', 'phone']);
  expect(cells.uses()).toHaveLength(1);
});

it('forgets the cells noted longest ago beyond its limit', () => {
  const cells = createCellRegistry(3);
  for (const row of [1, 2, 3, 4]) cells.note(use(`S!A${row}`));
  expect(cells.uses().map(({ cell }) => cell)).toEqual(['S!A2', 'S!A3', 'S!A4']);
});

it('tells listeners once for a burst of calls, and not where nothing changed', async () => {
  const cells = createCellRegistry();
  let told = 0;
  const leave = cells.subscribe(() => (told += 1));
  const same = use('S!A1');
  cells.note(same);
  cells.note(use('S!A2'));
  await Promise.resolve();
  expect(told).toBe(1);
  cells.note({ ...same, at: 5 });
  await Promise.resolve();
  expect(told).toBe(1);
  leave();
  cells.note(use('S!A3'));
  await Promise.resolve();
  expect(told).toBe(1);
});
