// What changes outside React, as React sees it: the engine's state and records, the stores, and the time.
import { useCallback, useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import type { EngineState } from '../../engine/engine';
import { usePane } from './paneContext';

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

/** Reads again after each entry in the ledger, at most every `pause` milliseconds. */
export function useLedgerData<Data>(read: () => Promise<Data>, initial: Data, pause = 400): Data {
  const { engine } = usePane().runtime;
  const [data, setData] = useState(initial);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const load = () => {
      timer = undefined;
      read().then((next) => {
        if (!over) setData(next);
      }, ignore);
    };
    load();
    const stop = engine.subscribe((event) => {
      if (event.type === 'ledger') timer ??= setTimeout(load, pause);
    });
    return () => {
      over = true;
      clearTimeout(timer);
      stop();
    };
  }, [engine, read, pause]);
  return data;
}

/** A store that cannot be read shows as empty; the engine's own notice says why. */
const ignore = () => undefined;

/** The time, renewed every few seconds while something on screen depends on it. */
export function useNow(every = 1_000, active = true): number {
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

/** Renders again whenever a store says that it changed; the store is then read in render. */
export function useVersion(subscribe: (listener: () => void) => () => void): number {
  const [version, changed] = useReducer((count: number) => count + 1, 0);
  useEffect(() => subscribe(changed), [subscribe]);
  return version;
}
