// Matches and filter sets that the gateway keeps for everyone who shares a history. None of it is paid.
import type { Access } from '../../request/credential';
import { sharedPath } from '../../../protocol/gateway';
import { type Network, signedExchange } from './exchange';
import { readObject } from './readResponse';

export interface TeamLists {
  readonly matches: readonly unknown[];
  readonly filters: readonly unknown[];
}

export interface SharedClient {
  /** Everything; empty where there is no gateway. Entries are checked by whoever knows them. */
  read(): Promise<TeamLists>;
  send(lists: Partial<TeamLists>): Promise<void>;
}

const deadline = 20_000;
/** A body of the gateway has a limit. */
const atOnce = 50;
const none: TeamLists = { matches: [], filters: [] };

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

export function sharedClient(network: Network, access: () => Promise<Access | undefined>): SharedClient {
  const ask = async (init: RequestInit): Promise<TeamLists> => {
    const own = await access();
    // A key for another address is nothing to this gateway.
    if (own?.baseUrl !== '') return none;
    const signed = signedExchange(network, own);
    const given = { ...init, redirect: 'error' } as const;
    const response = await signed.send({ url: sharedPath, init: given, milliseconds: deadline });
    const { matches, filters } = readObject(response, signed.secret(), network.clock.now());
    return { matches: list(matches), filters: list(filters) };
  };
  const post = (lists: Partial<TeamLists>) =>
    ask({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(lists) });
  return {
    read: () => ask({ method: 'GET' }),
    send: async ({ matches = [], filters = [] }) => {
      for (let first = 0; first < matches.length; first += atOnce)
        await post({ matches: matches.slice(first, first + atOnce) });
      for (let first = 0; first < filters.length; first += atOnce)
        await post({ filters: filters.slice(first, first + atOnce) });
    },
  };
}
