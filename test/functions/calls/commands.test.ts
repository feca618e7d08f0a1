import type { RefreshReport } from '../../../src/engine/engine';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { isStillAsked, refreshRequest } from '../../../src/excel/recalculation/refreshRequest';
import type { Selection } from '../../../src/excel/workbook/workbook';
import { createCommands } from '../../../src/functions/calls/commands';
import { answer, fakeRuntime } from '../support/fakeRuntime';

function setUp(selection: Partial<Selection> | undefined, sources: readonly string[] = []) {
  const fake = fakeRuntime();
  const shown = { pane: 0, completed: 0, recalculated: [] as string[] };
  /** Cells whose formula was deleted since Excel called them. */
  const deleted = new Set<string>();
  const formulas = () =>
    fake.runtime.cells
      .uses()
      .filter(({ cell }) => !deleted.has(cell))
      .map((use) => ({ cell: use.cell, formula: `=${use.function}("tv")` }));
  const commands = createCommands({
    runtime: fake.runtime,
    selection: () => Promise.resolve(selection && { address: '', cell: '', formula: '', ...selection }),
    formulas: () => Promise.resolve(formulas()),
    sources: () => Promise.resolve(sources.map((cell) => ({ cell, formula: '=RURETAIL.SEARCH("tv")' }))),
    showPane: () => {
      shown.pane += 1;
      return Promise.resolve();
    },
    recalculate: (cells) => void shown.recalculated.push(...cells),
  });
  const note = (cell: string, query: string, count = 10) =>
    fake.runtime.cells.note({
      cell,
      function: 'RURETAIL.SEARCH',
      requests: [makeDataRequest('ruretail', { query, count })],
      filterSets: [],
      failed: false,
      at: 0,
    });
  const press = (name: 'refreshCells' | 'stopRequests') =>
    new Promise<void>((done) => {
      commands[name]({
        completed: () => {
          shown.completed += 1;
          done();
        },
      });
    });
  return { ...fake, shown, note, press, deleted, formulas };
}

afterEach(() => refreshRequest.put(undefined));

