// The add-in's runtime in one window, with stores in memory: for the benches, and for the examples of the reference.
import { createMemoryStore } from '../src/engine/ports/memoryStore';
import { createRuntime, type RuntimeParts } from '../src/excel/createRuntime';
import { createCellRegistry } from '../src/excel/recalculation/cellRegistry';
import type { Runtime } from '../src/excel/runtime';
import { memoryStrings } from '../src/excel/stores/stringStore';
import { silentBroadcast } from '../src/excel/user/changeBroadcast';

export const memoryRuntime = (parts: RuntimeParts): Promise<Runtime> =>
  createRuntime({
    broadcast: silentBroadcast,
    channel: { post: () => undefined, subscribe: () => () => undefined, close: () => undefined },
    cells: createCellRegistry(),
    strings: memoryStrings(),
    store: createMemoryStore(),
    ...parts,
  });

/** Every search is answered by the same text. */
export async function answeredRuntime(
  body: string,
): Promise<{ readonly runtime: Runtime; readonly sent: () => number }> {
  let sent = 0;
  const runtime = await memoryRuntime({
    fetch: (url) => {
      if (url.endsWith('statistic')) return Promise.resolve(new Response('[]'));
      sent += 1;
      return Promise.resolve(new Response(body));
    },
  });
  return { runtime, sent: () => sent };
}
