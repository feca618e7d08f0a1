// Plays one history of the money model: several windows of one user over one machine, and the oracle beside them.
import { makeDataRequest, distinctRequests } from '../../../../src/engine/request/dataRequest';
import type { Purchases } from '../../../../src/engine/ports/purchases';
import type { Settings } from '../../../../src/engine/request/settings';
import { cost, paidCount } from '../../../../src/operations';
import { open } from '../engineUnderTest';
import { fakeService, plainResponse, type Reply } from '../fakeService';
import { simulatedClock } from '../simulatedClock';
import { Agreement } from './agreement';
import { openBook, type Book } from './book';
import { machine } from './machine';
import { expectNone, settleAll } from './settle';
import { books as names, faults, type Fault, type History, type Step } from './steps';

type Name = (typeof names)[number];

/** After an outage the store is tried again, and what memory kept is written. */
const recovery = 70_000;
/** What was done longer ago than this is stored. */
const longestWrite = 5_000;
/** What takes longer than the request's own timeout is given up. */
const longestCall = 315_000;
/** No step makes more calls than this: every cell of every window, and what is free to repeat. */
const mostCalls = 150;

/** The list of purchases that a workbook carries. */
function purchaseList(): Purchases {
  const most = new Map<string, number>();
  return {
    knows: (key, count = 0) => Promise.resolve((most.get(key) ?? -1) >= count),
    note: (key, count = 0) => void most.set(key, Math.max(count, most.get(key) ?? 0)),
  };
}

/** An approval fails only where it was stopped. */
const expectStopped = (isStopped: () => boolean) => (error: unknown) => {
  if (!isStopped()) throw error as Error;
};

