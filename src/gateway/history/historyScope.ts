// Whose history it is. In personal mode it belongs to a key at a service, as responses do; in a team that shares what it paid
// for, to the team, whichever key it has.
import { keyDigest, sha256 } from '../people/keyDigest';
import type { Person } from '../people/person';

export interface ScopeParts {
  readonly mode: 'personal' | 'team';
  readonly shareCache: boolean;
  /** The address of the service. */
  readonly service: string;
}

export type ScopeOf = (person: Person) => string;

export function historyScope({ mode, shareCache, service }: ScopeParts): ScopeOf {
  if (mode === 'team' && shareCache) {
    const team = `team-${sha256(service).slice(0, 12)}`;
    return () => team;
  }
  return ({ id, key }) => {
    const account = mode === 'personal' ? keyDigest(key) : '';
    return `own-${sha256(`${service}\n${account}\n${id}`)}`;
  };
}
