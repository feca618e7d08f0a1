import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import {
  bySheet,
  recalculateCells,
  startRecalculation,
} from '../../../src/excel/recalculation/recalculation';
import { fakeRuntime, plainHost } from '../../functions/support/fakeRuntime';

/** As much of Excel.run as recalculation uses; `missing` are sheets that were deleted or renamed. */
function installExcel({ missing = [] as string[], dirtyFails = false } = {}) {
  const done: string[] = [];
  const options: unknown[] = [];
  const worksheet = (name: string) => ({
    isNullObject: missing.includes(name),
    calculate: (all: boolean) => done.push(`calculate ${name} ${all}`),
    getRange: (address: string) => ({
      setDirty() {
        if (dirtyFails) throw new Error('ApiNotFound');
        done.push(`${name}!${address}`);
      },
    }),
  });
  const context = {
    workbook: {
      worksheets: {
        getItemOrNullObject: worksheet,
        getActiveWorksheet: () => worksheet('active'),
      },
    },
    sync: () => Promise.resolve(done.push('sync')),
  };
  Object.assign(globalThis, {
    Excel: {
      run: (given: unknown, batch: (context: unknown) => Promise<void>) => {
        options.push(given);
        return batch(context);
      },
    },
  });
  return { done: () => done.filter((step) => step !== 'sync'), syncs: () => done.length, options };
}

describe('marking cells', () => {
  it('reads quoted sheet names and groups by sheet, each cell once', () => {
    expect(
      bySheet(["'My sheet'!B2", "'My sheet'!$B$2", "'It''s'!A1", 'Data!C3', "'My sheet'!C9", 'nonsense']),
    ).toEqual(
      new Map([
        ['My sheet', new Set(['B2', 'C9'])],
        ["It's", new Set(['A1'])],
        ['Data', new Set(['C3'])],
      ]),
    );
  });

  it('marks all cells in one trip, and passes over sheets that are gone', async () => {
    const excel = installExcel({ missing: ['Gone'] });
    await recalculateCells(["'My sheet'!B2", 'Gone!A1', 'Data!C3'], plainHost);
    expect(excel.done()).toEqual(['My sheet!B2', 'Data!C3']);
    expect(excel.options).toEqual([{ delayForCellEdit: true }]);
  });

  it('calculates whole sheets where Excel cannot mark cells', async () => {
    const old = installExcel();
    await recalculateCells(['Data!C3'], { ...plainHost, marksCells: false });
    expect(old.done()).toEqual(['calculate Data true']);
    const broken = installExcel({ dirtyFails: true });
    await recalculateCells(['Data!C3'], plainHost);
    expect(broken.done()).toEqual(['calculate Data true']);
  });

  it('does nothing for nothing', async () => {
    const excel = installExcel();
    await recalculateCells([], plainHost);
    expect(excel.syncs()).toBe(0);
  });
});

