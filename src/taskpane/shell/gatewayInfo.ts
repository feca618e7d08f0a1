// What the server that delivered the pane reports about itself; any other response means a plain file server.

const signInWays = ['entra', 'code'] as const;
type SignInWay = (typeof signInWays)[number];

export interface GatewayInfo {
  readonly mode: 'none' | 'personal' | 'team';
  /** How people of a team may sign in. */
  readonly signIn: readonly SignInWay[];
  /** Only a local run against the sandbox offers keys. */
  readonly sandboxKeys: readonly string[];
}

const noGateway: GatewayInfo = { mode: 'none', signIn: [], sandboxKeys: [] };

export function readGatewayInfo(answer: unknown): GatewayInfo {
  if (typeof answer !== 'object' || answer === null) return noGateway;
  const { mode, signIn, sandbox, keys } = answer as Record<string, unknown>;
  const texts = Array.isArray(keys) ? keys.map(keyText).filter((key) => key !== '') : [];
  return {
    mode: mode === 'team' ? 'team' : mode === 'personal' ? 'personal' : 'none',
    signIn: signInWays.filter((way) => Array.isArray(signIn) && signIn.includes(way)),
    sandboxKeys: sandbox === true ? texts : [],
  };
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return key;
  const inner = typeof key === 'object' && key !== null ? (key as { key?: unknown }).key : undefined;
  return typeof inner === 'string' ? inner : '';
}

export async function fetchGatewayInfo(get: typeof fetch): Promise<GatewayInfo> {
  try {
    const answer = await get('/gateway/info', { signal: AbortSignal.timeout(4_000) });
    return answer.ok ? readGatewayInfo(await answer.json()) : noGateway;
  } catch {
    return noGateway;
  }
}
