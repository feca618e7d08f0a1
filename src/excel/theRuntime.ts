// The one runtime of the page: functions, ribbon commands and pane ask here, whoever comes first starts it.
// The functions are associated before it exists; the pane's interface loads after that.
import { createCells } from './cells';
import { createRuntime } from './createRuntime';
import type { Runtime } from './runtime';

let runtime: Promise<Runtime> | undefined;

async function start(): Promise<Runtime> {
  // Settings and storage of the host exist only after this; outside Excel it resolves as well.
  if (typeof Office !== 'undefined') await Office.onReady();
  return createRuntime({ cells: createCells() });
}

export const theRuntime = (): Promise<Runtime> => (runtime ??= start());

let associated: () => void;
const association = new Promise<void>((resolve) => {
  associated = resolve;
});

export const functionsAreReady = (): Promise<void> => association;
export const functionsAssociated = (): void => associated();
