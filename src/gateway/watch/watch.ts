// A watch: requests that the gateway makes by itself, when, and what they may cost. Everything about it is one record with a
// version, its run under way included, so that every change is one atomic step, whoever makes it. The functions here are those
// steps: pure, each from one record to the next, undefined where there is nothing to change.
import type { WatchAlert, WatchForm } from '../../protocol/watches';
import { dayOfZone } from '../spending/day';
import { evaluated, keptStates, uncrowded } from './alerts';
import type { Posting } from './posting';
import { raised, withCost } from './raisedAlerts';
import { changedRows, type Reading } from './reading';
import { digestsOf, isGood, itemCredits, lastRun, type RunItem, type LastRun, type Run } from './run';
import { intervalOf, nextRun } from './schedule';
import { added, overLimit, spentOn, type Spent } from './spent';
import { storedRequest, whyNotSent } from './watchForm';

const day = 86_400_000;
/** A watch that nobody has looked at for so long ends, and says so this long before. */
export const unseenFor = 90 * day;
const warnedBefore = 14 * day;

export interface Owner {
  readonly id: string;
  readonly name: string;
  readonly account?: string | undefined;
  readonly groups?: readonly string[] | undefined;
}

export interface Watch extends WatchForm, Posting {
  readonly id: string;
  readonly version: number;
  readonly owner: Owner;
  /** The owner's key, encrypted; only where the gateway has no key of its own. */
  readonly sealedKey?: string | undefined;
  readonly createdAt: number;
  /** When its owner last saw it. */
  readonly lookedAt: number;
  readonly state: 'on' | 'paused' | 'ended';
  /** Why it is paused or has ended, where no person decided it. */
  readonly why?: string | undefined;
  readonly nextAt?: number | undefined;
  /** A person asked for a run. */
  readonly askedAt?: number | undefined;
  /** Digest of what was asked for when it was created by a name. Versions before did not keep it. */
  readonly madeOf?: string | undefined;
  /** The last times, by the names that were given to them. */
  readonly askedBy?: readonly string[] | undefined;
  /** When the last run began. */
  readonly ranAt?: number | undefined;
  readonly run?: Run | undefined;
  readonly last?: LastRun | undefined;
  readonly digests?: readonly (string | null)[] | undefined;
  readonly spent?: Spent | undefined;
  /** Runs that failed, one after the other. */
  readonly failures?: number | undefined;
  /** When the workbook had the products that it compares with. */
  readonly ownAt?: number | undefined;
  /** The last look of its owner after which it was said to end soon. */
  readonly warnedFor?: number | undefined;
}

/** In the place of a deleted watch, so that no copy of it comes back. */
export interface Deleted {
  readonly id: string;
  readonly version: number;
  readonly deletedAt: number;
  /** Versions before 0.10 do not write it. */
  readonly owner?: Pick<Owner, 'id'>;
}

export type WatchRecord = Watch | Deleted;
export const isDeleted = (record: WatchRecord): record is Deleted => 'deletedAt' in record;
export const deleted = ({ id, version, owner }: Watch, deletedAt: number): Deleted => ({
  id,
  version,
  deletedAt,
  owner: { id: owner.id },
});

export const tickName = (id: string, tick: number): string => `${id}@${new Date(tick).toISOString()}`;

export function makeWatch(
  form: WatchForm,
  {
    id,
    owner,
    sealedKey,
    madeOf,
    now,
  }: Pick<Watch, 'id' | 'owner' | 'sealedKey' | 'madeOf'> & { readonly now: number },
): Watch {
  const nextAt = isOnce(form) ? now : nextRun(form.schedule, now);
  const whole = { ...form, id, version: 1, owner, sealedKey, madeOf, createdAt: now, lookedAt: now, nextAt };
  return compared({ ...whole, state: 'on', spent: spentOn(form, now), ownAt: now });
}

/** The ID of what was handed over begins so; it is kept apart from watches. */
export const handedOverId = 'once-';

/** Handed over by a person: one run, after which it has ended. */
export const isOnce = ({ schedule }: Pick<WatchForm, 'schedule'>): boolean => schedule.kind === 'once';

/** What ends it, if anything does. */
function endOf({ until, lookedAt }: Watch, now: number): string | undefined {
  if (until !== undefined && now >= until) return 'It has reached its last day.';
  return now >= lookedAt + unseenFor ? 'Nobody has looked at it for 90 days.' : undefined;
}

