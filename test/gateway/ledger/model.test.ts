// Thousands of random steps over three gateways: calls, refusals, kills, restarts, a store that is away, hangs, runs
// commands late, loses its data or goes back to an old copy, and days that change back and forth. Whatever happens, what
// may have been billed never passes a budget.
import { BudgetLedger } from '../../../src/gateway/ledger/ledger';
import { LedgerBook } from '../../../src/gateway/ledger/ledgerBook';
import type { LedgerCheck } from '../../../src/gateway/ledger/sharedLedger';
import { MemoryJournal } from '../support/memoryJournal';
import { LedgerStore, SimulatedLedger } from '../support/simulatedLedger';

const limits: Readonly<Record<string, number>> = {
  'day team': 120,
  'day *person': 40,
  'day *group': 70,
  'month team': 300,
  'month *person': 90,
};
const limitOf = (period: string, account: string): number | undefined => {
  const kind = account.includes(':') ? `*${account.slice(0, account.indexOf(':'))}` : account;
  return limits[`${period.startsWith('m') ? 'month' : 'day'} ${kind}`];
};

/** Mulberry32: the same seed gives the same run. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};

interface Gateway {
  journal: MemoryJournal;
  line: SimulatedLedger;
  ledger: BudgetLedger | undefined;
  readonly calls: { readonly amount: number; readonly checks: readonly LedgerCheck[] }[];
}

class World {
  readonly random: () => number;
  readonly spent = new Map<string, number>();
  readonly gateways: Gateway[] = [];
  readonly store: LedgerStore;
  elapsed = 0;
  born = 0;
  day = 1;
  granted = 0;
  refused = 0;
  old: LedgerStore['data'] | undefined;
  readonly sleepers: (() => void)[] = [];

  constructor(
    seed: number,
    /** Whether gateways have a disk; without one, every start is another gateway. */
    readonly kept = true,
  ) {
    this.random = randomOf(seed);
    this.store = new LedgerStore(() => this.elapsed);
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }

  async begin(): Promise<void> {
    for (const name of ['a', 'b', 'c']) {
      const gateway = {
        journal: new MemoryJournal(name),
        line: new SimulatedLedger(this.store, name),
        ledger: undefined,
        calls: [],
      };
      this.gateways.push(gateway);
      await this.start(gateway);
    }
    this.elapsed += 5_000;
    for (let i = 0; i < 3; i += 1) for (const { ledger } of this.gateways) await ledger?.beat();
  }

  async start(gateway: Gateway): Promise<void> {
    gateway.line = new SimulatedLedger(this.store, gateway.journal.facts.gateway);
    if (this.random() < 0.2) gateway.line.way = 'away';
    gateway.ledger = await BudgetLedger.open({
      journal: gateway.journal,
      shared: gateway.line,
      kept: this.kept,
      without: 'share',
      limitOf,
      periods: () => [`d${this.day}`, `d${this.day + 1}`, 'm1'],
      elapsed: () => this.elapsed,
      sleep: () => new Promise((resolve) => this.sleepers.push(resolve)),
      random: () => `epoch${this.random()}`,
    });
  }

  call(gateway: Gateway): void {
    const { ledger } = gateway;
    const person = `person:${this.pick(['ann', 'bob', 'eve'])}`;
    const amount = this.pick([1, 5, 10]);
    const checks = [
      [`d${this.day}`, 'team'],
      [`d${this.day}`, person],
      [`d${this.day}`, `group:${this.pick(['x', 'y'])}`],
      ['m1', 'team'],
      ['m1', person],
    ].map(([period = '', account = '']) => ({ period, account, limit: limitOf(period, account) }));
    void ledger?.reserve(amount, checks).then(({ ok }) => {
      // The promise of a killed process means nothing: it sends no call.
      if (gateway.ledger !== ledger) return;
      if (!ok) return void (this.refused += 1);
      this.granted += 1;
      this.count(amount, checks);
      gateway.calls.push({ amount, checks });
    });
  }

  count(amount: number, checks: readonly LedgerCheck[]): void {
    for (const { period, account, limit = Infinity } of checks) {
      const sum = (this.spent.get(`${period} ${account}`) ?? 0) + amount;
      this.spent.set(`${period} ${account}`, sum);
      if (sum > limit) throw new Error(`${period} ${account}: ${sum} of ${limit}`);
    }
  }

  /** A call ended; what failed for free is given back. */
  end(gateway: Gateway): void {
    const call = gateway.calls.splice(Math.floor(this.random() * gateway.calls.length), 1)[0];
    if (!call || this.random() < 0.5) return;
    this.count(-call.amount, call.checks);
    void gateway.ledger?.giveBack(call.amount, call.checks);
  }

  kill(gateway: Gateway): void {
    gateway.ledger = undefined;
    gateway.calls.length = 0;
    for (const { run } of gateway.line.waiting.splice(0)) gateway.line.late.push(run);
    gateway.line.way = 'dead';
    gateway.journal = this.kept
      ? gateway.journal.reopen()
      : new MemoryJournal(`${this.pick(['x', 'y'])}${(this.born += 1)}`);
    void gateway.line.close();
  }

  /** What was on its way to the server that ended never runs. */
  restart(data?: LedgerStore['data']): void {
    this.store.restart(data);
    for (const { line } of this.gateways) {
      line.late.length = 0;
      for (const { reject } of line.waiting.splice(0)) reject(new Error('Connection is closed.'));
    }
  }

  /** What all gateways together have spent or may spend by themselves never passes a limit. */
  check(): void {
    for (const period of ['d1', 'd2', 'd3', 'm1'])
      for (const account of ['team', 'person:ann', 'person:bob', 'person:eve', 'group:x', 'group:y']) {
        const limit = limitOf(period, account) ?? Infinity;
        const parts = this.gateways.map(({ ledger, journal }) => {
          const book = ledger?.book ?? new LedgerBook(journal.facts.gateway);
          if (!ledger) book.merge(period, journal.periods[period] ?? {}, { ownToo: true });
          return book.own(period, account);
        });
        const sum = parts.reduce((total, { spent, share }) => total + spent + share, 0);
        if (sum > limit) throw new Error(`${period} ${account}: ${sum} of ${limit} could be spent`);
      }
  }

  async step(faults: boolean): Promise<void> {
    const gateway = this.pick(this.gateways);
    const { line } = gateway;
    const chance = this.random();
    if (!gateway.ledger) {
      if (chance < 0.1) await this.start(gateway);
    } else if (chance < 0.4) this.call(gateway);
    else if (chance < 0.55) this.end(gateway);
    else if (chance < 0.75) void gateway.ledger.beat();
    else if (faults && chance < 0.78) this.kill(gateway);
    else if (faults && chance < 0.84) line.way = this.pick(['open', 'away', 'held', 'held', 'open']);
    else if (faults && !this.kept && chance < 0.855) this.elapsed += this.pick([60_000, 700_000]);
    else if (faults && chance < 0.845) this.restart();
    else if (faults && chance < 0.85) this.old = this.store.copy();
    else if (faults && chance < 0.855 && this.old) {
      this.restart(this.old);
      this.old = undefined;
    } else if (chance < 0.9) {
      this.elapsed += this.pick([10, 500, 2_000]);
      for (const wake of this.sleepers.splice(0)) wake();
    } else if (chance < 0.905) this.day = this.pick([1, 2, 3]);
    for (const { line: it } of this.gateways) {
      if (it.waiting.length > 0 && this.random() < 0.5)
        it.step(this.pick(['answer', 'answer', 'lose', 'giveUp']));
      if (it.late.length > 0 && this.random() < 0.1)
        it.late.splice(Math.floor(this.random() * it.late.length), 1)[0]?.();
    }
    for (let i = 0; i < 3; i += 1) await new Promise((resolve) => setImmediate(resolve));
    this.check();
  }
}

