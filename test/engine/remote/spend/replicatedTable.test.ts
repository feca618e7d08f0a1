// The table against what it promises, over random histories of two or three windows: a store that is slow, hangs, fails, is
// full or is cleared, messages that are late or lost, windows that are killed between any two steps and opened again.
import fc from 'fast-check';
import type { WindowMessage } from '../../../../src/engine/ports/crossWindow';
import { guardStore } from '../../../../src/engine/ports/guardedStore';
import type { Store } from '../../../../src/engine/ports/store';
import { mergeAccount, type AccountRow } from '../../../../src/engine/remote/spend/accountRows';
import { mergePaid, type PaidRow } from '../../../../src/engine/remote/spend/paidRequests';
import { ReplicatedTable } from '../../../../src/engine/remote/spend/replicatedTable';
import { mergeDecisions, type DecisionRow } from '../../../../src/engine/remote/spend/userDecisions';
import { machine, type Machine } from '../../support/money/machine';
import { simulatedClock } from '../../support/simulatedClock';
import { runs } from '../../../runs';

interface Kept {
  readonly turn: number;
  readonly by: number;
}
interface Gone {
  readonly goneAt: number;
}
type Version = Kept | Gone;

const isGone = (version: Version): version is Gone => 'goneAt' in version;
/** Later turns first, then what was taken back, then the window with the higher number. */
const rank = (version: Version) =>
  isGone(version) ? version.goneAt + 0.9 : version.turn + version.by / 1_000;
const merge = (known: Version, other: Version) => (rank(other) > rank(known) ? other : known);
const parse = (_: string, value: unknown) => value as Version | undefined;

const keys = ['a', 'b', 'c'];

interface Faults {
  losesMessages: boolean;
  isFull: boolean;
}

function openTable(shared: Machine, faults: Faults, name: number) {
  const ports = shared.openWindow();
  const lost: (() => void)[] = [];
  const update: Store['update'] = async (area, changed, change) => {
    if (faults.isFull) {
      // The last step of a transaction fails, not the first.
      for (const key of changed) change(key, await shared.disk.get(area, key));
      throw new DOMException('Full', 'QuotaExceededError');
    }
    await ports.store.update(area, changed, change);
    // What is stored is known to be stored a while later.
    await ports.slowly(() => Promise.resolve());
  };
  const store: Store = { ...ports.store, update, onLost: (listener) => void lost.push(listener) };
  const post = (message: WindowMessage) => {
    if (!faults.losesMessages) ports.channel.post(message);
  };
  const table = new ReplicatedTable<Kept, Gone>({
    store: guardStore(store, ports.clock, () => undefined),
    area: 'paid',
    parse,
    merge,
    isGone,
    broadcast: (rows) => {
      for (const [slot, row] of rows) post({ type: 'paid', slot, row });
    },
  });
  ports.channel.subscribe((message) => {
    if (message.type === 'paid') table.receive([[message.slot, message.row]]);
    if (message.type === 'opened') table.tell();
  });
  const known = () => keys.map((key) => table.get(key));
  const ranks = () => keys.map((key) => (table.version(key) ? rank(table.version(key)!) : -1));
  void table.read();
  post({ type: 'opened' });
  return { name, ports, table, known, ranks, restored: () => lost.forEach((listener) => listener()) };
}

type Step =
  | { readonly do: 'put' | 'takeBack'; readonly window: number; readonly key: string }
  | { readonly do: 'read' | 'kill'; readonly window: number }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: 'store'; readonly health: Machine['health'] }
  | { readonly do: 'fill' | 'lose'; readonly on: boolean }
  | { readonly do: 'clear' };

