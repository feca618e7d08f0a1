// The history as React sees it: opened when the view is, read again after something was kept or deleted.
import { useCallback } from 'react';
import type { History } from '../../excel/runtime';
import { usePane, useReading, useVersion, type ReadState } from '../shell/usePane';

/** Milliseconds: a refresh of many cells is one change on screen. */
const pause = 400;

export interface OpenedHistory {
  readonly history: History;
  /** Another number whenever something was kept or deleted. */
  readonly version: number;
}

export function useHistory(): ReadState<OpenedHistory> {
  const { runtime } = usePane();
  const { data: history, failure } = useReading(useCallback(() => runtime.history(), [runtime]));
  const version = useVersion(history, pause);
  return { data: history && { history, version }, failure };
}
