import { makeDataRequest } from '../../../../src/engine/request/dataRequest';
import {
  planText,
  refreshChoices,
  reportText,
  wishOf,
} from '../../../../src/taskpane/formulas/pricing/refreshPlan';

const request = makeDataRequest('ruretail', { query: 'tv', count: 20 });

test('every choice is a wish: all, failed, or older than so many milliseconds', () => {
  const wishes = Object.keys(refreshChoices).map((choice) => wishOf('sheet', choice));
  expect(wishes.map(({ only }) => only)).toEqual(['all', 'failed', 'older', 'older', 'older', 'older']);
  const hour = 3_600_000;
  expect(wishes.slice(2).map(({ age }) => age / hour)).toEqual([1, 24, 7 * 24, 30 * 24]);
  expect(wishes.every(({ scope }) => scope === 'sheet')).toBe(true);
});

test('a plan says cells, requests and price', () => {
  const plan = { cells: ['A1', 'A2'], requests: [request], asking: [], unknown: [] };
  expect(planText(plan, { credits: 5 })).toBe('2 cells, 1 request: 5 credits.');
});

test('cells that could not be read are named in number, also where nothing else is found', () => {
  const plan = { cells: ['A1'], requests: [request], asking: [], unknown: ['B1'] };
  expect(planText(plan, { credits: 1 })).toBe(
    'A1, 1 request: 1 credit. 1 cell couldn’t be read and won’t change.',
  );
  expect(planText({ cells: [], requests: [], asking: [], unknown: ['B1', 'B2'] }, { credits: 0 })).toBe(
    'Nothing to refresh in these cells. 2 cells couldn’t be read and won’t change.',
  );
});

test('a report says what was spent, and failures only where there are some', () => {
  expect(reportText({ fetched: 3, failed: 0, spent: 1_500 })).toBe('3 fetched, 1,500 credits spent.');
  expect(reportText({ fetched: 0, failed: 2, spent: 0 })).toBe('0 fetched, 2 failed, 0 credits spent.');
});
