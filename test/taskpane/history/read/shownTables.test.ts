import type { CellUse } from '../../../../src/excel/runtime';
import type { DataRequest } from '../../../../src/engine/request/dataRequest';
import type { OperationId } from '../../../../src/operations';
import { tablesOf } from '../../../../src/taskpane/history/read/feedText';

const request = (operation: OperationId, query: string): DataRequest => ({
  operation,
  params: { query },
  raw: {},
  key: `${operation}{"query":"${query}"}`,
  count: 20,
});
const use = (cell: string, ...requests: DataRequest[]): CellUse => ({
  cell,
  function: 'RURETAIL.SEARCH',
  requests,
  filterSets: [],
  failed: false,
  at: 1,
});
const [tea, rice, salt] = ['tea', 'rice', 'salt'].map((query) => request('ruretail', query)) as [
  DataRequest,
  DataRequest,
  DataRequest,
];

test('a formula over many items is a table, and so is a column of formulas, in the order of the sheet', () => {
  const uses = [
    use("'Price board'!A10", salt),
    use("'Price board'!A9", rice, tea),
    use('Market!A5', tea, rice, tea),
  ];
  expect(tablesOf(uses)).toEqual([
    {
      kind: 'table',
      title: 'Market: Russian electronics, 2 requests',
      operation: 'ruretail',
      requests: [tea.key, rice.key],
    },
    {
      kind: 'table',
      title: 'Price board: Russian electronics, 3 requests',
      operation: 'ruretail',
      requests: [rice.key, tea.key, salt.key],
    },
  ]);
});

test('sources are tables of their own, one request is a result, and a sheet may be called anything', () => {
  const nl = request('nlretail', 'tea');
  const named = "'It''s ruretail! 2'!B2";
  expect(tablesOf([use(named, tea, rice, nl), use('Sheet1!A1', tea)])).toMatchObject([
    { title: "It's ruretail! 2: Russian electronics, 2 requests", requests: [tea.key, rice.key] },
  ]);
  expect(tablesOf([])).toEqual([]);
});
