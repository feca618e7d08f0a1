// The custom functions over the real engine, with the sandbox as the service; a test may answer for it.
import { memoryRuntime } from '../../src/excel/memoryRuntime';
import type { Runtime } from '../../src/excel/runtime';
import { createFunctions, type Functions } from '../../src/functions/createFunctions';
import { createSandbox } from '../../sandbox/sandbox';
import { plainHost } from '../functions/support/fakeRuntime';

/** One for all: its data take a second to make. */
const { app } = createSandbox({ seed: 1, clock: Date.now, publicUrl: 'http://sandbox.example' });

export type Reply = (
  body: Readonly<Record<string, unknown>>,
  respond: () => Promise<Response>,
) => Promise<Response>;

const open: (() => Promise<void>)[] = [];
export const closeAll = () => Promise.all(open.splice(0).map((close) => close()));

export async function functionsOver(
  reply: Reply = (_, respond) => respond(),
  opened: (runtime: Runtime) => void = () => undefined,
): Promise<Functions> {
  const runtime = await memoryRuntime({
    fetch: (url, init) => {
      const { pathname } = new URL(String(url), 'http://spillway.example');
      const respond = () => Promise.resolve(app.request(pathname, init));
      if (typeof init?.body !== 'string') return respond();
      return reply(JSON.parse(init.body) as Record<string, unknown>, respond);
    },
  });
  open.push(() => runtime.engine.close());
  opened(runtime);
  await runtime.key.save('sandbox-large');
  await runtime.settings.update({ askAbove: 10_000 });
  // The whole result, however slow this machine is: after a while a cell shows what has arrived.
  return createFunctions(runtime, plainHost, { pace: 250_000, timeout: 250_000 });
}
