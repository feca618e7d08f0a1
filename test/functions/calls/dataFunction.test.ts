import type { DataResponse } from '../../../src/engine/request/response';
import { SpillwayError } from '../../../src/engine/request/errors';
import type { Host } from '../../../src/excel/host';
import { createFunctions } from '../../../src/functions/createFunctions';
import type { Invocation } from '../../../src/functions/calls/invocation';
import { errorOf, installCustomFunctions } from '../support/customFunctions';
import { answer, fakeRuntime, plainHost, richHost, type Script } from '../support/fakeRuntime';

beforeAll(installCustomFunctions);

const product = (name: string, price: number) => ({ '@type': 'RuretailProduct', id: name, name, price });
const valuation = (unit: string) => ({ id: unit, unit_code: unit, price: 5_000_000 });

const valueEach: Script = ({ request }) => Promise.resolve(answer([valuation(String(request.params.unit))]));

const never = new Promise<never>(() => undefined);

function setUp(script?: Script, host = plainHost, timeout?: number, pace?: number, now = Date.now) {
  const fake = fakeRuntime(script);
  const recalculated: string[] = [];
  const functions = createFunctions(fake.runtime, host, {
    recalculate: (cells) => void recalculated.push(...cells),
    now,
    ...(timeout !== undefined && { timeout }),
    ...(pace !== undefined && { pace }),
  });
  const call = (name: string, ...args: unknown[]) => functions[name]!(...args);
  return { ...fake, call, recalculated };
}

const at = (address: string): Invocation => ({ address });