/** When it ends unless somebody looks at it, told from 14 days before. */
export const endsUnseenAt = ({ lookedAt, state }: Watch, now: number): number | undefined =>
  state === 'on' && now >= lookedAt + unseenFor - warnedBefore ? lookedAt + unseenFor : undefined;

/** What was handed over begins at once, whatever a clock says by then. */
export const isDue = ({ schedule, state, nextAt, run, askedAt }: Watch, now: number): boolean =>
  !run &&
  (askedAt !== undefined ||
    (state === 'on' && nextAt !== undefined && (nextAt <= now || isOnce({ schedule }))));

/**
 * Begins the run that is due, ends the watch, or puts the run off: never two within half an interval, whatever clocks say. The next
 * run is computed from now, so that one that is overdue runs once.
 */
export function claim(
  watch: Watch,
  { by, now }: { readonly by: string; readonly now: number },
): Watch | undefined {
  if (!isDue(watch, now)) return undefined;
  const end = endOf(watch, now);
  if (end !== undefined) return ended(watch, end, now);
  const { schedule, ranAt, askedAt, nextAt = now } = watch;
  const half = intervalOf(schedule) / 2;
  if (askedAt === undefined && ranAt !== undefined && now - ranAt < half) {
    // A clock that was set back tells nothing about when that was: it counts as now.
    const ran = Math.min(ranAt, now);
    return { ...watch, ranAt: ran, nextAt: nextRun(schedule, ran + half) };
  }
  const items = watch.requests.map(() => null);
  const next = watch.state === 'on' ? nextRun(schedule, now + (askedAt === undefined ? 0 : half)) : undefined;
  // Two runs never have one name, whatever the clock says.
  const tick = Math.max(askedAt ?? nextAt, (watch.last?.tick ?? -1) + 1);
  const run: Run = { tick, startedAt: now, by, items, ...(askedAt === undefined ? {} : { asked: true }) };
  const states = {
    conditionStates: uncrowded(watch.conditionStates),
    ownStates: uncrowded(watch.ownStates),
  };
  return { ...watch, ...states, run, ranAt: now, nextAt: next, askedAt: undefined };
}

/** A clock that was far ahead has put the next run off for too long. */
export function rescheduled(watch: Watch, now: number): Watch | undefined {
  const { schedule, state, nextAt, ranAt } = watch;
  if (state !== 'on' || nextAt === undefined) return undefined;
  const latest = nextRun(schedule, now + intervalOf(schedule));
  if (latest === undefined || nextAt <= latest) return undefined;
  return {
    ...watch,
    nextAt: nextRun(schedule, now),
    ranAt: ranAt === undefined ? undefined : Math.min(ranAt, now),
  };
}

const withRun = (watch: Watch, run: Run): Watch => ({ ...watch, run });

const runOf = ({ run }: Watch, tick: number, by: string): Run | undefined =>
  run?.tick === tick && run.by === by ? run : undefined;

/** Whether requests of the run may still be sent. */
export const isWanted = ({ state, run }: Watch): boolean =>
  run !== undefined && (state === 'on' || run.asked === true);

/**
 * Says, before it is done, that these requests are sent, and takes their price from the limits: nobody else sends them from then
 * on, and no gateway spends it again. The first that the limits do not cover is refused.
 */
export function mark(
  watch: Watch,
  { tick, by, indexes, now }: { tick: number; by: string; indexes: readonly number[]; now: number },
): Watch | undefined {
  const run = runOf(watch, tick, by);
  if (!run || !isWanted(watch) || indexes.some((index) => run.items[index] !== null)) return undefined;
  let spent = spentOn(watch, now);
  const news: [number, RunItem][] = [];
  for (const index of indexes) {
    const request = watch.requests[index];
    const why = request && whyNotSent(request, now);
    if (why !== undefined) {
      news.push([index, { kind: 'done', status: 422, credits: 0, detail: why }]);
      continue;
    }
    const next = added(spent, creditsOfRequest(watch, index));
    const detail = overLimit(watch, next);
    news.push([
      index,
      detail === undefined ? { kind: 'sent', day: spent.day, by } : { kind: 'refused', detail },
    ]);
    if (detail !== undefined) break;
    spent = next;
  }
  return { ...withRun(watch, with_(run, news)), spent };
}

export const creditsOfRequest = ({ requests }: Watch, index: number): number => {
  const request = requests[index];
  return request ? storedRequest(request).credits : 0;
};

/** What became of a request; null where it was not sent after all. */
export interface Found {
  readonly item: RunItem | null;
  readonly reading?: Reading | undefined;
}

