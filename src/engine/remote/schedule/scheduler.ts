// Decides when a call is sent: inside the rate windows and the concurrency limit, never when it is known to be refused.
// Every task is either run or dropped with a reason.
import type { CircuitBreaker } from './circuitBreaker';
import type { Clock } from '../../ports/clock';
import { SpillwayError } from '../../request/errors';
import type { SharedRateWindows } from './sharedRateWindows';
import type { TokenStatus } from './tokenStatus';
import type { RateWindows } from './rateWindows';

// The waiting tasks: interactive ones before bulk, and within each the cells that asked take turns.

export interface Task {
  readonly owner: string;
  /** What it costs, at the moment of asking. */
  readonly credits: () => number;
  bulk: boolean;
  /** Not before this time, as `clock.elapsed()` tells: set between attempts. */
  notBefore: number;
  /** Resolves with the credits it cost, where it got a response. */
  run(): Promise<number | undefined>;
  drop(error: SpillwayError): void;
}

class TaskQueue {
  private readonly lanes = [new Map<string, Task[]>(), new Map<string, Task[]>()] as const;
  size = 0;

  add(task: Task, first = false): void {
    const lane = this.lanes[task.bulk ? 1 : 0];
    const tasks = lane.get(task.owner);
    if (!tasks) lane.set(task.owner, [task]);
    else if (first) tasks.unshift(task);
    else tasks.push(task);
    this.size += 1;
  }

  remove(task: Task): boolean {
    return this.lanes.some((lane) => {
      const tasks = lane.get(task.owner);
      const at = tasks?.indexOf(task) ?? -1;
      if (!tasks || at < 0) return false;
      tasks.splice(at, 1);
      if (tasks.length === 0) lane.delete(task.owner);
      this.size -= 1;
      return true;
    });
  }

  /** The next task that may run. */
  peek(now: number): Task | undefined {
    for (const lane of this.lanes)
      for (const tasks of lane.values()) {
        const task = tasks.find(({ notBefore }) => notBefore <= now);
        if (task) return task;
      }
    return undefined;
  }

  /** Removes it, and its owner goes to the end of the line. */
  take(task: Task): void {
    this.remove(task);
    const lane = this.lanes[task.bulk ? 1 : 0];
    const left = lane.get(task.owner);
    if (left && lane.delete(task.owner)) lane.set(task.owner, left);
  }

  /** When the first of the tasks may run. */
  get soonest(): number {
    return this.all.reduce((first, { notBefore }) => Math.min(first, notBefore), Infinity);
  }

  private get all(): Task[] {
    return this.lanes.flatMap((lane) => [...lane.values()].flat());
  }

  takeAll(): Task[] {
    const tasks = this.all;
    for (const lane of this.lanes) lane.clear();
    this.size = 0;
    return tasks;
  }
}

/** A window that stays full for longer than this is a matter of days: cells are told instead of left waiting. */
const longestWindowWait = 65 * 60_000;
const rereadWhileFull = 60_000;
const rereadTimeout = 5_000;

export interface SchedulerParts {
  readonly clock: Clock;
  readonly windows: RateWindows;
  readonly circuit: CircuitBreaker;
  readonly statistic: TokenStatus;
  readonly concurrency: () => number;
  readonly isPaused: () => boolean;
  /** Names what this browser window sends. */
  readonly window: string;
  /** Told of every send. */
  readonly sent: () => void;
  /** The rate windows of all windows of the user. */
  readonly rate: () => SharedRateWindows;
}

export class Scheduler {
  private readonly queue = new TaskQueue();
  private running = 0;
  private sends = 0;
  /** Taken from the queue, and waiting for a place in the rate windows of all windows. */
  private readonly claiming = new Set<Task>();
  /** The request that tries whether the service is back. */
  private probe: Task | undefined;
  private blockedUntil = 0;
  private averageRun = 2_000;
  private cancelWake: (() => void) | undefined;
  private wakeAt = Infinity;

  constructor(private readonly parts: SchedulerParts) {}

  /** When everything that waits will have its response; undefined when nothing waits or it cannot be told. */
  get doneAt(): number | undefined {
    const { clock, windows, concurrency } = this.parts;
    const waiting = this.queue.size;
    if (this.parts.isPaused() || waiting + this.running === 0) return undefined;
    const now = clock.elapsed();
    const rounds = Math.ceil((waiting + this.running) / Math.max(1, concurrency()));
    const byWindows = Math.max(windows.emptyAt(waiting, now), this.blockedUntil) + this.averageRun;
    return clock.now() + Math.max(now + rounds * this.averageRun, byWindows) - now;
  }

