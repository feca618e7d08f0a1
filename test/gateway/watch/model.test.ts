// Random histories of watches, and of a list that was handed over, over several gateways: time passes, clocks are set, people pause,
// edit, stop, delete and ask for runs, change their own prices and run out of budget, gateways are killed between any two steps, and the
// place that keeps the watches fails or forgets. The service bills what reaches it.
// After every step, the alerts of a watch are those of an oracle that knows the responses that were written down, and nothing else.
import fc from 'fast-check';
import { Problem } from '../../../src/gateway/http/problem';
import type { Incoming } from '../../../src/gateway/routes/dataService';
import type { Reply } from '../../../src/gateway/routes/reply';
import { dayOfZone } from '../../../src/gateway/spending/day';
import { makeLog } from '../../../src/gateway/telemetry/log';
import { WatchRunner } from '../../../src/gateway/watch/runner';
import { intervalOf } from '../../../src/gateway/watch/schedule';
import {
  asked,
  edited,
  isDeleted,
  isOnce,
  makeWatch,
  owned,
  paused,
  resumed,
  type Watch,
  type WatchRecord,
} from '../../../src/gateway/watch/watch';
import { readWatched } from '../../../src/gateway/watch/reading';
import type { WatchForm, WatchSchedule as Schedule } from '../../../src/protocol/watches';
import { WatchBook, type WatchPlace } from '../../../src/gateway/watch/watchBook';
import type { RecordListener } from '../../../src/gateway/stores/recordPlaces';
import { runs } from '../../runs';

const hour = 3_600_000;
const day = 24 * hour;
const lease = 15_000;
const log = makeLog('silent');
const begin = Date.UTC(2027, 4, 3);

const turns = async () => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

interface Told {
  readonly kind: string;
  /** Compared with an own product. */
  readonly own?: string | undefined;
  readonly item?: string | undefined;
  readonly now?: unknown;
}

/** What the price of each flat was when it was last known, by the rule it was compared by. */
interface Oracle {
  readonly told: readonly Told[];
  readonly low: Readonly<Record<string, boolean>>;
  readonly lowOwn: Readonly<Record<string, boolean>>;
  readonly from: Readonly<Record<string, number>>;
  readonly isFailing: boolean;
}

const nothing: Oracle = { told: [], low: {}, lowOwn: {}, from: {}, isFailing: false };
const limits = [100, 90];
const rules = (limit: number): NonNullable<Watch['conditions']> => [
  { kind: 'below', field: 'price', value: limit, margin: 10 },
  { kind: 'changed', field: 'price', percent: 30 },
];
/** The first has a price of its owner, which changes or is missing; the second always has one, the third never. */
const ownPrices = (amount: number): NonNullable<Watch['ownProducts']> => [
  { operation: 'hkproperty', item: 'A', ...(amount % 3 === 0 ? {} : { price: amount % 3 === 1 ? 100 : 85 }) },
  { operation: 'hkproperty', item: 'B', price: 104 },
  { operation: 'hkproperty', item: 'C' },
];
const limitOf = (watch: Watch): number => {
  const [rule] = watch.conditions ?? [];
  return rule?.kind === 'below' ? rule.value : 0;
};

/** Prices by the digest of the response that they came in. */
const known = new Map<string, { readonly unit: string; readonly price: number | null }>();

/**
 * Written without the code it checks: below a limit is told once until the price was a tenth above it; so is below an own price, which
 * may change meanwhile; so is each step of 30%.
 */