describe('a data function', () => {
  it('spills the records of its request under headings', async () => {
    const { call, asked } = setUp(() => Promise.resolve(answer([product('Phone', 50_000)])));
    const rows = await call(
      'RURETAIL.SEARCH',
      [['phone']],
      10,
      null,
      [['columns=name,price']],
      at('Sheet1!B2'),
    );
    expect(rows).toEqual([
      ['Product', 'Price'],
      ['Phone', 50_000],
    ]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      request: { operation: 'ruretail', params: { query: 'phone' }, count: 10 },
      options: { cell: 'Sheet1!B2' },
    });
  });

  it('asks for the documented default count where none is given', async () => {
    const { call, asked } = setUp();
    await call('BIZBUREAU.SEARCH', [['roofing']], null, null, null, {});
    await call('NLRETAIL.SEARCH', [['koffie']], null, null, {});
    await call('STAYS.SEARCH', [['Lisbon']], 46_874, 46_878, null, null, null, null, {});
    expect(asked.map(({ request }) => request.count)).toEqual([15, 20, 25]);
  });

  it('asks once for each distinct item of a range and keeps the order of the range', async () => {
    const { call, asked } = setUp(valueEach);
    const units = [['A1'], ['B2'], ['A1'], [''], ['B2']];
    const rows = await call(
      'HKPROPERTY.VALUE',
      units,
      null,
      [['columns=unit_code,price; headers=0']],
      at('S!A1'),
    );
    expect(rows).toEqual([
      ['A1', 5_000_000],
      ['B2', 5_000_000],
      ['A1', 5_000_000],
      ['', ''],
      ['B2', 5_000_000],
    ]);
    expect(asked.map(({ request }) => request.params.unit)).toEqual(['A1', 'B2']);
    expect(asked.every(({ options }) => options.bulk)).toBe(true);
  });

  it('lets one failing item fail alone', async () => {
    const { call } = setUp((asked) =>
      asked.request.params.unit === 'bad'
        ? Promise.reject(new SpillwayError('unavailable'))
        : valueEach(asked),
    );
    const rows = (await call('HKPROPERTY.VALUE', [['A1'], ['bad']], null, [['price']], {})) as unknown[][];
    expect(rows[0]).toEqual([5_000_000]);
    expect(rows[1]![0]).toMatchObject({
      code: '#N/A',
      message: expect.stringContaining('reference number may not have one') as string,
    });
  });

  it('throws the error of a single item, so that the cell shows its message', async () => {
    const { call } = setUp(() => Promise.reject(new SpillwayError('no_key')));
    expect(await errorOf(() => call('HKPROPERTY.VALUE', [['A1']], null, null, {}))).toEqual({
      code: '#N/A',
      message: 'No key is saved yet. Open Spillway on the Home tab and save your key under Usage.',
    });
  });

  it('passes on the error of a cell it refers to, in that item’s row only', async () => {
    const { call, asked } = setUp(valueEach);
    const broken = new CustomFunctions.Error('#REF!' as CustomFunctions.ErrorCode);
    const rows = (await call('HKPROPERTY.VALUE', [['A1'], [broken]], null, [['price']], {})) as unknown[][];
    expect(rows[0]).toEqual([5_000_000]);
    expect(rows[1]![0]).toMatchObject({ code: '#VALUE!' });
    expect(asked).toHaveLength(1);
  });

  it('names the nearest option where one is misspelt, and asks for nothing', async () => {
    const { call, asked, runtime } = setUp();
    const { code, message } = await errorOf(() =>
      call('RURETAIL.SEARCH', [['tv']], null, null, [['sortt=price_asc']], at('S!A1')),
    );
    expect(code).toBe('#VALUE!');
    expect(message).toContain('Did you mean sort?');
    expect(asked).toHaveLength(0);
    expect(runtime.cells.of('S!A1')).toMatchObject({ failed: true, requests: [] });
  });

  it('gives numbers their format where the host can show it', async () => {
    const script: Script = () => Promise.resolve(answer([{ ...valuation('A1') }]));
    const { call } = setUp(script, richHost);
    expect(await call('HKPROPERTY.VALUE', [['A1']], null, [['price']], {})).toMatchObject([
      [{ type: 'Double', basicValue: 5_000_000 }],
    ]);
  });

  it('gives numbers the form that the host knows', async () => {
    const script: Script = () => Promise.resolve(answer([{ ...valuation('A1') }]));
    const shown = (host: Host) =>
      setUp(script, host).call('HKPROPERTY.VALUE', [['A1']], null, [['price']], {});
    expect(await shown({ ...richHost, cards: false })).toMatchObject([
      [{ type: 'FormattedNumber', basicValue: 5_000_000, numberFormat: expect.any(String) as string }],
    ]);
    expect(await shown(plainHost)).toEqual([[5_000_000]]);
  });

  it('adds cards where the host can show them, and remembers them apart from plain rows', async () => {
    const script: Script = () => Promise.resolve(answer([{ ...valuation('A1') }]));
    const { call, asked } = setUp(script, richHost);
    const shown = (options: string) => call('HKPROPERTY.VALUE', [['A1']], null, [[options]], {});
    const card = { type: 'Double', basicValue: 5_000_000, properties: {}, layouts: {} };
    expect(await shown('price; cards=yes')).toMatchObject([[card]]);
    const plain = (await shown('price')) as object[][];
    expect(Object.keys(plain[0]![0]!)).toEqual(['type', 'basicValue', 'numberFormat']);
    expect(await shown('price; cards=yes')).toMatchObject([[card]]);
    expect(asked).toHaveLength(1);
    const old = setUp(script, { ...richHost, cards: false });
    expect(await old.call('HKPROPERTY.VALUE', [['A1']], null, [['price; cards=yes']], {})).toEqual(
      await old.call('HKPROPERTY.VALUE', [['A1']], null, [['price']], {}),
    );
  });

  it('requests nothing in a preview and says that its row is a sample', async () => {
    const { call, asked, runtime } = setUp();
    const preview = { address: 'S!A1', isInValuePreview: true };
    const rows = await call('HKPROPERTY.VALUE', [['A1']], null, null, preview);
    expect(JSON.stringify(rows)).toContain('Sample');
    expect(asked).toHaveLength(0);
    expect(runtime.cells.uses()).toHaveLength(0);
  });

  it('passes max_age and offline on to the engine', async () => {
    const { call, asked } = setUp(valueEach);
    await call('HKPROPERTY.VALUE', [['A1']], null, [['max_age=12h; offline=yes']], {});
    expect(asked[0]!.options).toMatchObject({ maxAge: 12 * 3_600_000, offline: true });
  });
});

describe('cancelling', () => {
  it('settles at once and frees the place in the queue', async () => {
    const { call, asked } = setUp(() => never);
    const invocation: Invocation = { address: 'S!A1' };
    const running = errorOf(() => call('HKPROPERTY.VALUE', [['A1']], null, null, invocation));
    invocation.onCanceled!();
    expect((await running).code).toBe('#N/A');
    expect(asked[0]!.options.signal?.aborted).toBe(true);
  });
});

describe('timeout', () => {
  it('shows what has arrived, says that the rest follows, and lets the cell fill in later', async () => {
    let arrive: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (arrive = resolve));
    const script: Script = async (asked) => {
      if (asked.request.params.unit === 'B2') await slow;
      return valueEach(asked);
    };
    const { call, recalculated } = setUp(script, plainHost, 20);
    const args = ['HKPROPERTY.VALUE', [['A1'], ['B2']], null, [['price']]] as const;
    const rows = (await call(...args, at('S!A1'))) as unknown[][];
    expect(rows[0]).toEqual([5_000_000]);
    expect(rows[1]![0]).toMatchObject({
      code: '#N/A',
      message: expect.stringContaining('Still waiting') as string,
    });
    arrive();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(recalculated).toEqual(['S!A1']);
    expect(call(...args, at('S!A1'))).toEqual([[5_000_000], [5_000_000]]);
  });
});

