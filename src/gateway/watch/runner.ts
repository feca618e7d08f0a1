// Runs what is due, through the same code as the requests of people: cache, calls under way, budgets, ledger, history and audit. A
// request is marked in the record of its watch before it is sent, by one gateway alone, and is never sent twice for one tick: what
// a gateway had sent when it ended is taken from the cache, or counts as charged.
import { setTimeout as sleep } from 'node:timers/promises';
import { creditsHeader, givenAtHeader, rawHeader } from '../../protocol/headers';
import { isProblem, Problem } from '../http/problem';
import type { Agent, Person } from '../people/person';
import type { DataService, Incoming } from '../routes/dataService';
import type { Reply } from '../routes/reply';
import type { Log } from '../telemetry/log';
import {
  claim,
  creditsOfRequest,
  expiredWatch,
  finish,
  isDue,
  isOnce,
  isWanted,
  mark,
  paused,
  rescheduled,
  settle,
  takeOver,
  tickName,
  type Found,
  type Watch,
} from './watch';
import { readWatched } from './reading';
import type { RunItem, Run } from './run';
import type { WatchBook } from './watchBook';
import { reasonOf } from './watchForm';

/** Whoever a watch runs for, with the key; a sentence where that is not possible any more. */
export type Identify = (watch: Watch) => Promise<Person | { readonly why: string }>;

export interface RunnerParts {
  readonly book: WatchBook;
  readonly gateway: string;
  readonly data: Pick<DataService, 'post' | 'cached'>;
  readonly identify: Identify;
  /** The time of day. */
  readonly clock: () => number;
  readonly log: Log;
  readonly onRun?: (watch: Watch) => void;
  readonly random?: () => number;
}

/** Runs at once in one gateway, and requests at once in one run: people go first, so few. */
const mostRuns = 16;
const width = 4;
/** Milliseconds for which a run waits for the service at most: until the next one, or, if there is none, for a day. */
const longestWait = 3_600_000;
const longestWaitOnce = 24 * longestWait;
const mostFreeFailures = 3;
const backwards = 60_000;

type Tried =
  | ({ readonly kind: 'item'; readonly item: RunItem; readonly read?: () => void } & Found)
  /** It cost nothing, and may be tried again after so many milliseconds. */
  | { readonly kind: 'later'; readonly wait: number; readonly item: RunItem; readonly isBusy: boolean };

export class WatchRunner {
  private readonly runs = new Map<string, Promise<void>>();
  private readonly ending = new AbortController();
  private looked: number;
  /** Watches that the last look found due, the next of them at the end. */
  private due: string[] = [];
  /** What became of requests of a watch, until it is written in its record. */
  private readonly unwritten = new Map<string, { tick: number; found: ReadonlyMap<number, Found> }>();

  constructor(private readonly parts: RunnerParts) {
    this.looked = parts.clock();
  }

  /** Looks for what is due. Call it every second. */
  scan(): void {
    const { book, clock } = this.parts;
    if (this.ending.signal.aborted || !book.isUp) return;
    const now = clock();
    if (now < this.looked - backwards) this.reschedule(now);
    this.looked = now;
    const found = [...book.all()].filter((watch) => this.wants(watch, now)).map(({ id }) => id);
    // Each gateway begins elsewhere, so that they seldom reach for the same one.
    const first = Math.floor((this.parts.random ?? Math.random)() * found.length);
    this.due = [...found.slice(first), ...found.slice(0, first)].reverse();
    this.fill();
  }

  private fill(): void {
    const { book, clock } = this.parts;
    while (this.runs.size < mostRuns && !this.ending.signal.aborted && book.isUp) {
      const id = this.due.pop();
      if (id === undefined) return;
      if (this.wants(book.get(id), clock())) this.start(id);
    }
  }

  /** Sends nothing more, and resolves when what was sent has its outcome. */
  async drain(): Promise<void> {
    this.ending.abort();
    while (this.runs.size > 0) await Promise.allSettled(this.runs.values());
  }

  private wants(watch: Watch | undefined, now: number): boolean {
    const { book, gateway } = this.parts;
    if (!watch || this.runs.has(watch.id)) return false;
    if (watch.run) return watch.run.by === gateway || book.hasEnded(watch.run.by);
    try {
      return isDue(watch, now) || expiredWatch(watch, now) !== undefined;
    } catch {
      // Such as a time zone that only another gateway knows. It keeps no other watch from running, and the log says why.
      return true;
    }
  }

  private reschedule(now: number): void {
    const { book } = this.parts;
    const change = (watch: Watch) => rescheduled(watch, now);
    const step = async (watch: Watch) => change(watch) && book.update(watch.id, change);
    for (const watch of book.all()) void step(watch).catch(() => undefined);
  }

  private start(id: string): void {
    const { log } = this.parts;
    const work = this.take(id)
      .catch((error: unknown) => log.warn({ watch: id, reason: String(error) }, 'watch'))
      .finally(() => {
        this.runs.delete(id);
        setImmediate(() => this.fill());
      });
    this.runs.set(id, work);
  }

