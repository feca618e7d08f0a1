// Steps that read and then write the same thing, or that take much memory: one after the other, whatever became of the one before.

export class Turns {
  /** The last step on each thing. */
  private readonly last = new Map<string, Promise<void>>();

  take<T>(thing: string, step: () => Promise<T>): Promise<T> {
    const taken = (this.last.get(thing) ?? Promise.resolve()).then(step);
    const leave = () => {
      if (this.last.get(thing) === over) this.last.delete(thing);
    };
    const over: Promise<void> = taken.then(leave, leave);
    this.last.set(thing, over);
    return taken;
  }
}