function foresee(before: Watch, after: Watch, oracle: Oracle): Oracle {
  const told = [...oracle.told];
  const isOther = limitOf(before) !== limitOf(after);
  const [low, lowOwn, from] = [isOther ? {} : { ...oracle.low }, { ...oracle.lowOwn }, { ...oracle.from }];
  const isSame = before.run !== undefined && before.run.tick === after.run?.tick;
  for (const [index, item] of (isSame ? (after.run?.items ?? []) : []).entries()) {
    if (item?.kind !== 'done' || before.run?.items[index]?.kind === 'done') continue;
    const { unit = '', price = null } = known.get(item.digest ?? '') ?? {};
    if (price === null) continue;
    const limit = limitOf(after);
    const was = low[unit];
    if (was === false && price < limit) told.push({ kind: 'below', item: unit, now: price });
    low[unit] = price < limit || (was === true && price < limit * 1.1);
    const base = from[unit];
    const isStep = base !== undefined && Math.abs(price - base) * 100 >= base * 30;
    if (isStep) told.push({ kind: 'changed', item: unit, now: price });
    if (base === undefined || isStep) from[unit] = price;
    const mine = after.ownProducts?.find((own) => own.item === unit)?.price;
    if (mine === undefined) continue;
    if (lowOwn[unit] === false && price < mine)
      told.push({ kind: 'below', item: unit, now: price, own: unit });
    lowOwn[unit] = price < mine || (lowOwn[unit] === true && price < mine * 1.1);
  }
  let { isFailing } = oracle;
  const outcome = after.last?.tick === before.last?.tick ? 'stopped' : after.last?.outcome;
  if (isOnce(after)) {
    // Whoever stopped it knows; everyone else is told once that it is over.
    if (outcome !== 'stopped') told.push({ kind: 'done' });
  } else if (outcome === 'ok' || outcome === 'partly') isFailing = false;
  else if (outcome !== 'stopped') {
    if (!isFailing) told.push({ kind: 'failed' });
    isFailing = true;
  }
  return { told, low, lowOwn, from, isFailing };
}

/** One Redis: every gateway has its own way to it. */
class Place {
  /** What the oracle makes of each record, and of those that it was made from. */
  private readonly oracles = new WeakMap<WatchRecord, Oracle>();

  /** Whatever a step changes, the alerts are those that the oracle foresees, numbered without a gap. */
  private check(found: WatchRecord | undefined, record: WatchRecord): void {
    if (isDeleted(record)) return;
    const before = found && !isDeleted(found) ? found : undefined;
    const oracle = before ? foresee(before, record, this.oracles.get(before) ?? nothing) : nothing;
    this.oracles.set(record, oracle);
    const alerts = record.alerts ?? [];
    const shown = alerts.map(({ kind, item, now, own }): Told => ({
      kind,
      ...(item && { item, now }),
      ...(own && { own: own.item }),
    }));
    if (isOnce(record)) this.checkOnce(record);
    if (JSON.stringify(shown) !== JSON.stringify(oracle.told.slice(-200)))
      this.faults.push(`${JSON.stringify(shown)} is not ${JSON.stringify(oracle.told)}`);
    const first = oracle.told.length - alerts.length + 1;
    if (alerts.some(({ number }, index) => number !== first + index)) this.faults.push('numbers');
    // A run that is over has its price in its alerts.
    if (alerts.some(({ tick, credits }) => tick !== record.run?.tick && credits === undefined))
      this.faults.push('credits');
  }

  /** It has its key while it may send, and says how much came. */
  private checkOnce({ state, run, nextAt, sealedKey, last, alerts = [] }: Watch): void {
    const isOver = state === 'ended' && !run;
    if (isOver !== (sealedKey === undefined) || (isOver && nextAt !== undefined)) this.faults.push('key');
    const [done] = alerts;
    if (done && !done.detail?.startsWith(`${last?.responses} of 6 results were fetched.`))
      this.faults.push(`${done.detail}`);
    if (last && last.credits > 6) this.faults.push('more than was agreed to');
  }

  readonly faults: string[] = [];
  records = new Map<string, WatchRecord>();
  private readonly listeners = new Set<RecordListener<WatchRecord>>();
  isAway = false;
  /** The next change is made, and whoever made it does not hear of it. */
  isSilent = false;
  /** Called once, right after the next change. */
  afterChange: (() => void) | undefined;

  /** Changes when data are lost; and the ways on which everything has been told since. */
  private epoch = 0;
  private readonly told = new Set<Way>();
  private readonly ways = new Set<Way>();

