// The history as React sees it: opened when the view is, read again after something was kept or deleted.
import { useCallback, useEffect, useState } from 'react';
import type { History } from '../../excel/runtime';
import { usePane } from '../shell/usePane';
import { failureText } from '../text/failureText';

/** Milliseconds: a refresh of many cells is one change on screen. */
const pause = 400;

export interface OpenedHistory {
  readonly history: History;
  /** Another number whenever something was kept or deleted. */
  readonly version: number;
}

export interface ReadState<T> {
  /** What was read last; it stays while it is read again. */
  readonly data: T | undefined;
  readonly failure: string;
}

/** Runs `read` again whenever it is another function, or `version` another number. */
export function useReading<T>(read: () => Promise<T>, version = 0): ReadState<T> {
  const [state, setState] = useState<ReadState<T>>({ data: undefined, failure: '' });
  useEffect(() => {
    let over = false;
    read().then(
      (data) => !over && setState({ data, failure: '' }),
      (error: unknown) => !over && setState(({ data }) => ({ data, failure: failureText(error) })),
    );
    return () => {
      over = true;
    };
  }, [read, version]);
  return state;
}

export function useHistory(): ReadState<OpenedHistory> {
  const { runtime } = usePane();
  const { data: history, failure } = useReading(useCallback(() => runtime.history(), [runtime]));
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = history?.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setVersion((old) => old + 1);
      }, pause);
    });
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [history]);
  return { data: history && { history, version }, failure };
}
