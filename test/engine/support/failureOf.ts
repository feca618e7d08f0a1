// The error that a request must end in.
import type { SpillwayError } from '../../../src/engine/request/errors';

export const failureOf = (promise: Promise<unknown>): Promise<SpillwayError> =>
  promise.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error: unknown) => error as SpillwayError,
  );

/** The error that a request ends in; undefined where it is answered. */
export const failureIfAny = (promise: Promise<unknown>): Promise<SpillwayError | undefined> =>
  promise.then(
    () => undefined,
    (error: unknown) => error as SpillwayError,
  );
