// The playground over the sandbox opens with a key, so that its first sight is tables. Only a gateway that serves the
// sandbox offers keys, and a key that is already saved, or could not be read, is left alone.
import type { Runtime } from '../../excel/runtime';
import type { GatewayInfo } from '../shell/gatewayInfo';

type Keyed = Pick<Runtime, 'key'> & { readonly engine: Pick<Runtime['engine'], 'keyChanged'> };

export async function adoptSandboxKey(runtime: Keyed, gateway: GatewayInfo, search: string): Promise<void> {
  const [key] = gateway.sandboxKeys;
  const wanted = new URLSearchParams(search).has('sandbox') && gateway.mode !== 'team';
  if (!wanted || key === undefined) return;
  if (runtime.key.masked() !== undefined || runtime.key.problem() !== undefined) return;
  // Where nothing can be stored, the first-run screen says so.
  await runtime.key.save(key).then(
    () => runtime.engine.keyChanged(),
    () => undefined,
  );
}