  way(): Way {
    let isCut = false;
    let isDeaf = false;
    let own: RecordListener<WatchRecord> | undefined;
    // Whoever was killed does nothing more.
    const reached = async () => {
      await Promise.resolve();
      if (isCut) await new Promise(() => undefined);
      if (this.isAway || isDeaf) throw new Error('Connection is closed.');
    };
    const stands = (record: WatchRecord) => {
      this.records.set(record.id, record);
      for (const listener of this.listeners) listener.changed(record);
    };
    const way: Way = {
      cut: () => {
        isCut = true;
        this.ways.delete(way);
        if (own) this.listeners.delete(own);
      },
      isDeaf: (deaf) => {
        if (isDeaf === deaf || !own) return;
        isDeaf = deaf;
        if (isDeaf) this.listeners.delete(own);
        else this.returned(way, own);
      },
      settled: async () => {
        await reached();
        return [...this.ways].every((each) => this.told.has(each)) ? String(this.epoch) : undefined;
      },
      tellAgain: () => Promise.resolve(),
      isListening: () => own !== undefined && this.listeners.has(own),
      connected: () => own?.connected(),
      place: {
        isAlone: false,
        load: async () => {
          await reached();
          return [...this.records.values()];
        },
        put: async (record, expected, epoch) => {
          await reached();
          if (epoch !== undefined && epoch !== String(this.epoch)) throw new Error('Data were lost.');
          const found = this.records.get(record.id);
          if ((found?.version ?? 0) !== expected) return { ok: false, found };
          this.check(found, record);
          stands(record);
          const { afterChange } = this;
          this.afterChange = undefined;
          afterChange?.();
          if (this.isSilent) {
            this.isSilent = false;
            throw new Error('Command timed out.');
          }
          return { ok: true };
        },
        join: async (records) => {
          await reached();
          for (const record of records)
            if ((this.records.get(record.id)?.version ?? 0) < record.version) stands(record);
        },
        drop: async (records) => {
          await reached();
          for (const { id, version } of records)
            if (this.records.get(id)?.version === version) this.records.delete(id);
        },
        listen: (listener) => {
          own = listener;
          this.listeners.add(listener);
        },
        beat: async (gateway) => {
          await reached();
          for (const listener of this.listeners) listener.heard(gateway);
        },
        close: () => Promise.resolve(),
      },
    };
    this.ways.add(way);
    this.told.add(way);
    return way;
  }

  private returned(way: Way, listener: RecordListener<WatchRecord>): void {
    this.listeners.add(listener);
    listener.connected();
    if (!this.told.has(way)) void this.tell(way);
  }

  /** Until it succeeds, as a gateway does. */
  private async tell(way: Way): Promise<void> {
    const epoch = this.epoch;
    await way.tellAgain().then(
      () => epoch === this.epoch && this.told.add(way),
      () => undefined,
    );
  }

  /** Whoever could not tell everything tries again. */
  heal(): void {
    for (const way of this.ways) if (!this.told.has(way) && way.isListening()) void this.tell(way);
  }

  /** Restarted, with nothing in it; the connections break and come back. Whoever is not connected comes later. */
  forget(): void {
    this.records = new Map();
    this.epoch += 1;
    this.told.clear();
    for (const way of this.ways)
      if (way.isListening()) {
        way.connected();
        void this.tell(way);
      }
  }
}

interface Way {
  readonly place: WatchPlace;
  readonly cut: () => void;
  /** Whether its connection is broken. */
  readonly isDeaf: (deaf: boolean) => void;
  readonly isListening: () => boolean;
  readonly connected: () => void;
  readonly settled: () => Promise<string | undefined>;
  tellAgain: () => Promise<void>;
}

interface Billed {
  readonly watch: string;
  readonly tick: string;
  readonly at: number;
}

class World {
  now = begin;
  elapsed = 0;
  readonly place = new Place();
  readonly gateways: { book: WatchBook; runner: WatchRunner; way: Way; kill: () => void }[] = [];
  readonly billed: Billed[] = [];
  /** Paused, as a person was told; with the run that was under way. */
  readonly paused = new Map<string, string>();
  readonly faults: string[] = [];
  /** The budget of the person is used up. */
  isPoor = false;
  /** Days that the latest clock has shown. */
  readonly days = new Set<string>();
  private readonly waiting: (() => void)[] = [];
  private count = 0;

