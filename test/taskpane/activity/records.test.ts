import type { LedgerEntry } from '../../../src/engine/engine';
import { defaultSettings } from '../../../src/engine/request/settings';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { filterLedger, ledgerSheet } from '../../../src/taskpane/activity/ledgerRows';
import { creditsText } from '../../../src/taskpane/text/outcome';
import { diagnostics } from '../../../src/taskpane/settings/diagnostics';
import { sheetTime } from '../../../src/taskpane/text/words';
import { sourcesSheet } from '../../../src/taskpane/sharing/freezeSources';
import { fakeEngine } from '../fakeEngine';

const request = makeDataRequest('stays', {
  destination: 'Rome',
  checkin: '2027-05-03',
  checkout: '2027-05-07',
  count: 25,
});
const entry = (id: number, change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id,
  at: id * 1_000,
  operation: 'stays',
  cells: ['Sheet1!B2'],
  params: request.params,
  key: request.key,
  outcome: 'fetched',
  spent: 5,
  saved: 0,
  results: 25,
  milliseconds: 812.4,
  ...change,
});

test('the ledger is searched by every word, newest first', () => {
  const entries = [
    entry(1),
    entry(2, { outcome: 'unavailable', spent: 0 }),
    entry(3, { outcome: 'cached', spent: 0, saved: 5 }),
  ];
  expect(filterLedger(entries, 'rome hotels', 'all').map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(filterLedger(entries, '', 'failed').map(({ id }) => id)).toEqual([2]);
  expect(filterLedger(entries, '', 'saved').map(({ id }) => id)).toEqual([3]);
  expect(filterLedger(entries, 'paris', 'all')).toEqual([]);
});

test('the ledger as a sheet has a heading and a row for each entry', () => {
  const [head, row] = ledgerSheet([entry(1)]);
  expect(head).toHaveLength(row?.length ?? 0);
  expect(row?.slice(1)).toEqual([
    'Hotels and stays',
    'Rome, 2027-05-03 – 2027-05-07',
    'Sheet1!B2',
    expect.stringContaining('destination=Rome'),
    'Fetched',
    5,
    0,
    25,
    812,
    '',
  ]);
});

test('a ledger row says what a request cost only as far as it is known', () => {
  const text = (change: Partial<LedgerEntry>) => creditsText(entry(1, { spent: 0, ...change }));
  expect(creditsText(entry(1))).toBe('−5');
  expect(text({ outcome: 'cached', saved: 5 })).toBe('saved 5');
  expect(text({ outcome: 'held' })).toBe('not sent');
  expect(text({ outcome: 'rejected' })).toBe('not sent');
  expect(text({ outcome: 'fetched' })).toBe('free');
  expect(text({ outcome: 'unavailable' })).toBe('0');
  expect(text({ outcome: 'deadline', maybe: 5 })).toBe('−5?');
  const [, row] = ledgerSheet([entry(1, { outcome: 'deadline', spent: 0, maybe: 5 })]);
  expect(row?.at(-1)).toBe('May have been charged: 5 credits.');
});

test('a filter that the service ignored stands in the ledger and can be searched for', () => {
  const note = 'The service probably ignored sort=price_low_to_high.';
  const entries = [entry(1), entry(2, { note })];
  expect(filterLedger(entries, 'ignored', 'all').map(({ id }) => id)).toEqual([2]);
  expect(ledgerSheet(entries)[2]?.at(-1)).toBe(note);
});

test('the sources of frozen values name cell, formula, request, times and credits', () => {
  const use = {
    cell: "'Sheet1'!B2",
    function: 'STAYS.SEARCH',
    requests: [request],
    filterSets: [],
    failed: false,
    at: 0,
  };
  const frozen = [{ cell: 'Sheet1!B2', formula: '=STAYS.SEARCH(A1,B1,B2)', area: 'Sheet1!B2:L27' }];
  const sheet = (times: ReadonlyMap<string, number>, observed: readonly number[] = []) =>
    sourcesSheet({
      frozen,
      uses: [use],
      ledger: [entry(1), entry(2, { outcome: 'cached' })],
      times,
      observed: new Map([[request.key, observed]]),
      frozenAt: 9_000,
    });
  const [head, row] = sheet(new Map());
  expect(head).toEqual([
    'Cell',
    'Range',
    'Formula',
    'Source',
    'Parameters',
    'Fetched',
    'Observed',
    'Credits',
  ]);
  expect(row?.slice(0, 3)).toEqual(['Sheet1!B2', 'Sheet1!B2:L27', '=STAYS.SEARCH(A1,B1,B2)']);
  expect(row?.slice(6)).toEqual(['', 5]);
  // The cache knows better than the ledger when the shown result was fetched.
  const fetched = Date.UTC(2027, 4, 3, 12);
  expect(sheet(new Map([[request.key, fetched]]))[1]?.[5]).toBe(sheetTime(fetched));
  const day = 86_400_000;
  expect(sheet(new Map(), [fetched])[1]?.[6]).toBe('once, 2027-05-03');
  expect(sheet(new Map(), [fetched - 2 * day, fetched - day, fetched])[1]?.[6]).toBe(
    '3 times, 2027-05-01 to 2027-05-03',
  );
});

test('diagnostics hold no key, no search and no secret of the address', () => {
  const text = diagnostics({
    time: 0,
    version: '1.2.3',
    host: 'Excel',
    agent: 'test',
    gateway: 'personal',
    store: 'memory',
    hasKey: true,
    settings: { ...defaultSettings, baseUrl: 'https://name:secret@api.test/path' },
    state: fakeEngine().state(),
    ledger: [entry(1)],
    formulas: 1,
  });
  expect(text).toContain('Base address: https://api.test');
  expect(text).toContain('fetched 1');
  expect(text).not.toMatch(/secret|Rome|path/);
});
