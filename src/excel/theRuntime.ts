// The one runtime of the page: functions, ribbon commands and pane use it, and the first of them starts it.
// The functions are associated before it exists, and before its code has arrived; the pane's interface loads after that.
import { load } from './lazyCode';
import type { Runtime } from './runtime';

/** The playground asks for it; see user/sandboxKey.ts. */
const isOfSandbox = () => new URLSearchParams(globalThis.location?.search).has('sandbox');

const adoptionCode = () =>
  load(() => import(/* webpackChunkName: "remote" */ './user/sandboxKey')).then(
    (code) => {
      void code.gatewayInfo();
      return code;
    },
    // The pane then asks for a key.
    () => undefined,
  );

async function start(): Promise<Runtime> {
  const code = load(() => import(/* webpackChunkName: "formulas" */ './createRuntime'));
  const adoption = isOfSandbox() ? adoptionCode() : undefined;
  // Settings and storage of the host exist only after this; outside Excel it resolves as well.
  if (typeof Office !== 'undefined') await Office.onReady();
  const { createRuntime } = await code;
  const made = await createRuntime();
  await (await adoption)?.adoptSandboxKey(made);
  return made;
}

let runtime: Promise<Runtime> | undefined;

export const theRuntime = (): Promise<Runtime> => (runtime ??= start());

let associated: () => void;
const association = new Promise<void>((resolve) => {
  associated = resolve;
});

export const functionsAreReady = (): Promise<void> => association;
export const functionsAssociated = (): void => associated();