  async start(): Promise<void> {
    const gateway = `gateway ${(this.count += 1)}`;
    const way = this.place.way();
    let isDead = false;
    const { place, settled } = way;
    const book = new WatchBook({
      place,
      clock: () => this.now,
      elapsed: () => this.elapsed,
      gateway,
      lease,
      settled,
    });
    way.tellAgain = () => book.tellAgain();
    const post = async (_operation: string, incoming: Incoming): Promise<Reply> => {
      const [watch = '', rest = ''] = incoming.requestId.split('@');
      await incoming.person?.agent?.confirm();
      if (isDead) await new Promise(() => undefined);
      if (this.isPoor) throw new Problem(402, 'Your budget is used up.');
      this.billed.push({ watch, tick: rest, at: this.now });
      const isPaused = this.paused.has(watch) && !rest.startsWith(`${this.paused.get(watch)}:`);
      if (isPaused) this.faults.push(`${watch}@${rest} was sent after ${watch} was paused`);
      const body = this.respond(await incoming.text());
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      if (isDead) await new Promise(() => undefined);
      return { status: 200, headers: { 'spillway-credits': '1' }, body };
    };
    const runner = new WatchRunner({
      book,
      gateway,
      data: { post, cached: () => Promise.reject(new Problem(404, 'Nothing is cached.')) },
      identify: () => Promise.resolve({ id: 'ann', name: 'Ann', key: 'k', admin: false }),
      clock: () => this.now,
      log,
      random: () => 0,
    });
    await book.load().catch(() => undefined);
    const kill = () => {
      isDead = true;
      way.cut();
    };
    this.gateways.push({ book, runner, way, kill });
  }

  /** Prices jump about a limit; now and then there is none, or no such flat. */
  private respond(text: string): string {
    const { unit } = JSON.parse(text) as { unit: string };
    const turn = ((this.billed.length * 2_654_435_761 + unit.charCodeAt(0) * 40_503) >>> 7) % 11;
    const price = [80, 120, 105, 95, 130, 60, 101, 99.5, 112, null, undefined][turn];
    const records =
      price === undefined ? [] : [{ unit_code: unit, unit_address: unit, ...(price !== null && { price }) }];
    const body = JSON.stringify(records);
    const read = readWatched(body, { operation: 'hkproperty', body: { unit } }, 0);
    if (price !== undefined) known.set(read?.digest ?? '', { unit, price });
    return body;
  }

  private latest = begin;

  async pass(milliseconds: number): Promise<void> {
    this.now += milliseconds;
    this.latest = Math.max(this.latest, this.now);
    for (const zone of schedules.map(({ zone }) => zone))
      this.days.add(`${zone} ${dayOfZone(this.latest, zone)}`);
    this.elapsed += milliseconds;
    this.place.heal();
    for (const { book, runner } of this.gateways) {
      await Promise.race([book.beat(), turns()]);
      runner.scan();
    }
    await turns();
  }