describe('Refresh', () => {
  it('refreshes each distinct request of the selected cells', async () => {
    const { note, press, refreshed, shown } = setUp({ address: "'My sheet'!A1:B9", cell: "'My sheet'!A1" });
    note("'My sheet'!A1", 'tv', 5);
    note("'My sheet'!B2", 'tv', 20);
    note("'My sheet'!B3", 'phone');
    note("'My sheet'!C4", 'outside');
    note('Other!A1', 'other sheet');
    await press('refreshCells');
    expect(refreshed[0]!.requests.map(({ params, count }) => [params.query, count])).toEqual([
      ['tv', 20],
      ['phone', 10],
    ]);
    expect(refreshed[0]!.cells).toEqual(["'My sheet'!A1", "'My sheet'!B2", "'My sheet'!B3"]);
    expect(shown).toMatchObject({ pane: 0, completed: 1 });
  });

  it.each([
    ['held or failed', { fetched: 1, failed: 1, spent: 1 }, { pane: 1, report: { fetched: 1, failed: 1 } }],
    ['all fetched', { fetched: 2, failed: 0, spent: 2 }, { pane: 0 }],
    ['rejected', undefined, { pane: 1 }],
  ])('says in the pane what cells with a result do not show: %s', async (_, report, says) => {
    const { runtime, note, press, shown } = setUp({ address: 'S!A1:A9', cell: 'S!A1' });
    note('S!A1', 'tv');
    const end = report ? Promise.resolve(report) : Promise.reject(new Error('There is no key.'));
    jest.spyOn(runtime.engine, 'refresh').mockReturnValue(end);
    await press('refreshCells');
    await new Promise(setImmediate);
    const { pane } = shown;
    expect({ pane, ...refreshRequest.current() }).toMatchObject(says);
  });

  it('says nothing of what was stopped', async () => {
    const { runtime, note, press, shown } = setUp({ address: 'S!A1', cell: 'S!A1' });
    note('S!A1', 'tv');
    let end: (report: RefreshReport) => void = () => undefined;
    jest.spyOn(runtime.engine, 'refresh').mockReturnValue(new Promise((resolve) => (end = resolve)));
    await press('refreshCells');
    runtime.engine.stop();
    end({ fetched: 0, failed: 1, spent: 0 });
    await new Promise(setImmediate);
    expect([shown.pane, refreshRequest.current()]).toEqual([0, undefined]);
  });

  it('takes a cell inside a spilled result for the cell of its formula', async () => {
    const { note, press, refreshed } = setUp({ address: 'Sheet1!C9', cell: 'Sheet1!A1' });
    note('Sheet1!A1', 'tv');
    await press('refreshCells');
    expect(refreshed[0]!.cells).toEqual(['Sheet1!A1']);
  });

  it('shows the price in the pane where it is above the ask-me threshold, and spends nothing', async () => {
    const { note, press, refreshed, state, shown } = setUp({ address: 'S!A1', cell: 'S!A1' });
    note('S!A1', 'tv');
    state.quote = { requests: 1, cached: 0, toFetch: 1, credits: 51 };
    await press('refreshCells');
    expect(refreshed).toHaveLength(0);
    expect(shown).toMatchObject({ pane: 1, completed: 1 });
    expect(refreshRequest.current()).toMatchObject({ cells: ['S!A1'], credits: 51 });
  });

  it('shows the price in the pane where it would exceed the daily cap, and spends nothing', async () => {
    const { runtime, note, press, refreshed, state, shown } = setUp({ address: 'S!A1', cell: 'S!A1' });
    note('S!A1', 'tv');
    state.quote = { requests: 1, cached: 0, toFetch: 1, credits: 10 };
    const { engine, settings } = runtime;
    const [before, current] = [engine.state(), { ...settings.current(), dailyCap: 25 }];
    Object.assign(settings, { current: () => current });
    Object.assign(engine, { state: () => ({ ...before, spentToday: 15 }) });
    await press('refreshCells');
    expect([refreshed.length, shown.pane]).toEqual([1, 0]);
    // What else is queued may reach it first: then the engine holds the rest.
    expect(refreshed[0]!.isUnseen).toBe(true);
    Object.assign(engine, { state: () => ({ ...before, spentToday: 16 }) });
    await press('refreshCells');
    expect([refreshed.length, shown.pane]).toEqual([1, 1]);
    expect(refreshRequest.current()).toMatchObject({ cells: ['S!A1'], credits: 10 });
  });

  it('asks for nothing that a formula asked for which is no longer there', async () => {
    const { note, press, refreshed, deleted, shown } = setUp({ address: 'S!A1:A9', cell: 'S!A1' });
    note('S!A1', 'tv');
    note('S!A2', 'phone');
    deleted.add('S!A1');
    await press('refreshCells');
    expect(refreshed).toMatchObject([{ cells: ['S!A2'], requests: [{ params: { query: 'phone' } }] }]);
    deleted.add('S!A2');
    await press('refreshCells');
    expect(refreshed).toHaveLength(1);
    expect(shown.pane).toBe(1);
  });

  it('begins again where a formula was edited while the price was looked up', async () => {
    const { note, press, refreshed, runtime } = setUp({ address: 'S!A1', cell: 'S!A1' });
    note('S!A1', 'tv');
    jest.spyOn(runtime.engine, 'quote').mockImplementationOnce(() => {
      runtime.cells.forget(['S!A1']);
      note('S!A1', 'phone');
      return Promise.resolve({ requests: 1, cached: 0, toFetch: 1, credits: 1 });
    });
    await press('refreshCells');
    expect(refreshed.map(({ requests }) => requests.map(({ params }) => params.query))).toEqual([['phone']]);
  });

  it('has a price for as long as its cells ask for the same', async () => {
    const { runtime, note, press, state, deleted, formulas } = setUp({ address: 'S!A1:A9', cell: 'S!A1' });
    note('S!A1', 'tv');
    note('S!A2', 'phone');
    state.quote = { requests: 2, cached: 0, toFetch: 2, credits: 51 };
    await press('refreshCells');
    const asked = refreshRequest.current()!;
    const isStill = () => isStillAsked(asked, runtime, formulas());
    expect(isStill()).toBe(true);
    deleted.add('S!A2');
    expect(isStill()).toBe(false);
    deleted.clear();
    runtime.cells.note({ ...runtime.cells.of('S!A2')!, requests: [], at: 5_000 });
    expect(isStill()).toBe(false);
  });

  it.each([
    [undefined, /^Select cells/],
    [{ address: 'S!B2', cell: 'S!B2' }, /^Nothing to refresh: S!B2 uses no Spillway formula/],
  ])('says in the pane that nothing of Spillway is selected: %j', async (selection, says) => {
    const { press, shown, refreshed } = setUp(selection);
    await press('refreshCells');
    expect(shown).toMatchObject({ pane: 1, completed: 1 });
    expect(refreshRequest.current()).toMatchObject({
      requests: [],
      note: expect.stringMatching(says) as string,
    });
    expect(refreshed).toHaveLength(0);
  });

  it('names the formulas that the figures come from, with their price, before it spends', async () => {
    const { note, press, shown, refreshed } = setUp({ address: 'Board!B2', cell: 'Board!B2' }, [
      'Data!A5',
      'Rates!A1',
    ]);
    note('Data!A5', 'tv');
    note('Rates!A1', 'phone');
    note('Other!A1', 'other');
    await press('refreshCells');
    expect(refreshed).toHaveLength(0);
    expect(shown).toMatchObject({ pane: 1, completed: 1 });
    expect(refreshRequest.current()).toMatchObject({
      cells: ['Data!A5', 'Rates!A1'],
      credits: 1,
      note: 'The figures in Board!B2 come from Data!A5, Rates!A1.',
    });
  });

  it('leaves the price to the pane where a formula has not been called yet', async () => {
    const { press } = setUp({ address: 'Board!B2', cell: 'Board!B2' }, ['Data!A5']);
    await press('refreshCells');
    expect(refreshRequest.current()).toMatchObject({
      requests: [],
      note: expect.stringContaining('Data!A5. To refresh them') as string,
    });
  });

  it('reads the usage anew for a cell that shows it', async () => {
    const { runtime, press, shown } = setUp({ address: 'S!A1', cell: 'S!A1' });
    runtime.cells.note({
      cell: 'S!A1',
      function: 'TOKEN.USAGE',
      requests: [],
      filterSets: [],
      failed: false,
      at: 0,
    });
    await press('refreshCells');
    expect(shown).toMatchObject({ pane: 0, recalculated: ['S!A1'] });
  });
});