  add(task: Task, first = false): void {
    this.queue.add(task, first);
    this.pump();
  }

  remove(task: Task): boolean {
    return this.claiming.delete(task) || this.queue.remove(task);
  }

  /** Someone interactive joined a bulk request. */
  hurry(task: Task): void {
    const waiting = task.bulk && this.queue.remove(task);
    task.bulk = false;
    if (waiting) this.add(task);
  }

  /** The service rejected a request and said when to retry. */
  block(milliseconds: number): void {
    this.rest(milliseconds);
    this.parts.rate().block(milliseconds);
    this.parts.statistic.doubt(true);
  }

  /** It did so to another window, or before this one was opened. */
  readonly rest = (milliseconds: number): void => {
    this.blockedUntil = Math.max(this.blockedUntil, this.parts.clock.elapsed() + milliseconds);
  };

  dropAll(error: SpillwayError): void {
    for (const task of this.queue.takeAll()) task.drop(error);
  }

  /** Nothing is known any more: a new key. */
  reset(): void {
    this.blockedUntil = 0;
    this.pump();
  }

  readonly pump = (): void => {
    const { clock, windows, circuit, statistic, concurrency, isPaused } = this.parts;
    while (!isPaused() && this.queue.size > 0 && this.running < Math.max(1, concurrency())) {
      const now = clock.elapsed();
      const refusal = circuit.refusal();
      if (refusal) return this.dropAll(refusal);
      if (!statistic.ready(this.pump)) return;
      const task = this.queue.peek(now);
      const free = Math.max(windows.freeAt(now, task?.credits()), this.blockedUntil);
      if (free > now) return this.waitFor(free - now);
      if (!task) return this.wake(this.queue.soonest - now);
      const leave = circuit.admits();
      if (leave === 'no') return;
      this.queue.take(task);
      if (leave === 'probe') this.probe = task;
      this.start(task, now);
    }
  };

  private start(task: Task, now: number): void {
    this.running += 1;
    this.sends += 1;
    const id = `${this.parts.window}-${this.sends}`;
    const rate = this.parts.rate();
    if (!rate.shared) {
      this.parts.windows.noteSend(id, now, task.credits());
      return this.run(task, now, id);
    }
    this.claiming.add(task);
    void rate.reserve(id, task.credits()).then((granted) => {
      const wanted = this.claiming.delete(task);
      if (wanted && granted) return this.run(task, this.parts.clock.elapsed(), id);
      // Nothing is sent in its place.
      rate.noteArrival(id);
      this.running -= 1;
      this.endProbe(task);
      if (wanted) this.queue.add(task, true);
      this.pump();
    });
  }

  private run(task: Task, now: number, id: string): void {
    this.parts.windows.noteStart();
    this.parts.sent();
    void task
      .run()
      .catch(() => undefined)
      .then((credits) => {
        this.running -= 1;
        this.parts.rate().noteArrival(id);
        this.endProbe(task);
        this.parts.windows.noteEnd(credits ?? undefined);
        this.averageRun += (this.parts.clock.elapsed() - now - this.averageRun) / 5;
        this.pump();
      });
  }

  /** However it ended: the next request may try, unless the service was found to be down. */
  private endProbe(task: Task): void {
    if (this.probe !== task) return;
    this.probe = undefined;
    this.parts.circuit.release();
  }

  private waitFor(wait: number): void {
    const { windows, clock, statistic } = this.parts;
    const now = clock.elapsed();
    // What the windows count is learnt from the calls made so far, once they have ended.
    if (this.running === 0 && this.blockedUntil <= now && windows.mayBeFree(now))
      statistic.lookAgain(this.pump);
    const rereading = wait > rereadWhileFull && this.parts.statistic.doubt(false);
    if (rereading) return this.wake(rereadTimeout);
    if (wait <= longestWindowWait) return this.wake(Math.min(wait, rereadWhileFull));
    const until = this.parts.clock.now() + wait;
    this.dropAll(new SpillwayError('rate_limited', { retryAfter: wait, until, billed: 'no' }));
  }

  private wake(milliseconds: number): void {
    const { clock } = this.parts;
    const at = clock.elapsed() + milliseconds;
    if (at >= this.wakeAt) return;
    this.cancelWake?.();
    this.wakeAt = at;
    this.cancelWake = clock.setTimer(() => {
      this.wakeAt = Infinity;
      this.pump();
    }, milliseconds);
  }
}
