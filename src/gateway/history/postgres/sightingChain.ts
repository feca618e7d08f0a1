// The sightings of one item, each holding what differs from the one before.
import type { Values } from '../../../history/record';
import { isSame, type Json } from '../../../history/series';

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
function linkOf(at: number, before: ItemState, { followed, rest }: ItemState): ChainLink {
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

/** The links that are new or other than in the chain, which goes on from `before`; a time that is known stays as it is. */
export const insertStates = (
  chain: readonly ChainLink[],
  states: ReadonlyMap<number, ItemState>,
  before = noState,
): ChainLink[] =>
  changedLinks(
    chain,
    [...new Map([...states, ...statesOf(chain, before)])].sort(([a], [b]) => a - b),
    before,
  );

/** The same for a chain of which only some times are kept. */
export const keepTimes = (chain: readonly ChainLink[], kept: ReadonlySet<number>): ChainLink[] =>
  changedLinks(
    chain,
    statesOf(chain).filter(([at]) => kept.has(at)),
  );

export function statesOf(chain: readonly ChainLink[], before = noState): [number, ItemState][] {
  let state = before;
  return chain.map((link) => [link.at, (state = after(state, link))]);
}

function changedLinks(
  chain: readonly ChainLink[],
  states: readonly (readonly [number, ItemState])[],
  before = noState,
): ChainLink[] {
  const known = new Map(chain.map((link) => [link.at, link]));
  let state = before;
  return states.flatMap(([at, next]) => {
    const link = linkOf(at, state, next);
    state = next;
    const old = known.get(at);
    return old && isSame(old.changed, link.changed) && isSame(old.rest, link.rest) ? [] : [link];
  });
}