  deliver(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  async change(id: string, change: (watch: Watch) => WatchRecord | undefined, at = 0): Promise<void> {
    const gateway = this.gateways[at % this.gateways.length];
    if (!gateway) return;
    const told = gateway.book.update(id, change).then(({ watch }) => {
      if (change !== this.pause || !watch) return;
      this.paused.set(id, watch.run ? new Date(watch.run.tick).toISOString() : '');
    });
    await Promise.race([told.catch(() => undefined), turns()]);
  }

  // What one alone knew is lost with it, be it the place or a gateway: no test can ask for it.

  forget(): void {
    const isKnown = ({ id, version }: WatchRecord) =>
      this.gateways.some(({ book }) => (book.records.get(id)?.version ?? 0) >= version);
    if ([...this.place.records.values()].every(isKnown)) this.place.forget();
  }

  kill(index: number): void {
    const [gateway] = this.gateways.splice(index % this.gateways.length, 1);
    const places = [this.place.records, ...this.gateways.map(({ book }) => book.records)];
    const isKnown = ({ id, version }: WatchRecord) =>
      places.some((place) => (place.get(id)?.version ?? 0) >= version);
    if (!gateway) return;
    if ([...gateway.book.records.values()].every(isKnown)) gateway.kill();
    else this.gateways.push(gateway);
  }

  readonly pause = (watch: Watch) => paused(watch, this.now);
}

type Action = readonly [kind: string, which: number, amount: number];
const kinds = [
  'pass',
  'pass',
  'pass',
  'wait',
  'deliver',
  'deliver',
  'pause',
  'resume',
  'ask',
  'edit',
  'rule',
  'delete',
  'kill',
  'start',
  'deaf',
  'hears',
  'forget',
  'forgets',
  'away',
  'back',
  'silent',
  'clock',
  'own',
  'poor',
  'rich',
];
const actions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.tuple(fc.constantFrom(...kinds), fc.nat(3), fc.integer({ min: 1, max: 100 })),
  { minLength: 10, maxLength: 60 },
);
const schedules: readonly Schedule[] = [
  { kind: 'hours', every: 6, from: begin + hour, zone: 'UTC' },
  { kind: 'days', days: [1, 2, 3, 4, 5, 6, 7], at: '02:30', zone: 'Europe/Berlin' },
  { kind: 'cron', cron: '*/30 * * * *', zone: 'Asia/Tokyo' },
  { kind: 'once', zone: 'UTC' },
];
const once = 3;

async function play(history: readonly Action[], gateways = 2): Promise<WatchRecord[]> {
  const world = new World();
  for (let count = 0; count < gateways; count += 1) await world.start();
  for (const [index, schedule] of schedules.entries()) {
    // A list is longer than what a gateway sends at once, so that it can be stopped in the middle.
    const units = index === once ? ['A', 'B', 'C', 'D', 'E', 'F'] : ['A', 'B', 'C'];
    const requests = units.map((unit) => ({ operation: 'hkproperty' as const, body: { unit } }));
    const form: WatchForm =
      index === once
        ? { name: 'A list', requests, schedule, limits: { day: 6, month: 6 } }
        : {
            name: 'A watch',
            requests,
            schedule,
            limits: { day: 7 + index * 20, month: 1_000 },
            conditions: rules(100),
            ownConditions: [{ kind: 'cheaper', field: 'price', margin: 10 }],
            ownProducts: ownPrices(1),
          };
    const owner = { id: 'ann', name: 'Ann' };
    const watch = makeWatch(form, { id: `w${index}`, owner, sealedKey: 'sealed', now: world.now });
    await world.gateways[0]?.book.add(watch);
  }
  const wanted = new Map<string, number>();
  // What was handed over is not edited, nor resumed.
  const change = (which: number, step: (watch: Watch) => WatchRecord | undefined) =>
    which === once ? undefined : world.change(`w${which}`, step, amountOf);
  let amountOf = 0;
  for (const [kind, which, amount] of history) {
    const id = `w${which}`;
    amountOf = amount;
    // From here on it may run again, whether or not the person hears of it.
    if (kind === 'resume' || kind === 'ask') world.paused.delete(id);
    if (kind === 'pass') await world.pass(amount * 6 * 60_000);
    if (kind === 'wait') await world.pass(amount * 200);
    if (kind === 'deliver') world.deliver();
    if (kind === 'pause') await world.change(id, world.pause, amount);
    if (kind === 'resume') await change(which, (watch) => resumed(watch, world.now));
    if (kind === 'own') await change(which, (watch) => owned(watch, ownPrices(amount), world.now));
    if (kind === 'poor') world.isPoor = true;
    if (kind === 'rich') world.isPoor = false;
    if (kind === 'ask') {
      await world.change(id, (watch) => asked(watch, world.now), amount);
      wanted.set(id, (wanted.get(id) ?? 0) + 1);
    }
    if (kind === 'edit')
      await change(which, (watch) =>
        edited(watch, { requests: watch.requests.slice(0, 1 + (amount % 3)) }, world.now),
      );
    if (kind === 'rule')
      await change(which, (watch) =>
        edited(watch, { conditions: rules(limits[amount % 2] ?? 100) }, world.now),
      );
    if (kind === 'delete' && amount > 80)
      await world.change(id, ({ version }) => ({ id, version, deletedAt: world.now }), amount);
    if (kind === 'kill' && world.gateways.length > 1) world.kill(which);
    if (kind === 'start' && world.gateways.length < 3) await world.start();
    if (kind === 'deaf') world.gateways[amount % world.gateways.length]?.way.isDeaf(true);
    if (kind === 'hears') world.gateways[amount % world.gateways.length]?.way.isDeaf(false);
    if (kind === 'forget') world.forget();
    if (kind === 'forgets') world.place.afterChange = () => world.forget();
    if (kind === 'away') world.place.isAway = true;
    if (kind === 'back') world.place.isAway = false;
    if (kind === 'silent') world.place.isSilent = true;
    if (kind === 'clock') world.now += (amount - 50) * 60_000;
    await turns();
  }
  // Everything is well again: what is due comes to its end.
  world.place.isAway = false;
  world.place.isSilent = false;
  world.place.afterChange = undefined;
  for (const { way } of world.gateways) way.isDeaf(false);
  for (let round = 0; round < 12; round += 1) {
    await world.pass(5_000);
    world.deliver();
  }
  await turns();
  expect([...world.place.faults, ...world.faults]).toEqual([]);
  // No request of a tick was sent twice, and no watch spent more in a day than was agreed to.
  const sent = world.billed.map(({ watch, tick }) => `${watch}@${tick}`);
  expect(sent).toEqual([...new Set(sent)]);
  for (const [index, { zone }] of schedules.entries()) {
    const credits = world.billed.filter(({ watch }) => watch === `w${index}`).length;
    expect(credits).toBeLessThanOrEqual(
      (7 + index * 20) * [...world.days].filter((it) => it.startsWith(`${zone} `)).length,
    );
  }
  // What was handed over had one run, whoever asked for what.
  const handed = world.billed.filter(({ watch }) => watch === `w${once}`);
  expect(handed.length).toBeLessThanOrEqual(6);
  expect(new Set(handed.map(({ tick }) => tick.slice(0, tick.lastIndexOf(':')))).size).toBeLessThanOrEqual(1);
  const records = [...world.place.records.values()];
  for (const record of records) {
    if (isDeleted(record)) continue;
    if (isOnce(record)) expect([record.id, record.state]).toEqual([record.id, 'ended']);
    // It ended what it began, and its next run is at most an interval and a half away.
    expect([record.id, record.run]).toEqual([record.id, undefined]);
    if (record.state === 'on')
      expect((record.nextAt ?? Infinity) - world.now).toBeLessThanOrEqual(
        Math.max(2 * intervalOf(record.schedule), 2 * day),
      );
  }
  return records;
}

