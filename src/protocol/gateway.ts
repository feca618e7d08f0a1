// The addresses of a gateway that the add-in knows, and what a gateway says about itself at the first of them.

export const infoPath = '/gateway/info';
export const mePath = '/gateway/me';
export const usagePath = '/gateway/usage';
export const feedsPath = '/gateway/feeds';
export const agentsPath = '/gateway/agents';
export const mcpPath = '/mcp';
export const watchesPath = '/gateway/watches';
export const sharedPath = '/gateway/shared';
/** Of a call that takes longer than a proxy on the way allows. */
export const jobsPrefix = '/jobs/';
/**
 * Where the gateway is asked for a response it already keeps. A path and not a header: a server that does not know it returns
 * 404, where it would ignore a header and forward a request that is billed.
 */
export const cachedPrefix = '/cached';

/** Requests of which one question may ask when their responses were fetched. */
export const mostKeptAt = 100;

const signInWays = ['entra', 'code'] as const;
export type SignInWay = (typeof signInWays)[number];

/** The registration of the add-in in Microsoft Entra, as Excel needs it to sign a person in. */
export interface MicrosoftApp {
  readonly tenant: string;
  readonly clientId: string;
  /** The permission to ask for, with the application it belongs to. */
  readonly scope: string;
}

export interface GatewayInfo {
  readonly mode: 'none' | 'personal' | 'team';
  /** How people of a team may sign in. */
  readonly signIn: readonly SignInWay[];
  readonly microsoft?: MicrosoftApp;
  /** Only a local run against the sandbox offers keys. */
  readonly sandboxKeys: readonly string[];
  readonly keepsHistory: boolean;
  readonly servesFeeds: boolean;
  readonly servesAgents: boolean;
  readonly hasWatches: boolean;
  /** Keeps matches and filter sets for all who share a history. */
  readonly sharesLists: boolean;
}

export const noGateway: GatewayInfo = {
  mode: 'none',
  signIn: [],
  sandboxKeys: [],
  keepsHistory: false,
  servesFeeds: false,
  servesAgents: false,
  hasWatches: false,
  sharesLists: false,
};

/** Whatever responds at that address: anything but a gateway's own response means a plain file server. */
export function readGatewayInfo(given: unknown): GatewayInfo {
  if (typeof given !== 'object' || given === null) return noGateway;
  const { mode, signIn, entra, sandbox, keys, history, feeds, agents, watches, shared } = given as Record<
    string,
    unknown
  >;
  const microsoft = readMicrosoftApp(entra);
  const texts = Array.isArray(keys) ? keys.map(keyText).filter((key) => key !== '') : [];
  return {
    mode: mode === 'team' ? 'team' : mode === 'personal' ? 'personal' : 'none',
    signIn: signInWays.filter((way) => Array.isArray(signIn) && signIn.includes(way)),
    ...(microsoft && { microsoft }),
    sandboxKeys: sandbox === true ? texts : [],
    keepsHistory: history === true,
    servesFeeds: feeds === true,
    servesAgents: agents === true,
    hasWatches: watches === true,
    sharesLists: shared === true,
  };
}

function readMicrosoftApp(given: unknown): MicrosoftApp | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { tenant, clientId, scope } = given as Record<string, unknown>;
  const isId = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f-]{36}$/.test(text);
  if (!isId(tenant) || !isId(clientId) || typeof scope !== 'string') return undefined;
  return { tenant, clientId, scope };
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return key;
  const inner = typeof key === 'object' && key !== null ? (key as { key?: unknown }).key : undefined;
  return typeof inner === 'string' ? inner : '';
}