describe('recalculation', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function setUp() {
    const fake = fakeRuntime();
    const trips: string[][] = [];
    const recalculation = startRecalculation(fake.runtime, (cells) => {
      trips.push([...cells]);
      return Promise.resolve();
    });
    const note = (cell: string, more: { failed?: boolean; filterSets?: string[]; requests?: [] }) =>
      fake.runtime.cells.note({
        cell,
        function: 'STAYS.SEARCH',
        requests: [makeDataRequest('stays', { destination: cell, count: 25 })],
        filterSets: [],
        failed: false,
        at: 0,
        ...more,
      });
    return { ...fake, trips, recalculation, note };
  }

  it('gathers renewed cells into one trip', () => {
    const { emit, trips } = setUp();
    emit({ type: 'renewed', keys: ['k'], cells: ['S!A1', 'S!A2'] });
    emit({ type: 'renewed', keys: ['l'], cells: ['S!A2', 'S!A3'] });
    emit({ type: 'state' });
    jest.advanceTimersByTime(100);
    expect(trips).toEqual([['S!A1', 'S!A2', 'S!A3']]);
  });

  const queued = (...cells: string[]) => {
    const request = makeDataRequest('stays', { destination: 'Rome', count: 25 });
    return [{ request, cells, state: 'queued' as const, since: 0, credits: 5 }];
  };

  it('calls a cell over many requests ever less often while more is under way, and at once at the end', () => {
    const { emit, trips, state } = setUp();
    state.queue = queued('S!A1');
    for (let response = 0; response < 2_000; response += 1) {
      emit({ type: 'renewed', keys: ['k'], cells: ['S!A1'] });
      jest.advanceTimersByTime(200);
    }
    // After 10, 30, 70 and 150 seconds, and every 120 after that.
    expect(trips).toEqual(Array.from({ length: 6 }, () => ['S!A1']));
    state.queue = [];
    jest.advanceTimersByTime(200);
    expect(trips.slice(6)).toEqual([['S!A1']]);
  });

  it('does not let a cell that is complete wait for others', () => {
    const { emit, trips, state } = setUp();
    state.queue = queued('S!A1');
    emit({ type: 'renewed', keys: ['k'], cells: ['S!A1', 'S!B1'] });
    jest.advanceTimersByTime(1_200);
    expect(trips).toEqual([['S!B1']]);
  });

  it('leaves dependents to Excel, and calls those that it has not called', () => {
    const { emit, trips, recalculation } = setUp();
    recalculation.request(['S!C1', 'S!C2'], 'dependents');
    emit({ type: 'renewed', keys: ['k'], cells: ['S!A1'] });
    jest.advanceTimersByTime(100);
    expect(trips).toEqual([['S!A1']]);
    recalculation.called('S!C1');
    jest.advanceTimersByTime(2_000);
    expect(trips.slice(1)).toEqual([['S!C2']]);
    // Whatever becomes due after the call is not lost.
    recalculation.request(['S!C1'], 'dependents');
    jest.advanceTimersByTime(100);
    expect(trips.slice(2)).toEqual([['S!C1']]);
  });

  it('does not call again what Excel has called since it was due', () => {
    const { emit, trips, state, recalculation } = setUp();
    state.queue = queued('S!A1');
    emit({ type: 'renewed', keys: ['k'], cells: ['S!A1'] });
    jest.advanceTimersByTime(500);
    recalculation.called('S!A1');
    state.queue = [];
    jest.advanceTimersByTime(2_000);
    expect(trips).toEqual([]);
  });

  it('calls dependents with every pause, however many other cells are called', () => {
    const { emit, trips, state, recalculation } = setUp();
    state.queue = queued('S!A1');
    for (let response = 0; response < 100; response += 1) {
      recalculation.request(['S!C1'], 'dependents');
      emit({ type: 'renewed', keys: ['k'], cells: [`S!B${response}`] });
      jest.advanceTimersByTime(200);
    }
    expect(trips.filter((cells) => cells.includes('S!C1'))).toHaveLength(1);
  });

  it('tries failed cells again when a key was saved, but those with requests only when the engine says so', () => {
    const { note, keySaved, trips } = setUp();
    note('S!A1', { failed: true, requests: [] });
    note('S!A2', { requests: [] });
    note('S!A3', { failed: true });
    keySaved();
    jest.advanceTimersByTime(100);
    expect(trips).toEqual([['S!A1']]);
  });

  it('calls the cells that use a filter set when one changed', () => {
    const { note, filterSets, library, trips } = setUp();
    note('S!A1', { filterSets: ['family'] });
    note('S!A2', {});
    filterSets.put({ name: 'family', params: {}, changedAt: 0 });
    library.put({ name: 'other', params: {}, changedAt: 0 });
    jest.advanceTimersByTime(100);
    expect(trips).toEqual([['S!A1']]);
  });

  it('stops when it is closed', () => {
    const { emit, trips, recalculation } = setUp();
    emit({ type: 'renewed', keys: ['k'], cells: ['S!A1'] });
    recalculation.close();
    emit({ type: 'renewed', keys: ['k'], cells: ['S!A1'] });
    jest.advanceTimersByTime(100);
    expect(trips).toEqual([]);
  });
});
