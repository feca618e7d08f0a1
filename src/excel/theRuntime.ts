// The one runtime of the page: functions, ribbon commands and pane ask here, whoever comes first starts it.
// The functions are associated before it exists, and before its code has arrived; the pane's interface loads after that.
import { createCells } from './cells';
import type { Runtime } from './runtime';

/** Milliseconds before another try where the engine's code did not arrive. */
const pauses = [500, 2_000, 5_000];

const load = () => import(/* webpackChunkName: "engine" */ './createRuntime');

async function loadEngine(): ReturnType<typeof load> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return load();
}

async function start(): Promise<Runtime> {
  const engine = loadEngine();
  // Settings and storage of the host exist only after this; outside Excel it resolves as well.
  if (typeof Office !== 'undefined') await Office.onReady();
  const { createRuntime } = await engine;
  return createRuntime({ cells: createCells() });
}

let runtime: Promise<Runtime> | undefined;

export const theRuntime = (): Promise<Runtime> => (runtime ??= start());

let associated: () => void;
const association = new Promise<void>((resolve) => {
  associated = resolve;
});

export const functionsAreReady = (): Promise<void> => association;
export const functionsAssociated = (): void => associated();