  /** Begins, takes over or goes on with a run. */
  private async take(id: string): Promise<void> {
    const { book, gateway, clock } = this.parts;
    const resumed = book.get(id)?.run;
    const { watch, changed } = await book.update(id, (known) => {
      const now = clock();
      const { run } = known;
      if (run) return book.hasEnded(run.by) ? takeOver(known, run.tick, run.by, gateway) : undefined;
      return claim(known, { by: gateway, now }) ?? expiredWatch(known, now);
    });
    if (watch?.run?.by !== gateway) return;
    if (changed || resumed?.by === gateway) await this.run(watch, watch.run);
  }

  private async run(watch: Watch, { tick }: Run): Promise<void> {
    const { book, identify, clock, log, onRun } = this.parts;
    const { id } = watch;
    const person = await identify(watch);
    if ('why' in person) {
      await book.update(id, (it) => {
        const over = finish(it, tick, clock(), person.why);
        return over && (paused(over, clock(), person.why) ?? over);
      });
      return;
    }
    if (!(await this.send(watch, tick, person))) {
      // Whoever goes on with it need not wait until this gateway has been silent for long.
      if (this.ending.signal.aborted)
        await book.update(id, (it) => takeOver(it, tick, this.parts.gateway, ''));
      return;
    }
    const { watch: finished } = await book.update(id, (it) => finish(it, tick, clock()));
    if (finished?.last?.tick !== tick) return;
    const { outcome, credits } = finished.last;
    log.info({ watch: tickName(id, tick), outcome, credits }, 'watch');
    onRun?.(finished);
  }

  /**
   * What was marked as sent, and has no outcome. This gateway knows what it sent itself; the response to what another one sent may
   * be in the cache.
   */
  private async recover(watch: Watch, tick: number, person: Person): Promise<void> {
    const { data, gateway } = this.parts;
    const found = new Map<number, Found>();
    const { run } = watch;
    const unwritten = this.unwritten.get(watch.id);
    const own = unwritten?.tick === tick ? unwritten.found : undefined;
    for (const [index, item] of (run?.items ?? []).entries()) {
      const request = watch.requests[index];
      if (item?.kind !== 'sent' || !request || !run) continue;
      if (item.by === gateway) {
        found.set(index, own?.get(index) ?? { item: null });
        continue;
      }
      const price = creditsOfRequest(watch, index);
      const incoming = this.incoming(watch, tick, index, person);
      const kept = await data.cached(request.operation, incoming).catch(() => undefined);
      const isNew = Number(kept?.headers[givenAtHeader] ?? 0) >= since(watch, tick, index);
      found.set(
        index,
        kept && isNew ? this.done(kept, request, price) : { item: { kind: 'lost', credits: price } },
      );
    }
    await this.settle(watch.id, tick, found);
  }

  private async settle(id: string, tick: number, found: ReadonlyMap<number, Found>): Promise<void> {
    if (found.size === 0) return;
    this.unwritten.set(id, { tick, found });
    const { book, clock } = this.parts;
    await book.update(id, (watch) => settle(watch, tick, found, clock()));
    this.unwritten.delete(id);
  }

  /** Sends what has no outcome yet. Returns whether the run is over; it may be no longer this gateway's. */
  private async send(watch: Watch, tick: number, person: Person): Promise<boolean> {
    const { book, gateway } = this.parts;
    const { id } = watch;
    const failures = new Map<number, number>();
    let waited = 0;
    const patience = isOnce(watch) ? longestWaitOnce : longestWait;
    for (;;) {
      const now = book.get(id);
      if (now?.run?.tick !== tick || now.run.by !== gateway) return false;
      const { run } = now;
      if (run.items.some((item) => item?.kind === 'sent')) {
        await this.recover(now, tick, person);
        continue;
      }
      const open = run.items.flatMap((item, index) => (item === null ? [index] : []));
      const refused = run.items.some((item) => item?.kind === 'refused');
      if (open.length === 0 || refused || !isWanted(now)) return true;
      // A gateway that stops leaves the rest to the others, or to its next start.
      if (this.ending.signal.aborted) return false;
      const marked = await this.mark(now, tick, open.slice(0, width));
      const tried = await Promise.all(
        marked.map(async (index): Promise<readonly [number, Tried]> => [
          index,
          await this.try(now, tick, index, person),
        ]),
      );
      let wait = 0;
      const found = new Map<number, Found>();
      for (const [index, one] of tried) {
        // Whoever is busy says when to come back, and is believed; what fails for another reason is tried a few times.
        const tries = (failures.get(index) ?? 0) + (one.kind === 'later' && one.isBusy ? 0 : 1);
        failures.set(index, tries);
        const again = one.kind === 'later' && waited + one.wait <= patience && tries <= mostFreeFailures;
        if (again) wait = Math.max(wait, one.wait);
        found.set(index, again ? { item: null } : one);
      }
      await this.settle(id, tick, found);
      for (const [, one] of tried) if (one.kind === 'item') one.read?.();
      if (wait > 0) {
        waited += wait;
        // Until then, or until this gateway stops.
        await sleep(wait, undefined, { signal: this.ending.signal }).catch(() => undefined);
      }
    }
  }

