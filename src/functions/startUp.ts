// Excel may call a function the moment it is associated, before storage has been read: such a call waits for the
// runtime, but not forever, and not after Excel has cancelled it.
import { excelError } from '../excel/errors/excelError';
import type { Functions } from './createFunctions';
import { invocationOf, type Implementation, settled } from './calls/invocation';

const startTimeout = 20_000;

const says = (message: string) => excelError({ fault: 'na', message });

const faults = {
  starting: 'Spillway is still starting. This cell fills in by itself; if it does not, reload the add-in.',
  cancelled: 'Cancelled before it was sent; nothing was spent. Press Refresh to send it.',
  failed: 'Spillway could not start; nothing was spent. Check your connection, then reload the add-in.',
};

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
    if (end === 'cancelled') throw says(faults.cancelled);
    if (end === 'late') {
      const { address } = invocation;
      if (address !== undefined) ready.then(() => recalculate([address])).catch(() => undefined);
      throw says(faults.starting);
    }
    const made = await ready.catch(() => {
      throw says(faults.failed);
    });
    return made[name]!(...args);
  };

  const implementation =
    (name: string): Implementation =>
    (...args) =>
      functions ? functions[name]!(...args) : late(name, args);
  return Object.fromEntries(names.map((name) => [name, implementation(name)]));
}