/**
 * What became of them, and what their responses say about the conditions. What it did not cost is given back, to the day it was
 * taken from.
 */
export function settle(
  watch: Watch,
  tick: number,
  found: ReadonlyMap<number, Found>,
  now: number,
): Watch | undefined {
  const { run, spent } = watch;
  if (run?.tick !== tick) return undefined;
  const news = [...found].filter(([index]) => ['sent', 'lost'].includes(run.items[index]?.kind ?? ''));
  if (news.length === 0) return undefined;
  const rest = news.reduce((sum, [index, { item }]) => {
    const before = run.items[index];
    const isToday = before?.kind === 'sent' && before.day === spent?.day;
    return isToday ? sum + creditsOfRequest(watch, index) - itemCredits(item) : sum;
  }, 0);
  const items = news.map(([index, { item }]) => [index, item] as const);
  const next = { ...withRun(watch, with_(run, items)), spent: spent && added(spent, -rest) };
  const lastTick = watch.last?.tick ?? -Infinity;
  return news.reduce<Watch>((known, [index, { item, reading }]) => {
    const { cell, views } = watch.requests[index] ?? {};
    return isGood(item) && reading ? evaluated(known, reading, { now, tick, lastTick, cell, views }) : known;
  }, next);
}

function with_(run: Run, news: readonly (readonly [number, RunItem | null])[]): Run {
  const items = [...run.items];
  for (const [index, item] of news) items[index] = item;
  return { ...run, items };
}

/** Another gateway goes on with the run of one that has ended. */
export function takeOver(watch: Watch, tick: number, from: string, by: string): Watch | undefined {
  const run = runOf(watch, tick, from);
  return run && withRun(watch, { ...run, by });
}

/** The run is over: all requests have an outcome, or the rest is not sent any more. */
export function finish(watch: Watch, tick: number, now: number, detail?: string): Watch | undefined {
  const { run, digests = [] } = watch;
  if (run?.tick !== tick) return undefined;
  const fresh = digestsOf(run);
  const rows = fresh.map((digest, index) => {
    const before = digests[index];
    return digest === null || typeof before !== 'string' ? 0 : changedRows(before, digest);
  });
  const prices = run.items.map((_item, index) => creditsOfRequest(watch, index));
  const last = lastRun(run, { prices, rows, now, detail });
  const { outcome } = last;
  const failures = outcome === 'ok' || outcome === 'partly' ? 0 : (watch.failures ?? 0) + 1;
  const merged = fresh.map((digest, index) => digest ?? digests[index] ?? null);
  const next: Watch = {
    ...withCost(watch, tick, last.credits),
    run: undefined,
    last,
    digests: merged,
    failures: outcome === 'stopped' ? watch.failures : failures,
  };
  if (isOnce(watch)) return handedBack(next, last, now, outcome === 'stopped' && detail === undefined);
  // The first of several in a row is news.
  return outcome !== 'stopped' && failures === 1
    ? told(next, 'failed', now, { tick, credits: last.credits, detail: last.detail })
    : next;
}

/** What was handed over is done, as far as it could be. The key is not needed any more. */
function handedBack(watch: Watch, last: LastRun, now: number, isStopped: boolean): Watch {
  const { responses, tick, credits, detail } = last;
  const next: Watch = {
    ...watch,
    state: 'ended',
    nextAt: undefined,
    askedAt: undefined,
    sealedKey: undefined,
  };
  // Whoever stopped it knows.
  if (isStopped) return next;
  const all = watch.requests.length;
  const what = `${responses} of ${all} ${all === 1 ? 'result was' : 'results were'} fetched.`;
  return told(next, 'done', now, { tick, credits, detail: [what, detail].filter(Boolean).join(' ') });
}

/** An alert about the watch itself. */
const told = (
  watch: Watch,
  kind: WatchAlert['kind'],
  at: number,
  more: Pick<WatchAlert, 'tick' | 'credits' | 'detail'>,
): Watch => raised(watch, [{ kind, at, ...more }]);

/** `why`: its owner did not decide it, and is told. */
export function paused(watch: Watch, now: number, why?: string): Watch | undefined {
  const { run } = watch;
  if (watch.state !== 'on' && watch.askedAt === undefined && !run?.asked) return undefined;
  const stopped = run && { ...run, asked: undefined };
  // What was handed over is stopped for good; whoever wants the rest hands it over again.
  const state = watch.state === 'ended' || isOnce(watch) ? 'ended' : 'paused';
  const sealedKey = isOnce(watch) && !run ? undefined : watch.sealedKey;
  const next: Watch = {
    ...watch,
    state,
    why,
    nextAt: undefined,
    askedAt: undefined,
    run: stopped,
    sealedKey,
  };
  return why === undefined || watch.state !== 'on' ? next : told(next, 'paused', now, { detail: why });
}

