// What every view is handed: the one runtime, the workbook, the clock; nothing in the pane reads globals for these. And how views act and
// follow what changes outside React.
import {
  createContext,
  useContext,
  useCallback,
  useState,
  useEffect,
  useReducer,
  useRef,
  useMemo,
  useSyncExternalStore,
} from 'react';
import type { HeldCells } from '../../excel/recalculation/heldCells';
import type { Runtime } from '../../excel/runtime';
import type { Workbook } from '../../excel/workbook/workbook';
import type { GatewayInfo } from '../../protocol/gateway';
import { InputFault } from '../../spill/inputFault';
import { t } from '../../languages/t';
import { failureText } from '../text/failureText';
import type { EngineState } from '../../engine/engine';
import type { Subscribable } from '../../engine/ports/listeners';
import { findFilterSet } from '../../excel/workbook/filterSets';
import type { Sets } from '../../spill/read/formula/formula';

export interface PaneParts {
  readonly runtime: Runtime;
  readonly workbook: Workbook;
  readonly heldCells: HeldCells;
  /** Has Excel call these cells again; resolves when it was told. */
  readonly recalculate: (cells: readonly string[]) => Promise<void>;
  readonly now: () => number;
  readonly gateway: GatewayInfo;
  /** Set in development builds, where functions carry a prefix. */
  readonly namespace: string;
  readonly drafts: Drafts;
}

export interface PaneValue extends PaneParts {
  /** Says a sentence to screen readers; `urgent` interrupts. */
  readonly announce: (sentence: string, urgent?: boolean) => void;
  readonly open: (view: ViewId) => void;
}

export const viewIds = [
  'start',
  'build',
  'history',
  'usage',
  'match',
  'activity',
  'watch',
  'settings',
] as const;
export type ViewId = (typeof viewIds)[number];

export const PaneContext = createContext<PaneValue | undefined>(undefined);

export function usePane(): PaneValue {
  const pane = useContext(PaneContext);
  if (!pane) throw new Error('The view is outside the pane.');
  return pane;
}

interface Drafts {
  read<Value>(name: string): Value | undefined;
  write(name: string, value: unknown): void;
}

export function createDrafts(): Drafts {
  const kept = new Map<string, unknown>();
  return {
    read: <Value>(name: string) => kept.get(name) as Value | undefined,
    write: (name, value) => void kept.set(name, value),
  };
}

/** Set when another view sends the person to what can be relinked. */
export const sharingWanted = 'sharing wanted';

export interface Attempt {
  readonly busy: boolean;
  /** The outcome of the last one; empty after `forget`. */
  readonly says: string;
  /** The same where the last one failed, and empty otherwise. */
  readonly failure: string;
  /** Resolves to whether the work succeeded; never rejects. The work says what came of it, unless `done` does. */
  readonly attempt: {
    (work: () => Promise<string> | string): Promise<boolean>;
    (work: () => Promise<unknown>, done: string): Promise<boolean>;
  };
  readonly forget: () => void;
}

const nothingYet = { says: '', failure: '' };

/** One action of the user: busy while it runs, then a sentence with the outcome, on screen and announced. No button is silent. */
export function useAttempt(): Attempt {
  const { announce } = usePane();
  const [outcome, setOutcome] = useState(nothingYet);
  const [busy, setBusy] = useState(false);
  const attempt = useCallback(
    async (work: () => unknown, done?: string) => {
      const end = (says: string, failed: boolean) => {
        setOutcome({ says, failure: failed ? says : '' });
        // Nothing to say takes nothing back that was said.
        if (says !== '') announce(says, failed);
        return !failed;
      };
      setBusy(true);
      try {
        const said = await work();
        return end(done ?? (said as string), false);
      } catch (error) {
        return end(failureText(error), true);
      } finally {
        setBusy(false);
      }
    },
    [announce],
  );
  return { busy, ...outcome, attempt, forget: useCallback(() => setOutcome(nothingYet), []) };
}

/** State about something: nothing once that is another. What is set tells whether it still was about that. */
export function useStateAbout<Value>(about: string | object) {
  const [kept, setKept] = useState<{ readonly about: string | object; readonly value: Value | undefined }>();
  const latest = useRef(about);
  latest.current = about;
  const set = useCallback(
    (value: Value | undefined): boolean => {
      const isAsked = latest.current === about;
      if (isAsked) setKept({ about, value });
      return isAsked;
    },
    [about],
  );
  return [kept?.about === about ? kept.value : undefined, set] as const;
}

/** Work for `attempt`. */
export async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new InputFault(t('shell.theTextCouldntBe'));
  }
  return t('common.copied');
}

/** Offers a text to the user as a file to download, and says so. */
export function saveFile(name: string, text: string, type: string): string {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return t('shell.wasDownloaded', { name });
}

