// The add-in's runtime in one window, with stores in memory and every search answered by the same text.
import { createMemoryStore } from '../src/engine/ports/memoryStore';
import { createRuntime } from '../src/excel/createRuntime';
import { createCellRegistry } from '../src/excel/recalculation/cellRegistry';
import type { Runtime } from '../src/excel/runtime';
import { memoryStrings } from '../src/excel/stores/stringStore';
import { silentBroadcast } from '../src/excel/user/changeBroadcast';

export async function memoryRuntime(
  body: string,
): Promise<{ readonly runtime: Runtime; readonly sent: () => number }> {
  let sent = 0;
  const runtime = await createRuntime({
    broadcast: silentBroadcast,
    channel: { post: () => undefined, subscribe: () => () => undefined, close: () => undefined },
    cells: createCellRegistry(),
    strings: memoryStrings(),
    store: createMemoryStore(),
    fetch: (url) => {
      if (url.endsWith('statistic')) return Promise.resolve(new Response('[]'));
      sent += 1;
      return Promise.resolve(new Response(body));
    },
  });
  return { runtime, sent: () => sent };
}
