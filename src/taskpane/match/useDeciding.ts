// Deciding about one product after another: what is decided, marked, put off and undone, and which key does it.
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { CachedOffer } from '../../excel/workbook/offers';
import type { Ranked } from '../../match';
import type { Decision, OwnProduct } from '../../match/decision';
import { joined, t } from '../../languages/t';
import { usePane, useAttempt } from '../shell/usePane';
import { plural } from '../text/words';
import type { Session } from './session';

export interface DecidingProperties {
  readonly session: Session;
  readonly undecided: readonly OwnProduct[];
  /** The list was just taken from the sheet: what follows is deciding. */
  readonly isTaken: boolean;
  readonly isReady: boolean;
}

/** What is typed into a field, and what belongs to the browser. */
const isForOthers = ({ ctrlKey, altKey, metaKey, target }: KeyboardEvent): boolean =>
  ctrlKey || altKey || metaKey || target instanceof HTMLInputElement;

const digitIn = ({ code }: KeyboardEvent): number => Number(/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]);

/** Changes of the workbook, one after the other: an undo never overtakes what it undoes. */
function useInTurn(): (work: () => Promise<void>) => Promise<void> {
  const last = useRef<Promise<void>>(Promise.resolve());
  return useCallback((work) => (last.current = last.current.catch(() => undefined).then(work)), []);
}

const decidedText = ({ name }: OwnProduct, chosen: readonly Ranked<CachedOffer>[]): string =>
  t('match.decided', {
    name,
    offers:
      joined(
        'clauses',
        chosen.map(({ candidate }) => candidate.name),
      ) || t('match.noneOfThese'),
  });

const toggled = <Value>(all: ReadonlySet<Value>, one: Value): ReadonlySet<Value> =>
  new Set(all.has(one) ? [...all].filter((each) => each !== one) : [...all, one]);

/** The products without those of some decisions. */
const without = (all: ReadonlySet<string>, decisions: readonly Decision[]): ReadonlySet<string> =>
  new Set([...all].filter((name) => !decisions.some(({ item }) => item === name)));

function useFocusOnce(isWanted: boolean) {
  const area = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isWanted) area.current?.focus();
  }, [isWanted]);
  return area;
}

/** One product after another, by key or button. */
export function useDeciding({ session, undecided, isReady, isTaken }: DecidingProperties) {
  const { runtime, announce } = usePane();
  const { matches } = runtime;
  const { says, attempt } = useAttempt();
  const inTurn = useInTurn();
  const [later, setLater] = useState<ReadonlySet<OwnProduct>>(new Set());
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  // Decided, and perhaps still being written: the next product does not wait for it.
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set());
  const [undo, setUndo] = useState<readonly (readonly Decision[])[]>([]);
  const area = useFocusOnce(isTaken);
  const left = undecided.filter(({ name }) => !passed.has(name));
  const waiting = left.filter((item) => !later.has(item));
  const item = waiting[0] ?? left[0];
  const candidates = item ? session.candidates(item) : [];
  const certain = isReady ? session.certain(undecided) : [];

  // The button that was pressed may be gone with its product: keys go on working.
  const stay = () => requestAnimationFrame(() => area.current?.focus());
  const store = async (decisions: readonly Decision[], sentence: string) => {
    setUndo((old) => [...old, decisions]);
    setPassed((old) => new Set([...old, ...decisions.map((one) => one.item)]));
    setMarked(new Set());
    stay();
    const isKept = await attempt(() => inTurn(() => matches.decide(decisions)).then(() => sentence));
    if (isKept) return;
    setUndo((old) => old.filter((each) => each !== decisions));
    setPassed((old) => without(old, decisions));
  };
  const accept = (chosen: readonly Ranked<CachedOffer>[]) =>
    item && void store([session.decision(item, chosen)], decidedText(item, chosen));
  const postpone = () => {
    if (!item) return;
    setMarked(new Set());
    stay();
    setLater((old) => new Set(waiting.length > 1 ? old : []).add(item));
    announce(t('match.later', { name: item.name }));
  };
  const takeBack = () => {
    const last = undo.at(-1);
    if (!last) return;
    setUndo((old) => old.slice(0, -1));
    stay();
    void attempt(async () => {
      await inTurn(() => matches.forget(last));
      setPassed((old) => without(old, last));
      return t('match.undone', { decisions: plural(last.length, 'decision') });
    });
  };
  const mark = (place: number) => setMarked((old) => toggled(old, place));
  const acceptMarked = () => accept(candidates.filter((_, place) => marked.has(place)));
  const keyDown = (event: KeyboardEvent) => {
    if (isForOthers(event)) return;
    const digit = digitIn(event);
    const chosen = candidates[digit - 1];
    if (chosen) {
      if (event.shiftKey) mark(digit - 1);
      else accept([chosen]);
    } else if (event.code === 'KeyN') accept([]);
    else if (event.code === 'KeyL') postpone();
    else if (event.code === 'KeyU') takeBack();
    else if (event.code === 'Enter' && marked.size > 0 && event.target === area.current) acceptMarked();
    else return;
    event.preventDefault();
  };
  return {
    area,
    item,
    candidates,
    certain,
    marked,
    says,
    canUndo: undo.length > 0,
    store,
    accept,
    acceptMarked,
    postpone,
    takeBack,
    mark,
    keyDown,
  };
}
