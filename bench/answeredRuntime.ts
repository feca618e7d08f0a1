// A runtime for the benches whose every search gets the same response.
import { memoryRuntime } from '../src/excel/memoryRuntime';
import type { Runtime } from '../src/excel/runtime';

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