const seeds = Array.from({ length: Number(process.env.MODEL_RUNS ?? 8) }, (_, i) => i + 1);

test.each(seeds)('no budget is passed in a thousand random steps (run %i)', async (seed) => {
  const world = new World(seed * 7919);
  await world.begin();
  for (let i = 0; i < 1_000; i += 1) await world.step(true);
  expect(world.granted).toBeGreaterThan(5);
});

test.each(seeds)('nor by gateways without a disk, on a Redis that keeps its data (run %i)', async (seed) => {
  const world = new World(seed * 104_729, false);
  await world.begin();
  for (let i = 0; i < 1_000; i += 1) await world.step(true);
  expect(world.granted).toBeGreaterThan(5);
});

test('without faults the whole budget can be spent, and not a credit more', async () => {
  const world = new World(1);
  await world.begin();
  for (let i = 0; i < 1_500; i += 1) {
    await world.step(false);
    world.day = 1;
    for (const gateway of world.gateways) gateway.line.way = 'open';
  }
  expect(world.spent.get('d1 team')).toBeGreaterThan(110);
});

test.each(['1:x:0', '1:1e999:0', '1:-500:0', 'x', ''])(
  'an entry of %j, which no gateway has written, changes no sum',
  (text) => {
    const book = new LedgerBook('own');
    book.setOwn('2027-05-03', 'team', { spent: 90 });
    book.merge('2027-05-03', { 'team|other': text, 'team|third': '1:5:0' }, { ownToo: false });
    const [seq = 0, spent = 0, share = 0] = text.split(':').map(Number);
    book.hear('fourth', seq, [{ period: '2027-05-03', account: 'team', spent, share }]);
    expect(book.spent('2027-05-03', 'team')).toBe(95);
  },
);
