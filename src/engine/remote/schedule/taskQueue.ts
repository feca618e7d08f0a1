// The waiting tasks: interactive ones before bulk, and within each the cells that asked take turns.
import type { SpillwayError } from '../../request/errors';

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

export class TaskQueue {
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

  /** The task that `next` would take. */
  peek(now: number): Task | undefined {
    for (const lane of this.lanes)
      for (const tasks of lane.values()) {
        const task = tasks.find(({ notBefore }) => notBefore <= now);
        if (task) return task;
      }
    return undefined;
  }

  /** Takes the next task that may run, or says when the first one may. */
  next(now: number): { readonly task?: Task; readonly soonest: number } {
    let soonest = Infinity;
    for (const lane of this.lanes) {
      for (const [owner, tasks] of lane) {
        const at = tasks.findIndex(({ notBefore }) => notBefore <= now);
        const task = tasks[at];
        if (!task) {
          soonest = Math.min(soonest, ...tasks.map(({ notBefore }) => notBefore));
          continue;
        }
        tasks.splice(at, 1);
        this.size -= 1;
        // The owner goes to the end of the line.
        lane.delete(owner);
        if (tasks.length > 0) lane.set(owner, tasks);
        return { task, soonest };
      }
    }
    return { soonest };
  }

  takeAll(): Task[] {
    const tasks = this.lanes.flatMap((lane) => [...lane.values()].flat());
    for (const lane of this.lanes) lane.clear();
    this.size = 0;
    return tasks;
  }
}
