// The object Excel adds after the arguments of a call.
import type { CellFault } from '../../spill/cell';
import { sayInput } from '../../spill/say';

// Every call settles: when its work is done, when Excel cancels it, or when it times out. A promise that stays open
// would stay #BUSY! forever.

export const waiting: CellFault = {
  fault: 'na',
  get message() {
    return sayInput('waiting');
  },
};

export type End = 'done' | 'cancelled' | 'late';

/** `onCancel` is called immediately when Excel cancels; the caller decides what happens to running work. */
export function settled(
  work: Promise<unknown>,
  invocation: Invocation,
  timeout: number,
  onCancel?: () => void,
): Promise<End> {
  return new Promise((resolve) => {
    const end = (how: End) => {
      clearTimeout(timer);
      resolve(how);
    };
    const timer = setTimeout(end, timeout, 'late');
    // Excel's own invocation object takes the handler; the order of cancel and the next call is not guaranteed.
    invocation.onCanceled = () => {
      onCancel?.();
      end('cancelled');
    };
    work.then(
      () => end('done'),
      () => end('done'),
    );
  });
}

export interface Invocation {
  /** The calling cell, as Excel spells it. */
  readonly address?: string | undefined;
  /** Set by Excel while it only previews the value of a formula (CustomFunctionsRuntime 1.5). */
  readonly isInValuePreview?: unknown;
  onCanceled?: (() => void) | undefined;
}

/** What Excel calls. A result that is ready is returned without a promise, so that a recalculation stays fast. */
export type Implementation = (...args: unknown[]) => unknown;

const absent: Invocation = {};

/** The last argument, also when a call has fewer arguments than declared. */
export function invocationOf(args: readonly unknown[]): Invocation {
  const last = args[args.length - 1];
  return typeof last === 'object' && last !== null && !Array.isArray(last) ? last : absent;
}

/** The arguments without the invocation; what the formula leaves out is null, as Excel has it. */
export function argumentsOf(args: readonly unknown[], arity: number): unknown[] {
  const given = invocationOf(args) === absent ? args.length : args.length - 1;
  return Array.from({ length: arity }, (_, index) => (index < given ? (args[index] ?? null) : null));
}

export const isPreview = ({ isInValuePreview }: Invocation): boolean =>
  isInValuePreview === true || isInValuePreview === 'true';
