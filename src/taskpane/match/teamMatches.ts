// Decisions of this workbook and those that the gateway keeps for the team: what to send, and what to offer. The later decision about
// a product counts, as it does in the workbook. Nothing is taken into the workbook unless the person says so.
import { useEffect, useRef, useState } from 'react';
import { decisionKey, isDecision, type Decision, type OwnProduct } from '../../match/decision';
import { isOperationId, type OperationId } from '../../operations';
import { usePane, useVersion } from '../shell/usePane';

/** A decision that was taken back. */
export type ForgottenMatch = Pick<Decision, 'operation' | 'item' | 'at'> & { readonly forgotten: true };
export type TeamMatch = Decision | ForgottenMatch;
type ByKey<Value> = ReadonlyMap<string, Value>;

export const byKey = <Value extends Pick<Decision, 'operation' | 'item'>>(
  all: readonly Value[],
): ByKey<Value> => new Map(all.map((one) => [decisionKey(one), one]));

/** What comes from a gateway is checked, as what comes from a workbook is. */
export function isTeamMatch(value: unknown): value is TeamMatch {
  if (isDecision(value)) return true;
  const { operation, item, at, forgotten } = (value ?? {}) as Partial<ForgottenMatch>;
  const isNamed = typeof operation === 'string' && isOperationId(operation) && typeof item === 'string';
  return isNamed && Number.isFinite(at) && forgotten === true;
}

const longest = 500;

/** As the gateway takes it; undefined for what no gateway takes. */
function sendable(decision: Decision): Decision | undefined {
  const { item, accepted, seen, at } = decision;
  if (item.length > longest || accepted.some(({ id }) => id.length > longest)) return undefined;
  return {
    ...decision,
    at: Math.floor(at),
    accepted: accepted.slice(0, 50).map(({ id, name }) => ({ id, name: name.slice(0, longest) })),
    seen: seen.filter((id) => id.length <= longest).slice(0, 200),
  };
}

/** `before`: the decisions when this was last asked; what is gone since was taken back here. */
export function toSend(
  local: ByKey<Decision>,
  before: ByKey<Decision>,
  team: ByKey<TeamMatch>,
  now: number,
): readonly TeamMatch[] {
  const newer = [...local].flatMap(([key, decision]) =>
    (team.get(key)?.at ?? 0) < Math.floor(decision.at) ? (sendable(decision) ?? []) : [],
  );
  const gone = [...before].flatMap(([key, { operation, item, at }]): ForgottenMatch[] => {
    const known = team.get(key);
    const isTold = local.has(key) || !known || 'forgotten' in known || known.at > at;
    return isTold ? [] : [{ operation, item, at: Math.max(Math.floor(now), known.at + 1), forgotten: true }];
  });
  return [...newer, ...gone];
}

/** Later decisions of others about the products of a list. */
export const offered = (
  operation: OperationId,
  items: readonly OwnProduct[],
  local: ByKey<Decision>,
  team: ByKey<TeamMatch>,
): readonly TeamMatch[] =>
  items.flatMap(({ name: item }) => {
    const key = decisionKey({ operation, item });
    const [own, other] = [local.get(key), team.get(key)];
    const isNews = other && other.at > (own?.at ?? 0) && (own || !('forgotten' in other));
    return isNews ? [other] : [];
  });

interface Known {
  local: ByKey<Decision>;
  /** As the gateway knows them, or will when what is under way has arrived. Undefined until it was read. */
  team: ByKey<TeamMatch> | undefined;
  turn: Promise<void>;
}

/** Milliseconds until the gateway is told again what it did not take: the history that it belongs to may be about to be written. */
const firstPause = 1_000;
const longestPause = 60_000;

/** Keeps the gateway told while the view is open. */
export function useTeamMatches(operation: OperationId, items: readonly OwnProduct[]) {
  const { runtime, gateway, now } = usePane();
  const { matches } = runtime;
  const { sharesLists } = gateway;
  const version = useVersion(matches);
  const [team, setTeam] = useState<ByKey<TeamMatch>>();
  const known = useRef<Known>({ local: new Map(), team: undefined, turn: Promise.resolve() });
  const [tries, setTries] = useState(0);
  const retry = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(retry.current), []);
  useEffect(() => {
    if (!sharesLists) return undefined;
    let over = false;
    const read = async () => {
      await matches.opened();
      const lists = await (await runtime.shared()).read();
      if (!over) setTeam((known.current.team = byKey(lists.matches.filter(isTeamMatch))));
    };
    read().catch(() => undefined);
    return () => {
      over = true;
    };
  }, [runtime, matches, sharesLists]);
  useEffect(() => {
    const state = known.current;
    const before = state.team;
    if (!before) return;
    const local = byKey(matches.list());
    const news = byKey(toSend(local, state.local, before, now()));
    state.local = local;
    if (news.size === 0) return;
    // What is undone while it is being sent is undone there too.
    setTeam((state.team = new Map([...before, ...news])));
    state.turn = state.turn
      .then(async () => (await runtime.shared()).send({ matches: [...news.values()] }))
      .catch(() => {
        const isUnsent = ([key, one]: [string, TeamMatch]) => news.get(key) === one;
        const heard = [...(state.team ?? [])].filter((entry) => !isUnsent(entry));
        state.team = new Map([...[...before].filter(([key]) => news.has(key)), ...heard]);
        clearTimeout(retry.current);
        const pause = Math.min(firstPause * 2 ** tries, longestPause);
        retry.current = setTimeout(() => setTries((count) => count + 1), pause);
      });
  }, [team, version, tries, matches, runtime, now]);
  const offers = team ? offered(operation, items, byKey(matches.list()), team) : [];
  const take = async () => {
    await matches.decide(offers.filter(isDecision));
    await matches.forget(offers.filter((one) => 'forgotten' in one));
  };
  return { offers, take };
}
