// How the browser windows of one user coordinate: a lock for each request in progress, and messages about what was fetched.
// Passed in; where a host has neither, each window stands alone and only the stored responses are shared.

import type { Clock } from './clock';

export interface Locks {
  /** Runs the work while no other window holds the name. Always settles as the work does. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export interface Turn {
  readonly name: string;
  /** A sleeping window may hold the lock: after so many milliseconds it is not waited for. */
  readonly deadline: number;
}

/**
 * One window after the other; where there is no lock to be had, at once and without. `isLocked`: no other window does it now. A page
 * that was frozen meanwhile has the lock no more: those who asked for it later did not wait that long.
 */
export function inTurn<T>(
  locks: Locks | undefined,
  clock: Clock,
  { name, deadline }: Turn,
  work: (isLocked: () => boolean) => Promise<T>,
): Promise<T> {
  if (!locks) return work(() => true);
  const asked = clock.elapsed();
  let begun: Promise<T> | undefined;
  return new Promise((resolve, reject) => {
    const run = (isGranted: boolean) => {
      cancel();
      return (begun ??= work(() => isGranted && clock.elapsed() - asked < deadline));
    };
    const runUnlocked = () => void run(false).then(resolve, reject);
    const cancel = clock.setTimer(runUnlocked, deadline);
    locks.run(name, () => run(true)).then(resolve, runUnlocked);
  });
}

export type WindowMessage =
  /** A new response or failure is in the store, in one of these slots; or could not be stored, and is told here: rows of `failures.ts`. */
  | {
      readonly type: 'stored';
      readonly key: string;
      readonly slots: readonly string[];
      readonly failures?: readonly (readonly [row: string, failure: unknown])[];
    }
  /** A request was sent: it counts in the shared rate windows. */
  | { readonly type: 'sent' }
  | { readonly type: 'spent'; readonly credits: number }
  | { readonly type: 'cleared' }
  /** What a person decided: rows of `userDecisions.ts`, undefined where a decision was taken back. */
  | {
      readonly type: 'decided';
      readonly rows: readonly (readonly [slot: string, row: unknown, takenBack?: number | undefined])[];
    }
  /** A row of `paidRequests.ts`. */
  | { readonly type: 'paid'; readonly slot: string; readonly row: unknown }
  /** A row of `account.ts`. */
  | { readonly type: 'account'; readonly key: string; readonly row: unknown }
  /** A window begins to send: it has to be told what could not be stored. */
  | { readonly type: 'opened' };

/** What concerns the half of the engine that sends. */
export type RemoteMessage = Extract<WindowMessage, { type: 'decided' | 'account' | 'paid' | 'opened' }>;

export interface Channel {
  post(message: WindowMessage): void;
  subscribe(listener: (message: WindowMessage) => void): () => void;
  close(): void;
}
