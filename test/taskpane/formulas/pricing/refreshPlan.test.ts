import { makeDataRequest } from '../../../../src/engine/request/dataRequest';
import { createCellRegistry } from '../../../../src/excel/recalculation/cellRegistry';
import { valuesFrom } from '../../../../src/taskpane/formulas/draft/draftRequests';
import {
  isSamePlan,
  planRefresh,
  type RefreshWish,
} from '../../../../src/taskpane/formulas/pricing/refreshPlan';
import { fakeEngine } from '../../fakeEngine';
import { fakeWorkbook } from '../../fakeWorkbook';

const hour = 3_600_000;
const iphone = makeDataRequest('ruretail', { query: 'iphone', count: 20 });
const galaxy = makeDataRequest('ruretail', { query: 'galaxy', count: 20 });
const all: RefreshWish = { scope: 'workbook', only: 'all', age: 0 };

function parts(time = 0) {
  const clock = { time };
  const workbook = fakeWorkbook();
  const cells = createCellRegistry();
  const engine = fakeEngine({ now: () => clock.time });
  const valuesFor = (cell: string) => valuesFrom(workbook, cell);
  return { clock, workbook, cells, engine, valuesFor, sets: () => undefined, wireNames: {}, now: time };
}
const note = (cell: string, request: typeof iphone, failed = false) => ({
  cell,
  function: 'RURETAIL.SEARCH',
  requests: [request],
  filterSets: [],
  failed,
  at: 0,
});

test('takes what cells asked for last, each request once', async () => {
  const world = parts();
  for (const cell of ['Sheet1!A1', 'Sheet1!A2']) {
    world.workbook.formulaAt.set(cell, '=RURETAIL.SEARCH(Z1)');
    world.cells.note(note(cell.replace('Sheet1', "'Sheet1'"), iphone));
  }
  const plan = await planRefresh(all, world);
  expect(plan.cells).toEqual(['Sheet1!A1', 'Sheet1!A2']);
  expect(plan.requests.map(({ key }) => key)).toEqual([iphone.key]);
});

test('reads formulas that were not calculated since the book was opened', async () => {
  const world = parts();
  world.workbook.formulaAt.set('Sheet1!A1', '=RURETAIL.SEARCH("iphone")');
  world.workbook.formulaAt.set('Sheet1!A2', '=RURETAIL.SEARCH(TRIM(B1))');
  world.workbook.formulaAt.set('Sheet1!A3', '=TOKEN.USAGE()');
  const plan = await planRefresh(all, world);
  expect(plan.requests.map(({ key }) => key)).toEqual([iphone.key]);
  expect(plan.unknown).toEqual(['Sheet1!A2']);
});

test('reads every call of a formula, or says that it could not', async () => {
  const world = parts();
  world.workbook.formulaAt.set('Sheet1!A1', '=SUM(RURETAIL.SEARCH("iphone"),RURETAIL.SEARCH("galaxy"))');
  world.workbook.formulaAt.set('Sheet1!A2', '=SUM(RURETAIL.SEARCH("iphone"),RURETAIL.SEARCH(TRIM(B1)))');
  const plan = await planRefresh(all, world);
  expect(plan.requests.map(({ key }) => key)).toEqual([iphone.key, galaxy.key]);
  expect(plan.asking.map(({ cell, requests }) => [cell, requests.length])).toEqual([
    ['Sheet1!A1', 1],
    ['Sheet1!A1', 1],
  ]);
  expect(plan.unknown).toEqual(['Sheet1!A2']);
});

test('failed only leaves out what has an answer', async () => {
  const world = parts();
  world.workbook.formulaAt.set('Sheet1!A1', '=RURETAIL.SEARCH(Z1)');
  world.workbook.formulaAt.set('Sheet1!A2', '=RURETAIL.SEARCH(Z2)');
  world.cells.note(note('Sheet1!A1', iphone));
  world.cells.note(note('Sheet1!A2', galaxy, true));
  await world.engine.ask(iphone);
  const plan = await planRefresh({ ...all, only: 'failed' }, world);
  expect(plan.requests.map(({ key }) => key)).toEqual([galaxy.key]);
});

test('older than takes answers by their age', async () => {
  const world = parts();
  for (const [cell, request] of [
    ['Sheet1!A1', iphone],
    ['Sheet1!A2', galaxy],
  ] as const) {
    world.workbook.formulaAt.set(cell, '=RURETAIL.SEARCH(Z1)');
    world.cells.note(note(cell, request));
  }
  await world.engine.ask(iphone);
  world.clock.time = 2 * hour;
  await world.engine.ask(galaxy);
  const plan = await planRefresh({ ...all, only: 'older', age: hour }, { ...world, now: 2 * hour });
  expect(plan.requests.map(({ key }) => key)).toEqual([iphone.key]);
});

test('a price that was shown is agreed to for the same requests of the same cells alone', () => {
  const plan = { cells: ['Sheet1!A1'], requests: [iphone], asking: [], unknown: [] };
  const other = makeDataRequest('ruretail', { query: 'iphone', count: 40 });
  expect(isSamePlan(plan, { ...plan, unknown: ['Sheet1!B1'] })).toBe(true);
  expect(isSamePlan(plan, { ...plan, cells: ['Sheet1!A2'] })).toBe(false);
  expect(isSamePlan(plan, { ...plan, requests: [other] })).toBe(false);
  expect(isSamePlan(plan, { ...plan, requests: [] })).toBe(false);
});
