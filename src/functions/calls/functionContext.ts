// What every function is handed: the runtime, what this Excel can do, and how long a cell may wait.
import type { Host } from '../../excel/host';
import type { Runtime } from '../../excel/runtime';

export interface FunctionContext {
  readonly runtime: Runtime;
  readonly host: Host;
  /** Milliseconds after which a cell for which nothing has arrived says that it still waits. */
  readonly timeout: number;
  /** Milliseconds after which a cell shows what has arrived, or why nothing is sent yet; and between two such looks. */
  readonly pace: number;
  readonly now: () => number;
  /** Lets Excel call the cells again; dependents unless it does so by itself. */
  readonly recalculate: (cells: readonly string[], kind?: 'dependents') => void;
  /** Excel has called a cell, which reads from now on. */
  readonly called: (cell: string) => void;
  /** Cells that show what was decided in Match: they are calculated again with each decision. */
  readonly matching: Set<string>;
  /** What stands in a cell; undefined where Excel does not say. */
  readonly formulaAt: (cell: string) => Promise<string | undefined>;
}
