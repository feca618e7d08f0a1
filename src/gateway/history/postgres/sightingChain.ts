// The sightings of one item, each holding what differs from the one before.
import type { Values } from '../../../history/record';
import { isSame, type Change, type Json, type Series } from '../../../history/series';

export interface ChainLink {
  readonly at: number;
  /** Followed fields that differ from the link before; null for none. */
  readonly changed: Values | null;
  /** The rest of the record where it differs. */
  readonly rest: Values | null;
}

/** An item as it was at one time. */
export interface ItemState {
  readonly followed: Values;
  readonly rest: Values;
}

const noState: ItemState = { followed: {}, rest: {} };

/** What is kept of a state that follows another; a field that was never seen is null. */
export function linkOf(at: number, before: ItemState, { followed, rest }: ItemState): ChainLink {
  const changed: Record<string, Json> = {};
  let count = 0;
  for (const name of new Set([...Object.keys(before.followed), ...Object.keys(followed)])) {
    const value = followed[name] ?? null;
    if (isSame(before.followed[name] ?? null, value)) continue;
    changed[name] = value;
    count += 1;
  }
  return { at, changed: count === 0 ? null : changed, rest: isSame(before.rest, rest) ? null : rest };
}

const after = (state: ItemState, { changed, rest }: ChainLink): ItemState => ({
  followed: changed === null ? state.followed : { ...state.followed, ...changed },
  rest: rest ?? state.rest,
});

export interface ChainChange {
  /** New, or with other contents than before. */
  readonly puts: readonly ChainLink[];
  readonly deletes: readonly number[];
}

/** Puts states in between, or at either end; a time that is known stays as it is. */
export function insertStates(
  chain: readonly ChainLink[],
  states: ReadonlyMap<number, ItemState>,
): ChainChange {
  const known = new Set(chain.map(({ at }) => at));
  const added = [...states].filter(([at]) => !known.has(at));
  const all = statesOf(chain);
  for (const [at, state] of added) all.push([at, state]);
  all.sort(([a], [b]) => a - b);
  return rewrite(chain, all);
}

/** Leaves out the times that are not kept. */
export const keepTimes = (chain: readonly ChainLink[], kept: ReadonlySet<number>): ChainChange =>
  rewrite(
    chain,
    statesOf(chain).filter(([at]) => kept.has(at)),
  );

export function statesOf(chain: readonly ChainLink[]): [number, ItemState][] {
  let state = noState;
  return chain.map((link) => [link.at, (state = after(state, link))]);
}

function rewrite(
  chain: readonly ChainLink[],
  states: readonly (readonly [number, ItemState])[],
): ChainChange {
  const before = new Map(chain.map((link) => [link.at, link]));
  const puts: ChainLink[] = [];
  let state = noState;
  for (const [at, next] of states) {
    const link = linkOf(at, state, next);
    state = next;
    const old = before.get(at);
    if (!old || !isSame(old.changed, link.changed) || !isSame(old.rest, link.rest)) puts.push(link);
    before.delete(at);
  }
  return { puts, deletes: [...before.keys()] };
}

/** Of the changes of one field, some may be no change after all. */
export function seriesFrom(times: readonly number[], changes: readonly Change[]): Series {
  let last: Json = null;
  const real = changes.filter(([, value]) => {
    const isReal = !isSame(last, value);
    last = value;
    return isReal;
  });
  return { times, changes: real };
}