  /** Those of the requests that this gateway sends. */
  private async mark({ id }: Watch, tick: number, indexes: readonly number[]): Promise<readonly number[]> {
    const { book, gateway, clock } = this.parts;
    const { watch, changed } = await book.update(id, (known) =>
      mark(known, { tick, by: gateway, indexes, now: clock() }),
    );
    if (!changed || !watch) return [];
    const sent = indexes.filter((index) => watch.run?.items[index]?.kind === 'sent');
    // Whatever happens from here on, it is not sent again unless it is known to have cost nothing.
    const lost = (index: number): Found => ({
      item: { kind: 'lost', credits: creditsOfRequest(watch, index) },
    });
    this.unwritten.set(id, { tick, found: new Map(sent.map((index) => [index, lost(index)])) });
    return sent;
  }

  private async try(watch: Watch, tick: number, index: number, person: Person): Promise<Tried> {
    const request = watch.requests[index];
    if (!request) throw new Error('The request is gone.');
    const credits = creditsOfRequest(watch, index);
    try {
      const reply = await this.parts.data.post(request.operation, this.incoming(watch, tick, index, person));
      const paid = reply.headers[creditsHeader];
      const spent = paid === undefined ? credits : Number(paid);
      // 202: the service still works on it, and will have been paid.
      if (reply.status === 202) return { kind: 'item', item: { kind: 'lost', credits } };
      const done = this.done(reply, request, spent);
      const read = () => reply.delivered?.(true);
      if (spent === 0 && isPassing(reply.status))
        return { kind: 'later', wait: waitOf(reply.headers), isBusy: isBusy(reply.status), ...done };
      return { kind: 'item', read, ...done };
    } catch (error) {
      if (!isProblem(error)) return { kind: 'item', item: { kind: 'lost', credits } };
      const { status, headers } = error;
      const detail = reasonOf(error);
      const item: RunItem = { kind: 'done', status, credits: 0, detail };
      if (isPassing(status)) return { kind: 'later', wait: waitOf(headers), item, isBusy: isBusy(status) };
      return { kind: 'item', item: status === 402 ? { kind: 'refused', detail } : item };
    }
  }

  private done({ status, body, headers }: Reply, request: Watch['requests'][number], credits: number) {
    const at = Number(headers[givenAtHeader] ?? this.parts.clock());
    const read = status === 200 ? readWatched(body.toString(), request, at) : undefined;
    const item: RunItem = { kind: 'done', status, credits, ...(read && { digest: read.digest }) };
    return { item, reading: read?.reading };
  }

  /** The request as the add-in would send it, with what will do instead of fetching it. */
  private incoming(watch: Watch, tick: number, index: number, person: Person): Incoming {
    const { clock, book, gateway } = this.parts;
    const request = watch.requests[index];
    const age = clock() - since(watch, tick, index);
    const headers: Readonly<Record<string, string>> = {
      'content-type': 'application/json',
      ...(age < Infinity && { 'cache-control': `max-age=${Math.max(1, Math.ceil(age / 1_000))}` }),
      [rawHeader]: (request?.raw ?? []).join(','),
    };
    const confirm = () => {
      const now = book.get(watch.id);
      if (now?.run?.tick === tick && now.run.by === gateway && isWanted(now)) return Promise.resolve();
      return Promise.reject(new Problem(409, 'This watch was stopped.'));
    };
    const agent: Agent = { name: `watch ${watch.id}`, checks: [], yields: true, confirm };
    return {
      header: (name) => headers[name],
      text: () => JSON.stringify(request?.body ?? {}),
      address: '',
      person: { ...person, agent },
      requestId: `${tickName(watch.id, tick)}:${index}`,
    };
  }
}

/** What was fetched from then on will do: since the tick; of what was handed over, whatever did where it came from. */
function since(watch: Watch, tick: number, index: number): number {
  const began = Math.min(tick, watch.run?.startedAt ?? tick);
  return isOnce(watch) ? began - (watch.requests[index]?.maxAge ?? Infinity) : began;
}

/** The service or the gateway is busy, or not there; whatever it was cost nothing. */
const isBusy = (status: number): boolean => status === 429 || status === 503;
const isPassing = (status: number): boolean => isBusy(status) || status === 500 || status === 502;

const waitOf = (headers: Readonly<Record<string, string>>): number => {
  const seconds = Number(headers['retry-after'] ?? 5);
  return Math.max(1, Number.isFinite(seconds) ? seconds : 5) * 1_000;
};