test('whatever happens, credits stay within what was agreed, nothing is sent twice, and one event is one alert', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (history) => void (await play(history))),
    { numRuns: runs(120) },
  );
}, 600_000);

test('a gateway that lives knows what became of everything it sent, whatever the place does', async () => {
  const alone = actions.map((history) => history.filter(([kind]) => kind !== 'kill' && kind !== 'start'));
  await fc.assert(
    fc.asyncProperty(alone, async (history) => {
      const records = await play(history, 1);
      // The service answers each request; what is not ok was stopped, or refused by a limit.
      const outcomes = records.map((record) => (isDeleted(record) ? undefined : record.last?.outcome));
      expect(outcomes.filter((outcome) => outcome === 'failed' || outcome === 'partly')).toEqual([]);
    }),
    { numRuns: runs(120) },
  );
}, 600_000);

test('a gateway that did not hear of a pause does not run the watch before the others have told what they know', async () => {
  const history: readonly Action[] = [
    ['deaf', 0, 2],
    ['pause', 0, 1],
    ['deaf', 0, 1],
    ['forget', 0, 1],
    ['hears', 0, 2],
    ['pass', 0, 20],
    ['pass', 0, 20],
    ['hears', 0, 1],
  ];
  const records = await play(history);
  expect(records.find(({ id }) => id === 'w0')).toMatchObject({ state: 'paused' });
});
