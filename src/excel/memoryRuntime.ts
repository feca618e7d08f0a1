// The add-in's runtime in one window, with stores in memory, for processes that are not Excel: the examples of the reference,
// the benches and the tests.
import { createMemoryStore } from '../engine/ports/memoryStore';
import { createRuntime, type RuntimeParts } from './createRuntime';
import { createCellRegistry } from './recalculation/cellRegistry';
import type { Runtime } from './runtime';
import { memoryStrings } from './stores/stringStore';
import { silentBroadcast } from './user/changeBroadcast';

export const memoryRuntime = (parts: RuntimeParts): Promise<Runtime> =>
  createRuntime({
    broadcast: silentBroadcast,
    channel: { post: () => undefined, subscribe: () => () => undefined, close: () => undefined },
    cells: createCellRegistry(),
    strings: memoryStrings(),
    store: createMemoryStore(),
    ...parts,
  });
