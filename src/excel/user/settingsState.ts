// Settings that several windows change at once, as they are stored. Each setting has the number of the change that it comes from:
// the later change stands, and of two that did not know of each other the stricter one. Merging in any order gives the same.
import { isJsonObject } from '../../engine/request/response';
import { defaultSettings, type Settings } from '../../engine/request/settings';

interface Leaf {
  readonly value: unknown;
  readonly revision: number;
}

export interface SettingsState {
  /** The change that every setting which is not named comes from: the first version kept one number for all of them. */
  readonly base: number;
  /** By name; an age and a parameter name each by their own (`ages.stays`). */
  readonly leaves: ReadonlyMap<string, Leaf>;
}

/** Nothing was read yet. */
export const nothing: SettingsState = { base: -1, leaves: new Map() };

const groups: readonly string[] = ['ages', 'wireNames'] satisfies (keyof Settings)[];

/** The lower, the stricter: what asks more often, and spends less. Settings without an entry are neither. */
const looseness: Readonly<Record<string, (value: unknown) => number>> = {
  askAbove: (value) => Number(value ?? defaultSettings.askAbove),
  dailyCap: (value) => (value === undefined ? Infinity : Number(value)),
  ages: (value) => (value === undefined ? 0 : 1 / Number(value)),
  reuseCounts: (value) => ((value ?? defaultSettings.reuseCounts) === true ? 0 : 1),
  showNewer: (value) => (value === true ? 1 : 0),
  concurrency: (value) => Number(value ?? defaultSettings.concurrency),
};

const groupOf = (path: string): string => path.split('.', 1)[0] ?? path;

const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= -1;

export function recordIn(text: unknown): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(typeof text === 'string' ? text : '{}');
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function leavesOf(settings: object): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [field, value] of Object.entries(settings)) {
    if (groups.includes(field) && isJsonObject(value))
      for (const [each, inner] of Object.entries(value)) leaves.set(`${field}.${each}`, inner);
    else leaves.set(field, value);
  }
  return leaves;
}

const leafAt = ({ base, leaves }: SettingsState, path: string): Leaf =>
  leaves.get(path) ?? { value: undefined, revision: base };

function later(path: string, one: Leaf, other: Leaf): Leaf {
  if (one.revision !== other.revision) return one.revision > other.revision ? one : other;
  const loose = looseness[groupOf(path)] ?? (() => 0);
  const [a, b] = [loose(one.value), loose(other.value)];
  if (a !== b && !Number.isNaN(a) && !Number.isNaN(b)) return a < b ? one : other;
  return (JSON.stringify(one.value) ?? '') <= (JSON.stringify(other.value) ?? '') ? one : other;
}

export function mergeStates(one: SettingsState, other: SettingsState): SettingsState {
  const leaves = new Map<string, Leaf>();
  for (const path of [...one.leaves.keys(), ...other.leaves.keys()])
    leaves.set(path, later(path, leafAt(one, path), leafAt(other, path)));
  return { base: Math.max(one.base, other.base), leaves };
}

const newest = ({ base, leaves }: SettingsState): number =>
  Math.max(base, ...[...leaves.values()].map(({ revision }) => revision));

/** Whether the first knows of a change that the second does not have. */
export const isAhead = (one: SettingsState, other: SettingsState): boolean =>
  one.base > other.base ||
  [...one.leaves].some(([path, leaf]) => {
    const known = leafAt(other, path);
    return leaf.revision > known.revision || JSON.stringify(leaf.value) !== JSON.stringify(known.value);
  });

export type SettingsChange = ReadonlyMap<string, Leaf>;

/** What differs between the two is the change; the rest stays as others may have changed it. */
export function changeBetween(state: SettingsState, before: Settings, after: Settings): SettingsChange {
  const [old, next] = [leavesOf(before), leavesOf(after)];
  const revision = Math.max(0, newest(state)) + 1;
  return new Map(
    [...new Set([...old.keys(), ...next.keys()])]
      .filter((path) => JSON.stringify(old.get(path)) !== JSON.stringify(next.get(path)))
      .map((path) => [path, { value: next.get(path), revision }]),
  );
}

export function resetOf(state: SettingsState): SettingsChange {
  const revision = Math.max(0, newest(state)) + 1;
  const paths = [...state.leaves.keys(), ...leavesOf(defaultSettings).keys()];
  return new Map(paths.map((path) => [path, { value: undefined, revision }]));
}

export const withChange = (state: SettingsState, change: SettingsChange): SettingsState => ({
  ...state,
  leaves: new Map([...state.leaves, ...change]),
});

/** Read by earlier versions too: the settings themselves, with the number of the last change. */
export function writeState(state: SettingsState): string {
  const values: Record<string, unknown> = {};
  const changes: Record<string, number> = {};
  for (const [path, { value, revision }] of state.leaves) {
    const group = groupOf(path);
    if (group === path) values[path] = value;
    else if (value !== undefined)
      values[group] = { ...(values[group] as object | undefined), [path.slice(group.length + 1)]: value };
    changes[path] = revision;
  }
  return JSON.stringify({ ...values, revision: newest(state), base: state.base, changes });
}

export function readState(text: unknown): SettingsState {
  const { revision, base, changes, ...values } = recordIn(text);
  const last = isRevision(revision) ? revision : 0;
  const numbers = isJsonObject(changes) ? changes : undefined;
  const start = numbers && isRevision(base) ? base : last;
  const named = leavesOf(values);
  const paths = new Set([...named.keys(), ...Object.keys(numbers ?? {})]);
  return {
    base: start,
    leaves: new Map(
      [...paths].map((path) => {
        const number = numbers?.[path];
        return [path, { value: named.get(path), revision: isRevision(number) ? number : start }];
      }),
    ),
  };
}

const rowPrefix = 'settings ';

/** Each setting is a row of its own in the copy, so that two windows that change different ones never overwrite each other. */
export const settingRows = (change: SettingsChange): (readonly [key: string, value: string])[] =>
  [...change].map(([path, leaf]) => [rowPrefix + path, JSON.stringify(leaf)] as const);

/** A row of the copy: one setting, or all of them as in the other store. */
export function readCopy([key, text]: readonly [key: string, value: unknown]): SettingsState {
  if (!key.startsWith(rowPrefix)) return key === 'settings' ? readState(text) : nothing;
  const { value, revision } = recordIn(text);
  if (!isRevision(revision)) return nothing;
  return { ...nothing, leaves: new Map([[key.slice(rowPrefix.length), { value, revision }]]) };
}
