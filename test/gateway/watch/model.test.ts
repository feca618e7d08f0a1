// Random histories of watches over several gateways: time passes, clocks are set, people pause, edit, delete and ask for runs,
// gateways are killed between any two steps, and the place that keeps the watches fails or forgets. The service bills what reaches it.
// After every step, the alerts of a watch are those of an oracle that knows the responses that were written down, and nothing else.
import fc from 'fast-check';
import { Problem } from '../../../src/gateway/http/problem';
import type { Incoming } from '../../../src/gateway/routes/dataService';
import type { Reply } from '../../../src/gateway/routes/reply';
import { dayOf } from '../../../src/gateway/spending/day';
import { makeLog } from '../../../src/gateway/telemetry/log';
import { WatchRunner } from '../../../src/gateway/watch/runner';
import { intervalOf, type Schedule } from '../../../src/gateway/watch/schedule';
import {
  asked,
  edited,
  isDeleted,
  makeWatch,
  paused,
  resumed,
  type Watch,
  type WatchRecord,
} from '../../../src/gateway/watch/watch';
import { readResponse } from '../../../src/gateway/watch/reading';
import { WatchBook, type PlaceListener, type WatchPlace } from '../../../src/gateway/watch/watchBook';
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
  readonly item?: string | undefined;
  readonly now?: unknown;
}

/** What the price of each flat was when it was last known, by the rule it was compared by. */
interface Oracle {
  readonly told: readonly Told[];
  readonly low: Readonly<Record<string, boolean>>;
  readonly from: Readonly<Record<string, number>>;
  readonly isFailing: boolean;
}

const nothing: Oracle = { told: [], low: {}, from: {}, isFailing: false };
const limits = [100, 90];
const rules = (limit: number): NonNullable<Watch['conditions']> => [
  { kind: 'below', field: 'price', value: limit, margin: 10 },
  { kind: 'changed', field: 'price', percent: 30 },
];
const limitOf = (watch: Watch): number => {
  const [rule] = watch.conditions ?? [];
  return rule?.kind === 'below' ? rule.value : 0;
};

/** Prices by the digest of the response that they came in. */
const known = new Map<string, { readonly unit: string; readonly price: number | null }>();

/** Written without the code it checks: below a limit is told once until the price was a tenth above it; so is each step of 30%. */
function foresee(before: Watch, after: Watch, oracle: Oracle): Oracle {
  const told = [...oracle.told];
  const isOther = limitOf(before) !== limitOf(after);
  const [low, from] = [isOther ? {} : { ...oracle.low }, { ...oracle.from }];
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
  }
  let { isFailing } = oracle;
  const outcome = after.last?.tick === before.last?.tick ? 'stopped' : after.last?.outcome;
  if (outcome === 'ok' || outcome === 'partly') isFailing = false;
  else if (outcome !== 'stopped') {
    if (!isFailing) told.push({ kind: 'failed' });
    isFailing = true;
  }
  return { told, low, from, isFailing };
}

/** One Redis: every gateway has its own way to it. */
class Place {
  /** What the oracle makes of each record, and of those that it was made from. */
  readonly #oracles = new WeakMap<WatchRecord, Oracle>();

  /** Whatever a step changes, the alerts are those that the oracle foresees, numbered without a gap. */
  #check(found: WatchRecord | undefined, record: WatchRecord): void {
    if (isDeleted(record)) return;
    const before = found && !isDeleted(found) ? found : undefined;
    const oracle = before ? foresee(before, record, this.#oracles.get(before) ?? nothing) : nothing;
    this.#oracles.set(record, oracle);
    const alerts = record.alerts ?? [];
    const shown = alerts.map(({ kind, item, now }): Told => ({ kind, ...(item && { item, now }) }));
    if (JSON.stringify(shown) !== JSON.stringify(oracle.told.slice(-200)))
      this.faults.push(`${JSON.stringify(shown)} is not ${JSON.stringify(oracle.told)}`);
    const first = oracle.told.length - alerts.length + 1;
    if (alerts.some(({ number }, index) => number !== first + index)) this.faults.push('numbers');
    // A run that is over has its price in its alerts.
    if (alerts.some(({ tick, credits }) => tick !== record.run?.tick && credits === undefined))
      this.faults.push('credits');
  }

