// The addresses of a gateway that the add-in knows, and what a gateway says about itself at the first of them.

export const infoPath = '/gateway/info';
export const mePath = '/gateway/me';
export const usagePath = '/gateway/usage';
export const feedsPath = '/gateway/feeds';
export const agentsPath = '/gateway/agents';
export const watchesPath = '/gateway/watches';
/** Of a call that takes longer than a proxy on the way allows. */
export const jobsPrefix = '/jobs/';

const signInWays = ['entra', 'code'] as const;
export type SignInWay = (typeof signInWays)[number];

export interface GatewayInfo {
  readonly mode: 'none' | 'personal' | 'team';
  /** How people of a team may sign in. */
  readonly signIn: readonly SignInWay[];
  /** Only a local run against the sandbox offers keys. */
  readonly sandboxKeys: readonly string[];
  readonly keepsHistory: boolean;
  readonly servesFeeds: boolean;
  readonly servesAgents: boolean;
  readonly hasWatches: boolean;
}

export const noGateway: GatewayInfo = {
  mode: 'none',
  signIn: [],
  sandboxKeys: [],
  keepsHistory: false,
  servesFeeds: false,
  servesAgents: false,
  hasWatches: false,
};

/** Whatever answers at that address: anything but a gateway's own answer means a plain file server. */
export function readGatewayInfo(given: unknown): GatewayInfo {
  if (typeof given !== 'object' || given === null) return noGateway;
  const { mode, signIn, sandbox, keys, history, feeds, agents, watches } = given as Record<string, unknown>;
  const texts = Array.isArray(keys) ? keys.map(keyText).filter((key) => key !== '') : [];
  return {
    mode: mode === 'team' ? 'team' : mode === 'personal' ? 'personal' : 'none',
    signIn: signInWays.filter((way) => Array.isArray(signIn) && signIn.includes(way)),
    sandboxKeys: sandbox === true ? texts : [],
    keepsHistory: history === true,
    servesFeeds: feeds === true,
    servesAgents: agents === true,
    hasWatches: watches === true,
  };
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return key;
  const inner = typeof key === 'object' && key !== null ? (key as { key?: unknown }).key : undefined;
  return typeof inner === 'string' ? inner : '';
}