export function resumed(watch: Watch, now: number): Watch | undefined {
  if (watch.state === 'on') return undefined;
  // One that was paused right after a run is not run again by being resumed.
  const earliest = Math.max(now, Math.min(watch.ranAt ?? 0, now) + intervalOf(watch.schedule) / 2);
  const nextAt = nextRun(watch.schedule, watch.ranAt === undefined ? now : earliest);
  return { ...watch, state: 'on', why: undefined, nextAt, lookedAt: now };
}

const ended = (watch: Watch, why: string, now: number): Watch =>
  told({ ...watch, state: 'ended', why, nextAt: undefined, askedAt: undefined }, 'ended', now, {
    detail: why,
  });

const mostAskedBy = 20;

/** Whether this was asked for, and maybe has run, already. */
export const wasAsked = ({ askedBy }: Watch, key: string | undefined): boolean =>
  key !== undefined && askedBy?.includes(key) === true;

export function asked(watch: Watch, now: number, key?: string): Watch | undefined {
  if (watch.run || watch.askedAt !== undefined || watch.state === 'ended') return undefined;
  const askedBy = key === undefined ? watch.askedBy : [...(watch.askedBy ?? []), key].slice(-mostAskedBy);
  return { ...watch, askedAt: now, askedBy };
}

/** An edit ends a run under way: what it has sent is kept, and nothing more is sent for it. */
export function edited(watch: Watch, change: Partial<WatchForm>, now: number): Watch {
  const stopped = change.requests && watch.run ? (finish(watch, watch.run.tick, now) ?? watch) : watch;
  const whole = { ...stopped, ...change, lookedAt: now };
  const digests = change.requests ? undefined : whole.digests;
  const earliest = Math.max(
    now,
    watch.ranAt === undefined ? 0 : Math.min(watch.ranAt, now) + intervalOf(whole.schedule) / 2,
  );
  const nextAt = whole.state === 'on' && change.schedule ? nextRun(whole.schedule, earliest) : whole.nextAt;
  const conditionStates = keptStates(whole.conditionStates, whole.conditions);
  const ownStates = keptStates(whole.ownStates, whole.ownConditions);
  const ownAt = change.ownProducts ? now : whole.ownAt;
  const blind = change.requests ? undefined : whole.blind;
  return compared({ ...whole, digests, nextAt, conditionStates, ownStates, ownAt, blind });
}

/** One's own products are kept only while something is compared with them, or is about what was decided. */
function compared(watch: Watch): Watch {
  const { conditions = [], ownConditions = [], requests } = watch;
  if (ownConditions.length > 0) return watch;
  const isMatched = requests.some(({ views }) => views?.some(({ matched }) => matched));
  const needed = conditions.length > 0 && isMatched ? {} : { ownProducts: undefined, ownAt: undefined };
  return { ...watch, ownConditions: undefined, ownStates: undefined, ...needed };
}

/** The workbook has other products, or the same ones still. No person looked at the watch for that. */
export const owned = (
  watch: Watch,
  ownProducts: NonNullable<WatchForm['ownProducts']>,
  now: number,
): Watch | undefined => (watch.ownProducts ? { ...watch, ownProducts, ownAt: now } : undefined);

/** Its owner has seen it. Once a day is often enough to be written down. */
export const looked = (watch: Watch, now: number): Watch | undefined =>
  Math.abs(now - watch.lookedAt) < day ? undefined : { ...watch, lookedAt: now };

/** What has ended is said to have, also where nothing was due; what ends soon because nobody looks is said to, once. */
export function expiredWatch(watch: Watch, now: number): Watch | undefined {
  const why = watch.state === 'on' && !watch.run ? endOf(watch, now) : undefined;
  if (why !== undefined) return ended(watch, why, now);
  const { lookedAt, warnedFor } = watch;
  const endsAt = warnedFor === lookedAt ? undefined : endsUnseenAt(watch, now);
  return endsAt === undefined
    ? undefined
    : told({ ...watch, warnedFor: lookedAt }, 'ending', now, {
        detail: `Nobody has looked at it for long. It ends on ${dayOfZone(endsAt, watch.schedule.zone)} unless somebody opens it in the pane.`,
      });
}
