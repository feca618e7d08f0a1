// What the gateway says about itself, and the sandbox's key, which a page with `?sandbox` in its address takes by itself: the
// playground shows tables before anybody has entered anything. The runtime waits for it, so no formula fails first.
import { infoPath, noGateway, readGatewayInfo, type GatewayInfo } from '../../protocol/gateway';
import type { Runtime } from '../runtime';
import { gatewayAddress } from '../stores/browserPorts';

async function fetchInfo(): Promise<GatewayInfo> {
  try {
    const response = await fetch(gatewayAddress(infoPath), { signal: AbortSignal.timeout(4_000) });
    return response.ok ? readGatewayInfo(await response.json()) : noGateway;
  } catch {
    return noGateway;
  }
}

let info: Promise<GatewayInfo> | undefined;
export const gatewayInfo = (): Promise<GatewayInfo> => (info ??= fetchInfo());

type Keyed = Pick<Runtime, 'key'> & { readonly engine: Pick<Runtime['engine'], 'keyChanged'> };

export async function adoptSandboxKey(runtime: Keyed): Promise<void> {
  const { sandboxKeys, mode } = await gatewayInfo();
  const [key] = sandboxKeys;
  if (mode === 'team' || key === undefined) return;
  if (runtime.key.masked() !== undefined || runtime.key.problem() !== undefined) return;
  // Where nothing can be stored, the first-run screen says so.
  await runtime.key.save(key).then(
    () => runtime.engine.keyChanged(),
    () => undefined,
  );
}