const window = fc.nat({ max: 2 });
const a = <Name extends Step['do']>(name: Name) => fc.constant(name);
const always: fc.WeightedArbitrary<Step>[] = [
  { weight: 8, arbitrary: fc.record({ do: a('put'), window, key: fc.constantFrom(...keys) }) },
  { weight: 1, arbitrary: fc.record({ do: a('read'), window }) },
  { weight: 1, arbitrary: fc.record({ do: a('kill'), window }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: a('wait'),
      milliseconds: fc.constantFrom(0, 1, 7, 30, 100, 3_000, 5_000, 61_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: a('store'),
      health: fc.constantFrom<Machine['health'][]>('sound', 'fails', 'hangs'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: a('fill'), on: fc.boolean() }) },
];
/** What is taken back leaves no trace in the store: whoever misses the message cannot know of it. */
const withLosses = fc.oneof(
  ...always,
  { weight: 2, arbitrary: fc.record({ do: a('lose'), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: a('clear') }) },
);
const withTakingBack = fc.oneof(...always, {
  weight: 3,
  arbitrary: fc.record({ do: a('takeBack'), window, key: fc.constantFrom(...keys) }),
});

/** Longer than a store is left alone after a failure, and than anything takes. */
const recovery = 200_000;

async function play(steps: readonly Step[], slowness: number, count: number): Promise<void> {
  const clock = simulatedClock(undefined, 1);
  const shared = machine(clock, slowness);
  const faults: Faults = { losesMessages: false, isFull: false };
  let names = 0;
  const open = () => openTable(shared, faults, (names += 1));
  const windows = Array.from({ length: count }, open);
  /** What `put` has reported as done, by key: the least that has to be known from then on. */
  const acknowledged = new Map<string, number>();
  /** The last turn that was taken back: where every window that knew of it is gone, nobody does. */
  const takenBack = new Map<string, number>();
  let clearings = 0;
  let time = 0;
  /** Then a row may be gone, or be stored once more by a window that has not heard of it. */
  const isTakenBack = steps.some((step) => step.do === 'takeBack');
  const storedRanks = () =>
    Promise.all(
      keys.map(async (key) => {
        const row = parse(key, await shared.disk.get('paid', key));
        return row ? rank(row) : -1;
      }),
    );

  for (const now of steps) {
    const at = 'window' in now ? now.window % count : 0;
    const { table, name, ports, ranks } = windows[at]!;
    const before = ranks();
    if (now.do === 'put') {
      const version = table.version(now.key);
      // What is taken back has a date: whoever decides anew without knowing of it decides later.
      const date = isTakenBack ? (time += 1) : 1;
      const turn = Math.max(date, version ? Math.floor(rank(version)) + 1 : 1);
      const cleared = clearings;
      void table.put([[now.key, { turn, by: name }]]).then((outcome) => {
        if (outcome === 'done' && cleared === clearings && ports.isAlive())
          acknowledged.set(now.key, Math.max(acknowledged.get(now.key) ?? 0, turn));
      });
    } else if (now.do === 'takeBack') {
      const row = table.get(now.key);
      if (row) takenBack.set(now.key, Math.max(takenBack.get(now.key) ?? 0, row.turn));
      if (row) void table.put([[now.key, { goneAt: row.turn }]]);
    } else if (now.do === 'read') void table.read();
    else if (now.do === 'kill') {
      ports.kill();
      windows[at] = open();
    } else if (now.do === 'wait') await clock.advance(now.milliseconds);
    else if (now.do === 'store') shared.health = now.health;
    else if (now.do === 'fill') faults.isFull = now.on;
    else if (now.do === 'lose') faults.losesMessages = now.on;
    else {
      shared.health = 'sound';
      await clock.until(ports.store.clear('paid'));
      clearings += 1;
      acknowledged.clear();
      for (const each of windows) each.restored();
    }
    // What is stored never becomes older.
    const stored = await storedRanks();
    keys.forEach((key, place) =>
      expect(stored[place]!).toBeGreaterThanOrEqual(isTakenBack ? -1 : (acknowledged.get(key) ?? -1)),
    );
    // Nor does what a window knows.
    if (now.do !== 'kill')
      ranks().forEach((rankNow, key) => expect(rankNow).toBeGreaterThanOrEqual(before[key]!));
  }

  const made = windows.map(({ ranks }) => ranks());
  faults.isFull = false;
  faults.losesMessages = false;
  shared.health = 'sound';
  await clock.advance(recovery);
  // A store that is full does not tell when it no longer is: the next row takes along what waits.
  for (const { table } of windows) void table.put([]);
  await clock.advance(recovery);
  for (const { table } of windows) void table.read();
  await clock.advance(recovery);
  const stored = await Promise.all(keys.map((key) => shared.disk.get('paid', key)));
  for (const { known } of windows) expect(known()).toEqual(stored);
  const last = open();
  await clock.advance(recovery);

  expect(last.known()).toEqual(stored);
  keys.forEach((key, at) => {
    // One that never heard of a row need not hear that it was taken back.
    const agreed = Math.max(...windows.map(({ ranks }) => ranks()[at]!));
    const least = acknowledged.get(key) ?? -1;
    expect(agreed).toBeGreaterThanOrEqual(least > (takenBack.get(key) ?? -1) ? least : -1);
    for (const ranks of made) expect(agreed).toBeGreaterThanOrEqual(ranks[at]!);
  });
}

describe('over any history', () => {
  test.each([
    ['messages are lost and the store is cleared', withLosses],
    ['rows are taken back', withTakingBack],
  ])('windows agree in the end, and what was stored is not lost: %s', async (_, step) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array<Step>(step, { minLength: 5, maxLength: 40 }),
        fc.constantFrom(0, 50, 2_000),
        fc.constantFrom(2, 3),
        play,
      ),
      { numRuns: runs(150) },
    );
  });
});

