// The user's settings in the best store the host has, with a copy in the browser's database. What is read is checked field by field: a damaged field falls
// back to its default, the others stay.
import type { Clock } from '../../engine/ports/clock';
import { defaultSettings, type Settings } from '../../engine/request/settings';
import { createListeners } from '../../engine/ports/listeners';
import { operationIds } from '../../operations';
import { sameWireName, wireNames, type AssumptionId, type WireNames } from '../../operations/wireNames';
import type { ChangeBroadcast } from './changeBroadcast';
import type { SettingsStore } from '../runtime';
import type { StringStore } from '../stores/stringStore';

const name = 'settings';

const isAddress = (text: string): boolean => {
  if (text === '') return true;
  try {
    const { protocol, username, password } = new URL(text);
    return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  } catch {
    return false;
  }
};

type Test = (value: unknown) => boolean;

const from =
  (least: number, most = Infinity): Test =>
  (value) =>
    Number.isFinite(value) && Number(value) >= least && Number(value) <= most;
const isFlag: Test = (value) => typeof value === 'boolean';
const isText =
  (test: (text: string) => boolean): Test =>
  (value) =>
    typeof value === 'string' && test(value);
const isRecord =
  (names: readonly string[], test: Test): Test =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([key, each]) => names.includes(key) && test(each));
const credits = from(0, 1_000_000_000);

const areNames = isRecord(
  Object.keys(wireNames),
  isText((text) => /^[A-Za-z_][\w.-]{0,63}$/.test(text)),
);

/** Two filters under one name would silently overwrite each other. */
const areDistinct = (mapped: WireNames): boolean =>
  (Object.keys(mapped) as AssumptionId[]).every((id) => !sameWireName(id, mapped[id]!, mapped));

const fields: Readonly<Record<keyof Settings, Test>> = {
  baseUrl: isText(isAddress),
  ages: isRecord(operationIds, from(60_000)),
  askAbove: credits,
  dailyCap: credits,
  roundCounts: isFlag,
  reuseCounts: isFlag,
  formatTables: isFlag,
  cacheBytes: from(1_000_000, 2_000_000_000),
  historyBytes: from(1_000_000, 2_000_000_000),
  concurrency: (value) => Number.isInteger(value) && from(1, 32)(value),
  wireNames: (value) => areNames(value) && areDistinct(value as WireNames),
};

function parsed(text: string | undefined): object {
  try {
    return Object(JSON.parse(text ?? '{}')) as object;
  } catch {
    return {};
  }
}

/** Each valid field; defaults for the rest. */
export function readSettings(text: string | undefined): Settings {
  const valid = Object.entries(parsed(text)).filter(
    ([field, value]) => Object.hasOwn(fields, field) && fields[field as keyof Settings](value),
  );
  return { ...defaultSettings, ...Object.fromEntries(valid) };
}

/** How often the settings were changed: the copy with the higher number is the later one, whatever the clock says. */
function revisionOf(text: string | undefined): number {
  const { revision } = parsed(text) as { readonly revision?: unknown };
  return Number.isSafeInteger(revision) ? Number(revision) : 0;
}

/** While nothing can be read, nothing is sent without approval: there may be a lower limit than the default. */
const unread: Settings = { ...defaultSettings, askAbove: 0 };
const secondLook = 30_000;

export interface SettingsParts {
  readonly store: StringStore;
  /** A copy that survives a browser that is killed at once; the browser writes the other one some seconds later. */
  readonly copy: StringStore;
  readonly broadcast: ChangeBroadcast;
  readonly clock: Clock;
}

export async function createSettingsStore(parts: SettingsParts): Promise<SettingsStore> {
  const { store, copy, broadcast, clock } = parts;
  const listeners = createListeners();
  let current = unread;
  /** Below zero: nothing was read yet. */
  let revision = -1;
  let turns = 0;

  const change = async (next: Settings) => {
    turns += 1;
    revision = Math.max(0, revision) + 1;
    current = next;
    listeners.notify();
    const text = JSON.stringify({ ...next, revision });
    // The stores report their own failure; the setting still applies on this page.
    await Promise.allSettled([copy.set(name, text), store.set(name, text)]);
    broadcast.post('settings');
  };
  /** A reading that was overtaken, by a later one or by a change made here, is dropped. */
  const reread = async () => {
    const turn = (turns += 1);
    const [main, spare] = await Promise.allSettled([store.get(name), copy.get(name)]);
    if (turn !== turns) return;
    const first = main.status === 'fulfilled' ? main.value : undefined;
    const second = spare.status === 'fulfilled' ? spare.value : undefined;
    const newest =
      second !== undefined && revisionOf(second) > revisionOf(first) ? second : (first ?? second);
    // If nothing could be read, keep the current settings: a daily cap must not fall back to the default.
    const isKnown = newest !== undefined || main.status === 'fulfilled';
    if (isKnown && revisionOf(newest) >= revision) {
      current = readSettings(newest);
      revision = revisionOf(newest);
    }
    if (revision < 0) clock.setTimer(() => void reread(), secondLook);
    listeners.notify();
  };
  broadcast.subscribe('settings', () => void reread());
  await reread();

  return {
    where: store.where,
    current: () => current,
    // Invalid values are ignored, so that memory and store never differ.
    update: (changes) => change(readSettings(JSON.stringify({ ...current, ...changes }))),
    reset: () => change(defaultSettings),
    subscribe: listeners.subscribe,
  };
}
