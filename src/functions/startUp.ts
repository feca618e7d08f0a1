// Excel may call a function the moment it is associated, before storage has been read: such a call waits for the
// runtime, but not forever, and not after Excel has cancelled it.
import { excelError } from '../excel/errors/excelError';
import type { Functions } from './createFunctions';
import { sayInput } from '../spill/say';
import { invocationOf, type Implementation, settled } from './calls/invocation';

const startTimeout = 20_000;

/** In English until the language of the page is there. */
const says = (key: 'starting' | 'startCancelled' | 'startFailed') =>
  excelError({ fault: 'na', message: sayInput(key) });

/** Associated immediately; `recalculate` is called for cells that could not wait for the start. */
export function whenReady(
  names: readonly string[],
  ready: Promise<Functions>,
  recalculate: (cells: readonly string[]) => void,
  timeout = startTimeout,
): Functions {
  let functions: Functions | undefined;
  ready.then(
    (made) => (functions = made),
    () => undefined,
  );

  const late = async (name: string, args: unknown[]): Promise<unknown> => {
    const invocation = invocationOf(args);
    const end = await settled(ready, invocation, timeout);
    if (end === 'cancelled') throw says('startCancelled');
    if (end === 'late') {
      const { address } = invocation;
      if (address !== undefined) ready.then(() => recalculate([address])).catch(() => undefined);
      throw says('starting');
    }
    const made = await ready.catch(() => {
      throw says('startFailed');
    });
    return made[name]!(...args);
  };

  const implementation =
    (name: string): Implementation =>
    (...args) =>
      functions ? functions[name]!(...args) : late(name, args);
  return Object.fromEntries(names.map((name) => [name, implementation(name)]));
}
