// The user's settings in the best store the host has, with a copy in the browser's database. What is read is checked field by
// field: a damaged field falls back to its default, the others stay. Two windows may change settings at once, and a store may be
// slow or hang, so nothing waits for a reading: what is read or heard is merged (settingsState.ts), and nothing is lost.
import { type Clock, inTime } from '../../engine/ports/clock';
import type { Store } from '../../engine/ports/store';
import { isJsonObject } from '../../engine/request/response';
import { defaultSettings, type Settings } from '../../engine/request/settings';
import { createListeners } from '../../engine/ports/listeners';
import { operationIds } from '../../operations';
import { sameWireName, wireNames, type AssumptionId, type WireNames } from '../../operations/wireNames';
import type { ChangeBroadcast } from './changeBroadcast';
import type { SettingsStore } from '../runtime';
import { storeTimeout, type StringStore } from '../stores/stringStore';
import {
  changeBetween,
  isAhead,
  mergeStates,
  nothing,
  recordIn,
  readCopy,
  readState,
  resetOf,
  settingRows,
  withChange,
  writeState,
  type SettingsChange,
  type SettingsState,
} from './settingsState';

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
    isJsonObject(value) && Object.entries(value).every(([key, each]) => names.includes(key) && test(each));
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
  showNewer: isFlag,
  language: isText((text) => /^(?:[a-z]{2}(?:-[A-Z]{2})?)?$/.test(text)),
  cacheBytes: from(1_000_000, 2_000_000_000),
  historyBytes: from(1_000_000, 2_000_000_000),
  concurrency: (value) => Number.isInteger(value) && from(1, 32)(value),
  wireNames: (value) => areNames(value) && areDistinct(value as WireNames),
};

/** Each valid field; defaults for the rest. */
export function readSettings(text: string | undefined): Settings {
  const valid = Object.entries(recordIn(text)).filter(
    ([field, value]) => Object.hasOwn(fields, field) && fields[field as keyof Settings](value),
  );
  return { ...defaultSettings, ...Object.fromEntries(valid) };
}

/** While nothing can be read, nothing is sent without approval: there may be a lower limit than the default. */
const unread: Settings = { ...defaultSettings, askAbove: 0 };
const secondLook = 30_000;

export interface SettingsParts {
  readonly store: StringStore;
  /** A copy that survives a browser that is killed at once; the browser writes the other one some seconds later. */
  readonly copy: Pick<Store, 'entries' | 'put'>;
  readonly broadcast: ChangeBroadcast;
  readonly clock: Clock;
}

export async function createSettingsStore(parts: SettingsParts): Promise<SettingsStore> {
  const { store, broadcast, clock } = parts;
  const listeners = createListeners();
  let state = nothing;
  let isRead = false;
  let mended: string | undefined;
  let current = unread;

  const take = (next: SettingsState) => {
    state = next;
    if (isRead) current = readSettings(writeState(state));
    listeners.notify();
  };
  /** The stores report their own failure; the settings still apply on this page. */
  const write = async (change: SettingsChange = new Map()) => {
    const text = writeState(state);
    const rows = [...settingRows(change), [name, text] as const];
    const copying = inTime(clock, storeTimeout, () => parts.copy.put('settings', rows));
    await Promise.allSettled([copying, store.set(name, text)]);
    broadcast.post('settings');
  };
  const reread = async () => {
    const [main, spare] = await Promise.allSettled([
      store.get(name),
      inTime(clock, storeTimeout, () => parts.copy.entries('settings')),
    ]);
    const first = readState(main.status === 'fulfilled' ? main.value : undefined);
    const copied = spare.status === 'fulfilled' ? spare.value : [];
    // If nothing could be read, keep the current settings: a daily cap must not fall back to the default.
    isRead ||= main.status === 'fulfilled' || copied.length > 0;
    take([first, ...copied.map(readCopy)].reduce(mergeStates, state));
    if (!isRead) clock.setTimer(() => void reread(), secondLook);
    // Another window that did not know of it has overwritten a change. Once: a store that does not keep what it is told is left alone.
    else if (main.status === 'fulfilled' && isAhead(state, first) && writeState(state) !== mended) {
      mended = writeState(state);
      await write();
    }
  };
  const apply = async (change: SettingsChange) => {
    take(withChange(state, change));
    // Other windows hear of it at once, however slow the stores are.
    broadcast.post('settings', writeState(state));
    await write(change);
    void reread();
  };
  broadcast.subscribe('settings', (text) => {
    if (text === undefined) void reread();
    else take(mergeStates(state, readState(text)));
  });
  await reread();

  return {
    where: store.where,
    current: () => current,
    // Invalid values are ignored, so that memory and store never differ.
    update: (changes) => {
      const before = current;
      // At once, also while nothing could be read.
      current = readSettings(JSON.stringify({ ...before, ...changes }));
      return apply(changeBetween(state, before, current));
    },
    reset: () => {
      current = defaultSettings;
      return apply(resetOf(state));
    },
    subscribe: listeners.subscribe,
  };
}