test('a window that is opened while nothing can be stored is told what others heard from one that was killed', async () => {
  const clock = simulatedClock(undefined, 1);
  const shared = machine(clock, 0);
  const faults: Faults = { losesMessages: false, isFull: false };
  const [one] = [openTable(shared, faults, 1), openTable(shared, faults, 2)];
  await clock.advance(10);
  shared.health = 'fails';
  void one.table.put([['a', { turn: 1, by: 1 }]]);
  await clock.advance(10);
  one.ports.kill();
  const three = openTable(shared, faults, 3);
  await clock.advance(10);
  expect(three.table.get('a')).toEqual({ turn: 1, by: 1 });
});

const turn = fc.nat({ max: 3 });
const accountRow = turn.map((at): AccountRow => ({
  v: 1,
  turn: at,
  day: '2027-05-03',
  settled: at,
  unasked: 0,
  open: {},
  lately: [],
}));
const move = fc.tuple(fc.constantFrom('2027-05-01', '2027-05-02', '2027-05-03'), turn);
const paidRow = fc.record<PaidRow>({
  v: fc.constant(1),
  at: turn,
  count: fc.constantFrom(0, 5, 15, Infinity),
});
const decision = fc.oneof(
  fc.record({ takenBack: turn }),
  fc.record<DecisionRow>({
    v: fc.constant(1),
    decision: fc.constantFrom<DecisionRow['decision'][]>('declined', 'stopped', 'ask_above'),
    at: turn,
    workbook: fc.constantFrom('', 'book'),
  }),
);

/** Checks a rule on three versions of one row. */
const lawful =
  <Row>(rule: (known: Row, other: Row) => Row) =>
  (x: Row, y: Row, z: Row) => {
    expect(rule(x, x)).toBe(x);
    expect(rule(x, y)).toEqual(rule(y, x));
    expect(rule(rule(x, y), z)).toEqual(rule(x, rule(y, z)));
    expect([x, y]).toContain(rule(x, y));
  };

describe('which of two versions holds does not depend on their order, nor on how often they are compared', () => {
  test('rows of the account', () => {
    fc.assert(fc.property(accountRow, accountRow, accountRow, lawful(mergeAccount)));
  });

  test('days that rows of the account were moved to', () => {
    fc.assert(fc.property(move, move, move, lawful(mergeAccount)));
  });

  test('purchases', () => {
    fc.assert(fc.property(paidRow, paidRow, paidRow, lawful(mergePaid)));
  });

  test('decisions', () => {
    fc.assert(fc.property(decision, decision, decision, lawful(mergeDecisions)));
  });
});
