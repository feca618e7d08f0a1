// Whoever asks: in personal mode a key, in team mode a person who signed in and for whom the team's key is used. An agent asks
// for a person: it has their data, and lines of its own wherever credits are counted.
import type { Problem } from '../http/problem';
import type { Reserved } from '../ledger/ledger';
import type { LedgerCheck } from '../ledger/sharedLedger';

/** Room that a request of an agent needs besides that in its person's budgets. */
export interface AgentCheck extends LedgerCheck {
  /** What to say when there is none. */
  readonly refuse: (why: Exclude<Reserved, { ok: true }>['why']) => Problem;
}

/** A program that acts for a person, for one request. */
export interface Agent {
  readonly name: string;
  readonly checks: readonly AgentCheck[];
  /** It leaves part of each short rate window to people. */
  readonly yields?: true;
  /** The last word before credits are spent; throws if the agent was stopped meanwhile. */
  readonly confirm: () => Promise<void>;
}

export interface Person {
  /** Stable, and no secret. */
  readonly id: string;
  readonly name: string;
  /** What the service is called with; never leaves the server in team mode. */
  readonly key: string;
  readonly admin: boolean;
  /** Whose budget it is when one person signs in in several ways: an e-mail address. */
  readonly account?: string | undefined;
  /** Groups that may have a budget of their own. */
  readonly groups?: readonly string[];
  readonly agent?: Agent;
}

/** Whoever asks for what costs nothing. */
export type Reader = Omit<Person, 'agent'> & { readonly agent?: Pick<Agent, 'name'> | undefined };

/** Whose line a request is in usage: that of a person, or of one of their agents. */
export const usageLineOf = ({ id, name, agent }: Pick<Reader, 'id' | 'name' | 'agent'>) =>
  agent ? { id: `${id}/${agent.name}`, name: `${name} (agent ${agent.name})` } : { id, name };