export async function play(
  { steps, slowness, points = 'at once', hasLocks = true }: History,
  limits: Partial<Settings>,
  isLive = true,
): Promise<void> {
  const clock = simulatedClock(undefined, 1);
  const service = fakeService(clock, plainResponse);
  let settings: Settings = { ...open, askAbove: 50, concurrency: 2, ...limits };
  const oracle = new Agreement(clock, () => settings);
  const shared = machine(clock, slowness);
  const purchases = new Map(names.map((name) => [name, purchaseList()]));
  let key = 1;
  let fault: Fault = 'none';
  let soundFrom = 0;
  let outageBegan = 0;
  /** When something was last decided or billed in a window. */
  const deeds = new Map<Book, number>();
  const decisions = new Map<Book, number>();
  const noteDeed = (book: Book) => void deeds.set(book, clock.elapsed());
  let sender: Book | undefined;
  let isOnline = true;
  const charges: (readonly [at: number, credits: number])[] = [];
  const shownAfter = { 'at once': 0, late: 30_000, never: Infinity }[points];
  if (points !== 'at once')
    service.statistic = () => {
      const seen = charges.filter(([at]) => at <= clock.elapsed() - shownAfter);
      const left = seen.reduce((sum, [, credits]) => sum - credits, 1_000_000);
      return { status: 200, body: [{ id: 'token', is_primary: true, points: left }] };
    };
  let calls = 0;
  /** What the gateway promised, and when it has it. */
  const jobs = new Map<string, { readonly readyAt: number; readonly reply: Reply }>();
  let promises = 0;
  service.job = (path) => {
    const job = jobs.get(path);
    if (!job) return { status: 404 };
    return clock.elapsed() < job.readyAt ? undefined : job.reply;
  };
  const promise = (credits: number, count: number) => {
    const path = `/jobs/${(promises += 1)}`;
    const headers = { 'spillway-gateway': '1', 'spillway-credits': String(credits) };
    const body = Array.from({ length: count }, (_, id) => ({ '@type': 'BizbureauBusinessSearchResult', id }));
    jobs.set(path, { readyAt: clock.elapsed() + 12_000, reply: { status: 200, body, headers } });
    return { status: 202, headers: { location: path } };
  };

  service.reply = ({ operation, body }) => {
    const { reply, billed } = faults[fault];
    const count = Number(body.count ?? 1);
    calls += 1;
    if (calls > mostCalls) oracle.broken.push('requests are sent over and over');
    noteDeed(sender!);
    if (billed) charges.push([clock.elapsed(), cost(operation, count)]);
    const isLate = fault === 'slow' || service.latency > longestCall;
    if (billed)
      oracle.bill(sender!, makeDataRequest(operation, body), count, {
        isLate,
        isShown: (fault === 'none' || fault === 'promised') && !isLate,
      });
    if (fault === 'promised') return { ...promise(cost(operation, count), count), billed };
    return typeof reply === 'object' || reply === undefined
      ? reply && { ...reply, billed }
      : lost(reply, billed ? cost(operation, count) : 0);
  };
  const lost = (reply: 'network' | 'refused', credits: number) => {
    service.credits += credits;
    return reply;
  };

  const openNamed = (name: Name): Book => {
    const opened = openBook({
      name,
      clock,
      machine: shared,
      settings: () => settings,
      key: () => `key-of-the-test-000${key}`,
      purchases: purchases.get(name)!,
      online: () => isOnline,
      hasLocks,
      send: (book, url, init) => {
        sender = book;
        return service.fetch(url, init);
      },
    });
    opened.engine.subscribe(({ type }) => type === 'state' && oracle.look());
    return opened;
  };
  const books = names.map(openNamed);

  /** Excel calculates what shows an error when a workbook opens; here that is every cell. */
  function reopen(at: number): void {
    const old = books[at]!;
    oracle.ended(old);
    const next = (books[at] = openNamed(names[at]!));
    for (const [cell, requests] of old.cells()) next.calculate(cell, requests);
  }

  function stop(book: Book): void {
    const queued = book.engine.state().queue.filter(({ state }) => state === 'queued');
    const waiting = book.waiting();
    noteDeed(book);
    decisions.set(book, clock.elapsed());
    book.engine.stop();
    oracle.stop(
      book,
      queued.map(({ request }) => request),
      waiting,
    );
  }

  const stopSoon = (book: Book, after: number | undefined) => {
    if (after !== undefined) clock.setTimer(() => book.isAlive() && !book.isFrozen() && stop(book), after);
  };

  async function run(book: Book, after: number, stopAfter: number | undefined): Promise<void> {
    const [held] = book.engine.state().held;
    if (!held) return;
    const isStopped = book.engine.watchStops();
    noteDeed(book);
    stopSoon(book, stopAfter);
    await clock.advance(after);
    const shown = new Set(held.requests.map((request) => request.key));
    const before = book.underWay();
    // What cells want by now may be other counts of it: together no dearer than was shown.
    const meant = distinctRequests([...held.requests, ...book.wanted()], { ...settings, reuseCounts: false });
    const approval = book.engine.approve(held.id, held.credits, isStopped).then((approved) => {
      if (!approved.ran || isStopped()) return;
      if (approved.credits > held.credits) oracle.broken.push('more was run than was shown');
      // What was under way before is no part of it.
      const begun = [...book.underWay()].filter((each) => shown.has(each) || !before.has(each));
      oracle.agree(book, begun, held.requests, approved.credits, false, { meant });
    }, expectStopped(isStopped));
    await clock.until(approval);
  }

  async function refresh(
    book: Book,
    { cell, after, stopAfter, isUnseen: isOnRibbon }: Extract<Step, { do: 'refresh' }>,
  ): Promise<void> {
    const uses = book.cells().filter(([place]) => cell === 'workbook' || place === `A${cell}`);
    const requests = book.engine.distinct(uses.flatMap(([, wanted]) => wanted));
    if (requests.length === 0) return;
    const { credits } = await clock.until(book.engine.quote(requests, true));
    const isStopped = book.engine.watchStops();
    noteDeed(book);
    const { askAbove, dailyCap = Infinity } = settings;
    const isWithin = credits <= askAbove && book.engine.state().spentToday + credits <= dailyCap;
    const isUnseen = isOnRibbon && isWithin;
    const end = oracle.agree(
      book,
      requests.map((request) => request.key),
      requests,
      credits,
      true,
      { isUnseen },
    );
    stopSoon(book, stopAfter);
    await clock.advance(after);
    const cells = uses.map(([place]) => place);
    void book.engine
      .refresh(requests, cells, isStopped, isUnseen)
      .catch(() => undefined)
      .finally(end);
  }

  /** Nor what was decided a moment before a window is killed; one that is closed stores it. */
  const isDeciding = (book: Book) => clock.elapsed() - (decisions.get(book) ?? -Infinity) < longestWrite;

  /** Nobody can know what a window did that is killed before it could be stored. */
  function mayEnd(book: Book): boolean {
    if (clock.elapsed() >= soundFrom) return true;
    const isIdle = book.underWay().size === 0 && (deeds.get(book) ?? 0) < outageBegan - longestWrite;
    return shared.health !== 'sound' && isIdle;
  }

  async function take(step: Step): Promise<void> {
    if (step.do === 'wait') return clock.advance(step.milliseconds);
    if (step.do === 'set clock') {
      oracle.setForward(step.milliseconds);
      return clock.jump(step.milliseconds);
    }
    if (step.do === 'fault') return void (fault = step.fault);
    if (step.do === 'forget jobs') return jobs.clear();
    if (step.do === 'latency') return void (service.latency = step.milliseconds);
    if (step.do === 'connection') return void (isOnline = step.isOnline);
    if (step.do === 'limit') {
      const { askAbove, dailyCap } = step;
      settings = { ...settings, askAbove, dailyCap };
      for (const { engine } of books) void engine.keyChanged();
      return;
    }
    if (step.do === 'age') {
      const ages = step.milliseconds === undefined ? {} : { bizbureau: step.milliseconds };
      settings = { ...settings, ages };
      for (const { engine } of books) void engine.keyChanged();
      return;
    }
    if (step.do === 'messages') {
      shared.delivery = step.delivery;
      if (step.delivery === 'lost') oracle.hearing = Infinity;
      else if (step.delivery !== 'sound') oracle.hearing = Math.max(oracle.hearing, 8_000);
      return;
    }
    if (step.do === 'counts') {
      const { roundCounts, reuseCounts } = step;
      // What is under way was asked for, and priced, as counts were shared then.
      if (books.some((book) => book.underWay().size > 0 || book.waiting().length > 0)) return;
      settings = { ...settings, roundCounts, reuseCounts };
      for (const { engine } of books) void engine.keyChanged();
      return;
    }
    if (step.do === 'store') {
      shared.health = step.health;
      if (step.health !== 'sound' && clock.elapsed() >= soundFrom) outageBegan = clock.elapsed();
      if (step.health !== 'sound') soundFrom = Infinity;
      else if (soundFrom === Infinity) soundFrom = clock.elapsed() + recovery;
      return;
    }
    return takeIn(books[step.book]!, step);
  }

  async function takeIn(book: Book, step: Extract<Step, { book: number }>): Promise<void> {
    const { engine } = book;
    if (step.do === 'thaw page') return book.isFrozen() ? book.thaw() : undefined;
    if (book.isFrozen() && step.do !== 'kill') return;
    switch (step.do) {
      case 'freeze page':
        return book.freeze();
      case 'pause':
        return engine.pause();
      case 'resume':
        return engine.resume();
      case 'ask by button': {
        const { operation, count, key: asked } = step.request;
        const price = cost(operation, paidCount(operation, count ?? 1));
        const end = oracle.agree(book, [asked], [step.request], price, true);
        void engine
          .ask(step.request, { agreed: price, isStopped: engine.watchStops() })
          .catch(() => undefined)
          .finally(end);
        return;
      }
      case 'write':
        return book.calculate(`A${step.cell}`, step.formula, step.order === 'call first');
      case 'narrow': {
        const [place, requests] = book.cells().find(([cell]) => cell === `A${step.cell}`) ?? [];
        if (!place || !requests) return;
        return book.calculate(
          place,
          requests.map((request) =>
            request.count === undefined
              ? request
              : makeDataRequest(request.operation, {
                  ...request.params,
                  count: Math.ceil(request.count / 3),
                }),
          ),
          step.order === 'call first',
        );
      }
      case 'move': {
        const [, requests] = book.cells().find(([cell]) => cell === `A${step.cell}`) ?? [];
        book.remove(`A${step.cell}`);
        return requests && book.calculate(`A${step.to}`, requests);
      }
      case 'delete':
      case 'freeze':
        return book.remove(`A${step.cell}`);
      case 'recalculate':
        for (const [cell, requests] of book.cells()) book.calculate(cell, requests);
        return;
      case 'run':
        return run(book, step.after, step.stopAfter);
      case 'decline': {
        const [held] = engine.state().held;
        if (!held) return;
        noteDeed(book);
        decisions.set(book, clock.elapsed());
        await clock.until(engine.reject(held.id));
        return oracle.refuse(book, held.requests);
      }
      case 'stop':
        return stop(book);
      case 'refresh':
        return refresh(book, step);
      case 'forget failures':
        noteDeed(book);
        decisions.set(book, clock.elapsed());
        oracle.forgetRefusals();
        return clock.until(engine.forgetFailures());
      case 'clear':
        return clock.until(engine.clearCache());
      case 'change key':
        key += 1;
        for (const each of books) void each.engine.keyChanged();
        return;
      case 'buy elsewhere': {
        const { key: bought, operation, count } = step.request;
        if (books.some((each) => each.wanted().some((wanted) => wanted.key === bought))) return;
        const most = paidCount(operation, count!);
        void purchases.get(book.name as Name)!.note(bought, most);
        return oracle.bought(book.name, bought, most);
      }
      default:
        if (!mayEnd(book) || (step.do === 'kill' && isDeciding(book))) return;
        if (step.do === 'reopen') await clock.until(engine.close());
        book.kill();
        reopen(step.book);
    }
  }

  // A store that never worked here is another matter: there is nothing in it.
  await clock.advance(2_000);
  for (const step of steps) {
    calls = 0;
    await take(step);
    oracle.look();
    if (oracle.broken.length > 0) break;
  }
  expectNone(oracle.broken);
  fault = 'none';
  isOnline = true;
  service.latency = 100;
  shared.health = 'sound';
  shared.delivery = 'sound';
  for (const book of books) {
    if (book.isFrozen()) book.thaw();
    book.engine.resume();
  }
  await clock.advance(120_000);
  expectNone(oracle.broken);
  if (isLive) await settleAll(books, clock, oracle);
}