  readonly faults: string[] = [];
  records = new Map<string, WatchRecord>();
  readonly #listeners = new Set<PlaceListener>();
  isAway = false;
  /** The next change is made, and whoever made it does not hear of it. */
  isSilent = false;

  way(): { readonly place: WatchPlace; readonly cut: () => void } {
    let isCut = false;
    let own: PlaceListener | undefined;
    // Whoever was killed does nothing more.
    const reached = async () => {
      await Promise.resolve();
      if (isCut) await new Promise(() => undefined);
      if (this.isAway) throw new Error('Connection is closed.');
    };
    const stands = (record: WatchRecord) => {
      this.records.set(record.id, record);
      for (const listener of this.#listeners) listener.changed(record);
    };
    return {
      cut: () => {
        isCut = true;
        if (own) this.#listeners.delete(own);
      },
      place: {
        isAlone: false,
        load: async () => {
          await reached();
          return [...this.records.values()];
        },
        put: async (record, expected) => {
          await reached();
          const found = this.records.get(record.id);
          if ((found?.version ?? 0) !== expected) return { ok: false, found };
          this.#check(found, record);
          stands(record);
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
        listen: (listener) => {
          own = listener;
          this.#listeners.add(listener);
        },
        beat: async (gateway) => {
          await reached();
          for (const listener of this.#listeners) listener.heard(gateway);
        },
        close: () => Promise.resolve(),
      },
    };
  }

  /** Restarted, with nothing in it; the connections break and come back. */
  forget(): void {
    this.records = new Map();
    for (const listener of this.#listeners) listener.connected();
  }
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
  readonly gateways: { book: WatchBook; runner: WatchRunner; kill: () => void }[] = [];
  readonly billed: Billed[] = [];
  /** Days that the latest clock has shown. */
  readonly days = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  #count = 0;

  async start(): Promise<void> {
    const gateway = `gateway ${(this.#count += 1)}`;
    const { place, cut } = this.place.way();
    let isDead = false;
    const book = new WatchBook({ place, elapsed: () => this.elapsed, gateway, lease });
    const post = async (_operation: string, incoming: Incoming): Promise<Reply> => {
      const [watch = '', rest = ''] = incoming.requestId.split('@');
      await incoming.person?.agent?.confirm();
      if (isDead) await new Promise(() => undefined);
      this.billed.push({ watch, tick: rest, at: this.now });
      const body = this.#respond(await incoming.text());
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
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
      cut();
    };
    this.gateways.push({ book, runner, kill });
  }

  /** Prices jump about a limit; now and then there is none, or no such flat. */
  #respond(text: string): string {
    const { unit } = JSON.parse(text) as { unit: string };
    const turn = ((this.billed.length * 2_654_435_761 + unit.charCodeAt(0) * 40_503) >>> 7) % 11;
    const price = [80, 120, 105, 95, 130, 60, 101, 99.5, 112, null, undefined][turn];
    const records =
      price === undefined ? [] : [{ unit_code: unit, unit_address: unit, ...(price !== null && { price }) }];
    const body = JSON.stringify(records);
    const read = readResponse(body, { operation: 'hkproperty', body: { unit } }, 0);
    if (price !== undefined) known.set(read?.digest ?? '', { unit, price });
    return body;
  }

  #latest = begin;

  async pass(milliseconds: number): Promise<void> {
    this.now += milliseconds;
    this.#latest = Math.max(this.#latest, this.now);
    for (const zone of schedules.map(({ zone }) => zone))
      this.days.add(`${zone} ${dayOf(this.#latest, zone)}`);
    this.elapsed += milliseconds;
    for (const { book, runner } of this.gateways) {
      await Promise.race([book.beat(), turns()]);
      runner.scan();
    }
    await turns();
  }

  deliver(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async change(id: string, change: (watch: Watch) => WatchRecord | undefined): Promise<void> {
    const [gateway] = this.gateways;
    if (!gateway) return;
    const work = gateway.book.update(id, (record) =>
      record && !isDeleted(record) ? change(record) : undefined,
    );
    await Promise.race([work.catch(() => undefined), turns()]);
  }
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
  'forget',
  'away',
  'back',
  'silent',
  'clock',
];
const actions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.tuple(fc.constantFrom(...kinds), fc.nat(2), fc.integer({ min: 1, max: 100 })),
  { minLength: 10, maxLength: 60 },
);
const schedules: readonly Schedule[] = [
  { kind: 'hours', every: 6, from: begin + hour, zone: 'UTC' },
  { kind: 'days', days: [1, 2, 3, 4, 5, 6, 7], at: '02:30', zone: 'Europe/Berlin' },
  { kind: 'cron', cron: '*/30 * * * *', zone: 'Asia/Tokyo' },
];

async function play(history: readonly Action[], gateways = 2): Promise<WatchRecord[]> {
  const world = new World();
  for (let count = 0; count < gateways; count += 1) await world.start();
  for (const [index, schedule] of schedules.entries()) {
    const requests = ['A', 'B', 'C'].map((unit) => ({ operation: 'hkproperty' as const, body: { unit } }));
    const form = {
      name: 'A watch',
      requests,
      schedule,
      limits: { day: 7 + index * 20, month: 1_000 },
      conditions: rules(100),
    };
    const watch = makeWatch(form, { id: `w${index}`, owner: { id: 'ann', name: 'Ann' }, now: world.now });
    await world.gateways[0]?.book.update(watch.id, () => watch);
  }
  const wanted = new Map<string, number>();
  for (const [kind, which, amount] of history) {
    const id = `w${which}`;
    if (kind === 'pass') await world.pass(amount * 6 * 60_000);
    if (kind === 'wait') await world.pass(amount * 200);
    if (kind === 'deliver') world.deliver();
    if (kind === 'pause') await world.change(id, (watch) => paused(watch, world.now));
    if (kind === 'resume') await world.change(id, (watch) => resumed(watch, world.now));
    if (kind === 'ask') {
      await world.change(id, (watch) => asked(watch, world.now));
      wanted.set(id, (wanted.get(id) ?? 0) + 1);
    }
    if (kind === 'edit')
      await world.change(id, (watch) =>
        edited(watch, { requests: watch.requests.slice(0, 1 + (amount % 3)) }, world.now),
      );
    if (kind === 'rule')
      await world.change(id, (watch) =>
        edited(watch, { conditions: rules(limits[amount % 2] ?? 100) }, world.now),
      );
    if (kind === 'delete' && amount > 80)
      await world.change(id, ({ version }) => ({ id, version, deletedAt: world.now }));
    if (kind === 'kill' && world.gateways.length > 1)
      world.gateways.splice(which % world.gateways.length, 1)[0]?.kill();
    if (kind === 'start' && world.gateways.length < 3) await world.start();
    if (kind === 'forget') world.place.forget();
    if (kind === 'away') world.place.isAway = true;
    if (kind === 'back') world.place.isAway = false;
    if (kind === 'silent') world.place.isSilent = true;
    if (kind === 'clock') world.now += (amount - 50) * 60_000;
    await turns();
  }
  // Everything is well again: what is due comes to its end.
  world.place.isAway = false;
  world.place.isSilent = false;
  for (let round = 0; round < 12; round += 1) {
    await world.pass(5_000);
    world.deliver();
  }
  await turns();
  expect(world.place.faults).toEqual([]);
  // No request of a tick was sent twice, and no watch spent more in a day than was agreed to.
  const sent = world.billed.map(({ watch, tick }) => `${watch}@${tick}`);
  expect(sent).toEqual([...new Set(sent)]);
  for (const [index, { zone }] of schedules.entries()) {
    const credits = world.billed.filter(({ watch }) => watch === `w${index}`).length;
    expect(credits).toBeLessThanOrEqual(
      (7 + index * 20) * [...world.days].filter((it) => it.startsWith(`${zone} `)).length,
    );
  }
  const records = [...world.place.records.values()];
  for (const record of records) {
    if (isDeleted(record)) continue;
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
