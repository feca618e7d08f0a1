// A stand-in for the part of the custom functions runtime that the product uses outside a browser.
import { setMaxListeners } from 'node:events';

class StandInError extends Error {
  constructor(
    readonly code: string,
    message?: string,
  ) {
    super(message ?? '');
  }
}

/** A formula has one signal for all its requests, and each listens to it. A browser does not count them. */
class UncountedController extends AbortController {
  constructor() {
    super();
    setMaxListeners(0, this.signal);
  }
}

export function installCustomFunctions(): void {
  Object.assign(globalThis, {
    AbortController: UncountedController,
    CustomFunctions: {
      Error: StandInError,
      ErrorCode: { invalidValue: '#VALUE!', notAvailable: '#N/A' },
      associate: () => undefined,
    },
  });
}

export interface ShownError {
  readonly code: string;
  readonly message: string;
}

/** The error a call ended with, whether thrown at once or after waiting. */
export async function errorOf(call: () => unknown): Promise<ShownError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof CustomFunctions.Error) return { code: error.code, message: error.message ?? '' };
    throw error;
  }
  throw new Error('The call gave a result.');
}