describe('Stop a moment after Refresh', () => {
  it.each([1, 51])('lets nothing be sent or asked for, at a price of %i', async (credits) => {
    const { note, press, refreshed, state, shown } = setUp({ address: 'S!A1', cell: 'S!A1' });
    note('S!A1', 'tv');
    state.quote = { requests: 1, cached: 0, toFetch: 1, credits };
    await Promise.all([press('refreshCells'), press('stopRequests')]);
    expect(refreshed).toHaveLength(0);
    expect(refreshRequest.current()).toMatchObject({
      requests: [],
      note: 'Nothing is running or waiting now.',
    });
    expect(shown).toMatchObject({ pane: 1, completed: 2 });
  });

  it('is passed on to a refresh that is still being prepared', async () => {
    const { note, press, refreshed } = setUp({ address: 'S!A1', cell: 'S!A1' });
    note('S!A1', 'tv');
    await press('refreshCells');
    expect(refreshed[0]!.isStopped?.()).toBe(false);
    await press('stopRequests');
    expect(refreshed[0]!.isStopped?.()).toBe(true);
  });
});

it('Stop drops what is queued and completes', async () => {
  const { press, state, shown } = setUp(undefined);
  await press('stopRequests');
  expect(state.stopped).toBe(1);
  expect(shown.completed).toBe(1);
});

it.each([
  ['for cells that wait for it', ['handed_over']],
  ['for cells that are gone, or in another window', []],
])('Stop also ends what was handed over to the gateway %s', async (_, ids) => {
  const { press, runtime, shown } = setUp(undefined);
  const { engine } = runtime;
  const nothing = { since: 0, requests: [], cells: [], cached: 0, credits: 1 };
  const held = ids.map((id) => ({ id, reason: id, ...nothing }));
  const before = { ...engine.state(), queue: [] };
  Object.assign(engine, { state: () => ({ ...before, held }) });
  let stopped = 0;
  const stopHandedOver = () => Promise.resolve((stopped += 1));
  Object.assign(runtime, { watches: () => Promise.resolve({ stopHandedOver }) });
  await press('stopRequests');
  expect([stopped, shown.completed, shown.pane]).toEqual([1, 1, 0]);
});

describe('Refresh of what the source has not renewed yet', () => {
  const valued = (days: number) => [
    { unit_code: 'A', price: 1, valuation_at: (Date.now() - days * 86_400_000) / 1000 },
  ];
  const flat = makeDataRequest('hkproperty', { unit: 'A' });

  it.each([
    [3, 1, 0],
    [8, 0, 1],
  ])('%i days after the valuation', async (days, asks, runs) => {
    const { runtime, memory, press, refreshed, shown } = setUp({ address: 'S!A1', cell: 'S!A1' });
    memory.set(flat.key, answer(valued(days)));
    const use = {
      cell: 'S!A1',
      function: 'HKPROPERTY.VALUE',
      requests: [flat],
      filterSets: [],
      failed: false,
      at: 0,
    };
    runtime.cells.note(use);
    await press('refreshCells');
    expect(shown.pane).toBe(asks);
    expect(refreshed).toHaveLength(runs);
    if (asks > 0)
      expect(refreshRequest.current()?.note).toMatch(/^No new valuation is due before .* costs 1 credit/);
  });
});