describe('a long range', () => {
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  it('shows what has arrived, keeps it while the rest runs, and adds what arrives', async () => {
    const gates = new Map<string, () => void>();
    const script: Script = async (asked) => {
      await new Promise<void>((resolve) => gates.set(String(asked.request.params.unit), resolve));
      return valueEach(asked);
    };
    const { call, asked, recalculated } = setUp(script, plainHost, 60_000, 2);
    const args = ['HKPROPERTY.VALUE', [['A'], ['B'], ['C']], null, [['price']]] as const;
    const first = call(...args, at('S!A1')) as Promise<unknown[][]>;
    await until(() => gates.size === 3);
    gates.get('A')!();
    const rows = await first;
    expect(rows[0]).toEqual([5_000_000]);
    expect(rows[2]![0]).toMatchObject({
      code: '#N/A',
      message: expect.stringContaining('1 of 3 have arrived.') as string,
    });
    gates.get('B')!();
    await until(() => recalculated.length > 0);
    // Excel calls the cell again: it answers with the part at once and asks for nothing twice.
    const second = (await call(...args, at('S!A1'))) as unknown[][];
    expect(second.slice(0, 2)).toEqual([[5_000_000], [5_000_000]]);
    expect(second[2]![0]).toMatchObject({ code: '#N/A' });
    expect(asked).toHaveLength(3);
    const before = recalculated.length;
    gates.get('C')!();
    await until(() => recalculated.length > before);
    expect(call(...args, at('S!A1'))).toEqual([[5_000_000], [5_000_000], [5_000_000]]);
    expect(asked).toHaveLength(3);
  });

  /** A call in each of these cells, of which a part has no response yet. */
  async function queued(...cells: string[]) {
    const clock = { now: 0 };
    const untilDropped: Script = ({ options: { signal } }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('Dropped.'))));
    const script: Script = (asked) =>
      asked.request.params.unit === 'A' ? valueEach(asked) : untilDropped(asked);
    const set = setUp(script, plainHost, 60_000, 2, () => clock.now);
    for (const [place, cell] of cells.entries())
      await set.call('HKPROPERTY.VALUE', [['A'], [`B${place}`]], null, [['price']], at(cell));
    const dropped = () =>
      set.asked.flatMap(({ request: { params }, options }) => (options.signal?.aborted ? params.unit : []));
    return { ...set, clock, dropped };
  }

  it('drops what is still queued when its cell asks for something else, or has gone', async () => {
    const { call, runtime, clock, dropped } = await queued('S!A1', 'S!A2', 'S!A3');
    clock.now = 2_000;
    await call('HKPROPERTY.VALUE', [['A']], null, [['price']], at('S!A1'));
    await Promise.resolve();
    expect(dropped()).toContain('B0');
    runtime.cells.forget(['S!A2']);
    await Promise.resolve();
    expect(dropped()).toContain('B1');
    expect(dropped()).not.toContain('B2');
    runtime.cells.forget(['S!A3']);
  });

  it('of a formula with two calls is fetched for both', async () => {
    const { runtime, dropped } = await queued('S!A1', 'S!A1');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(dropped()).toEqual([]);
    runtime.cells.forget(['S!A1']);
    await Promise.resolve();
    expect(dropped()).toEqual(['A', 'B0', 'B1']);
  });
});

