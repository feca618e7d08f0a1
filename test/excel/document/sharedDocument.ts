// A document that several windows have open, each over a connection of its own: what a window asks for takes effect at some
// later moment and is answered at another one, in any order. A window can be killed with all of it under way.
import type { DocumentParts } from '../../../src/excel/document/documentLists';

/** Numbers that are the same for the same seed. */
export function seeded(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519);
    state = Math.imul(state ^ (state >>> 13), 3_266_489_917);
    state ^= state >>> 16;
    return (state >>> 0) % below;
  };
}

/** Lets everything run that waits for nothing but its turn. */
export async function turn(): Promise<void> {
  for (let step = 0; step < 30; step += 1) await Promise.resolve();
}

interface Step {
  readonly window: object;
  readonly run: () => void;
}

export class Stage {
  private steps: Step[] = [];

  constructor(private readonly below: (below: number) => number) {}

  later<T>(window: object, effect: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        try {
          const result = effect();
          this.steps.push({ window, run: () => resolve(result) });
        } catch (cause) {
          const error = cause instanceof Error ? cause : new Error('The step failed.', { cause });
          this.steps.push({ window, run: () => reject(error) });
        }
      };
      this.steps.push({ window, run });
    });
  }

  /** One of the things under way happens. False: nothing is. */
  async step(): Promise<boolean> {
    const at = this.below(Math.max(1, this.steps.length));
    const [step] = this.steps.splice(at, 1);
    step?.run();
    await turn();
    return step !== undefined;
  }

  async settle(): Promise<void> {
    while ((await this.step()) || this.steps.length > 0);
  }

  kill(window: object): void {
    this.steps = this.steps.filter((step) => step.window !== window);
  }
}

export class SharedDocument {
  readonly parts = new Map<string, string>();
  private static last = 0;

  copy(): SharedDocument {
    const copy = new SharedDocument();
    for (const [id, xml] of this.parts) copy.parts.set(id, xml);
    return copy;
  }

  connect(stage: Stage, window: object): DocumentParts {
    const { parts } = this;
    return {
      read: (known) =>
        stage.later(window, () => ({
          ids: [...parts.keys()],
          texts: new Map([...parts].filter(([id]) => !known.has(id))),
        })),
      add: (xml) => stage.later(window, () => void parts.set(`{${(SharedDocument.last += 1)}}`, xml)),
      remove: (ids) => stage.later(window, () => ids.forEach((id) => parts.delete(id))),
    };
  }
}