/** useState whose value outlives the view. */
export function useDraft<Value>(
  name: string,
  initial: () => Value,
): [Value, (change: Value | ((old: Value) => Value)) => void] {
  const { drafts } = usePane();
  const [value, setValue] = useState<Value>(() => drafts.read<Value>(name) ?? initial());
  const set = useCallback(
    (change: Value | ((old: Value) => Value)) =>
      setValue((old) => {
        const next = typeof change === 'function' ? (change as (old: Value) => Value)(old) : change;
        drafts.write(name, next);
        return next;
      }),
    [drafts, name],
  );
  return [value, set];
}

/** Milliseconds between two drawings of the engine's state: while a long list is fetched it changes with every response. */
const drawEvery = 200;

export function useEngineState(): EngineState {
  const { engine } = usePane().runtime;
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let drawn = -Infinity;
      const draw = () => {
        timer = undefined;
        drawn = performance.now();
        listener();
      };
      const stop = engine.subscribe(() => {
        const wait = drawn + drawEvery - performance.now();
        if (wait <= 0 && timer === undefined) draw();
        else timer ??= setTimeout(draw, wait);
      });
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
    [engine],
  );
  return useSyncExternalStore(subscribe, () => engine.state());
}

/** Milliseconds between two readings of the ledger. */
const readEvery = 400;

/** Read again after each entry in the ledger. A store that cannot be read shows as empty; the engine's own notice says why. */
export const useLedgerData = <Data>(read: () => Promise<Data>, initial: Data): Data =>
  useReading(read, useVersion(useLedgerStore(), readEvery)).data ?? initial;

/** The time, renewed every few seconds while something on screen depends on it. */
export function useNow(every: number, active = true): number {
  const { now } = usePane();
  const [time, setTime] = useState(now);
  useEffect(() => {
    if (!active) return undefined;
    setTime(now());
    const timer = setInterval(() => setTime(now()), every);
    return () => clearInterval(timer);
  }, [now, every, active]);
  return time;
}

/** A number, and how to make it another one: whatever depends on it is read again. */
export const useCounter = () => useReducer((count: number) => count + 1, 0);

/** Renders again whenever a store says that it changed; the store is then read in render. Changes within `pause` milliseconds are one. */
export function useVersion(store: Subscribable | undefined, pause = 0): number {
  const [version, changed] = useCounter();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer = undefined;
      changed();
    };
    const stop = store?.subscribe(pause === 0 ? changed : () => (timer ??= setTimeout(later, pause)));
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [store, pause, changed]);
  return version;
}

/** The ledger, as a store for `useVersion`. */
export function useLedgerStore(): Subscribable {
  const { engine } = usePane().runtime;
  return useMemo(
    () => ({ subscribe: (listener) => engine.subscribe(({ type }) => type === 'ledger' && listener()) }),
    [engine],
  );
}

/** How the pane reads formulas as the functions do: `@name` in the workbook first, then in the user's library. */
export function useSets(): Sets {
  const { filterSets, library } = usePane().runtime;
  return useCallback((name) => findFilterSet(name, filterSets, library)?.params, [filterSets, library]);
}

/** What reading a formula of any cell takes, as it is when it is called. */
export function useReadingParts() {
  const { runtime, workbook } = usePane();
  const sets = useSets();
  return () => ({
    valuesFor: (cell: string) => (reference: string) => workbook.values(reference, cell),
    sets,
    wireNames: runtime.settings.current().wireNames,
  });
}

/** What planning a refresh takes, as it is when it is called. */
export function useRefreshParts() {
  const { runtime, workbook, now } = usePane();
  const { cells, engine } = runtime;
  const reading = useReadingParts();
  return () => ({ ...reading(), workbook, cells, engine, now: now() });
}

export interface ReadState<T> {
  /** What was read last; it stays while it is read again, and never stands for what another `read` finds. */
  readonly data: T | undefined;
  readonly failure: string;
}

const unread = { data: undefined, failure: '' };

/** Runs `read` again whenever it is another function, or `version` another value. */
export function useReading<T>(read: () => Promise<T>, version: unknown = 0): ReadState<T> {
  const [state, setState] = useState<ReadState<T> & { readonly of?: typeof read }>(unread);
  const turns = useRef({ begun: 0, shown: 0 });
  useEffect(() => {
    const turn = (turns.current.begun += 1);
    // One that takes longer than the next has nothing new; one that is overtaken again and again is shown all the same.
    const show = (next: (before: T | undefined) => ReadState<T>) => {
      if (turn < turns.current.shown) return;
      turns.current.shown = turn;
      setState((old) => ({ of: read, ...next(old.of === read ? old.data : undefined) }));
    };
    read().then(
      (data) => show(() => ({ data, failure: '' })),
      (error: unknown) => show((data) => ({ data, failure: failureText(error) })),
    );
  }, [read, version]);
  return state.of === read ? state : unread;
}

/** Looks now, and again after as many milliseconds as it says; at once when `version` is another value. */
export function usePolling(
  look: (isGone: () => boolean) => Promise<number | undefined>,
  version: unknown = 0,
) {
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = async () => {
      const pause = await look(() => isOver);
      if (!isOver && pause !== undefined) timer = setTimeout(() => void turn(), pause);
    };
    void turn();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [look, version]);
}