it('says that a request waits for its turn instead of leaving the cell busy', async () => {
  let arrive: (came: DataResponse) => void = () => undefined;
  const script = () => new Promise<DataResponse>((resolve) => (arrive = resolve));
  const { call, state, asked, recalculated } = setUp(script, plainHost, 60_000, 2);
  const end = Promise.resolve(call('HKPROPERTY.VALUE', [['A']], null, [['price']], at('S!A1')));
  while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  state.queue = [{ request: asked[0]!.request, cells: [], state: 'queued', since: 0, credits: 1 }];
  const { code, message } = await errorOf(() => end);
  expect([code, message]).toEqual(['#N/A', expect.stringContaining('Waiting for its turn')]);
  arrive(answer([valuation('A')]));
  while (recalculated.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
});

it('pays for no column that no record can have, and shows it where the response is kept', async () => {
  const { call, asked } = setUp(() => Promise.resolve(answer([{ ...product('Phone', 1), extra: 'yes' }])));
  const search = (options: string) => call('RURETAIL.SEARCH', [['phone']], 10, null, [[options]], at('S!A1'));
  expect(await errorOf(() => search('extra'))).toMatchObject({
    code: '#VALUE!',
    message: expect.stringContaining('has no column "extra"') as string,
  });
  expect(asked).toHaveLength(0);
  expect(await search("'extra'")).toEqual([['yes']]);
  expect(await search('extra')).toEqual([['yes']]);
  expect(asked).toHaveLength(1);
});

it('says that an empty query asked for nothing', async () => {
  const { call, asked } = setUp();
  const rows = await call('RURETAIL.SEARCH', [['']], 10, null, [['name, price']], at('S!A1'));
  expect(rows).toEqual([['The query is empty, so nothing was requested.', '']]);
  expect(asked).toHaveLength(0);
});

it('mentions the 1904 date system only if the check-in is a number', async () => {
  const past = new SpillwayError('past_stay', { detail: 'It is past.', date1904: '2027-06-10' });
  const { call } = setUp(() => Promise.reject(past));
  const message = async (checkin: unknown, checkout: unknown) =>
    (await errorOf(() => call('STAYS.SEARCH', [['Rome']], [[checkin]], [[checkout]], at('S!A1')))).message;
  expect(await message(45_086, 45_088)).toContain('1904');
  expect(await message('2023-06-09', '2023-06-11')).not.toContain('1904');
});

it('suggests a lookup that has brought results before', async () => {
  const refuse: Script = () =>
    Promise.reject(new SpillwayError('unavailable', { detail: 'Destination not found', billed: 'no' }));
  const { call, state } = setUp(refuse);
  state.ledger = [
    {
      id: 1,
      at: 1,
      operation: 'stays',
      cells: [],
      params: { destination: 'Amsterdam' },
      key: '',
      outcome: 'fetched',
      spent: 5,
      saved: 0,
      results: 25,
      milliseconds: 1,
    },
  ];
  const { message } = await errorOf(() =>
    call('STAYS.SEARCH', [['Amsterdm']], [['2090-05-03']], [['2090-05-05']], at('S!A1')),
  );
  expect(message).toContain('Did you mean Amsterdam?');
});

it('reads a whole column no further than it is used', async () => {
  const { call, asked } = setUp(valueEach);
  const column = Array.from({ length: 1_048_576 }, (_, row) => [row < 3 ? `U${row}` : row % 2 ? '' : null]);
  let read = 0;
  const watched = new Proxy(column, {
    get: (target, name, self) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) read += 1;
      return Reflect.get(target, name, self) as unknown;
    },
  });
  await call('HKPROPERTY.VALUE', watched, null, [['price']], at('S!A1'));
  expect(asked).toHaveLength(3);
  // Once from its end, and the rows that are left.
  expect(read).toBeLessThan(1_060_000);
});

describe('recalculation', () => {
  it('answers from memory at once, without a request, with the rows made before', async () => {
    const { call, asked } = setUp(() => Promise.resolve(answer([product('Phone', 1)])));
    const args = ['RURETAIL.SEARCH', [['phone']], 10, null, [['price']], at('S!A1')] as const;
    await call(...args);
    const again = call(...args);
    expect(again).toEqual([[1]]);
    expect(call(...args)).toBe(again);
    expect(asked).toHaveLength(1);
  });

  it('makes the rows anew when the answer was renewed', async () => {
    const { call, memory } = setUp(() => Promise.resolve(answer([product('Phone', 1)])));
    const args = ['RURETAIL.SEARCH', [['phone']], 10, null, [['price']], at('S!A1')] as const;
    await call(...args);
    const [[key, old]] = [...memory] as [[string, ReturnType<typeof answer>]];
    memory.set(key, { ...old, records: [product('Phone', 2)], fetchedAt: old.fetchedAt + 1 });
    expect(call(...args)).toEqual([[2]]);
  });

  it('reads a formula again after its filter set changed', async () => {
    const { call, asked, filterSets } = setUp();
    filterSets.put({ name: 'family', params: { adults: 2 }, changedAt: 0 });
    const args = [
      'STAYS.SEARCH',
      [['Lisbon']],
      46_874,
      46_878,
      null,
      null,
      null,
      [['@family']],
      at('S!A1'),
    ] as const;
    await call(...args);
    filterSets.put({ name: 'family', params: { adults: 3 }, changedAt: 1 });
    await call(...args);
    expect(asked.map(({ request }) => request.params.adults)).toEqual([2, 3]);
  });

  it('notes what each cell asked for, and whether it failed', async () => {
    const { call, runtime } = setUp(() => Promise.reject(new SpillwayError('bad_key')));
    await errorOf(() => call('JOBSBOARD.COMPANY', [['12']], null, null, at('S!A1')));
    expect(runtime.cells.of('S!A1')).toMatchObject({ function: 'JOBSBOARD.COMPANY', failed: true });
  });

  it('notes the filter set that is missing, so that saving it can fill the cell', async () => {
    const { call, runtime } = setUp();
    await errorOf(() =>
      call(
        'STAYS.SEARCH',
        [['Lisbon']],
        46_874,
        46_878,
        null,
        null,
        null,
        [['@family; adults=2']],
        at('S!A1'),
      ),
    );
    expect(runtime.cells.of('S!A1')).toMatchObject({ failed: true, filterSets: ['family'] });
  });
});
