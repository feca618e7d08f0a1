// The settings, with one way to change them that says when they could not be stored.
import { useCallback, useState } from 'react';
import type { Settings } from '../../engine/request/settings';
import { failureText } from '../text/failureText';
import { usePane } from '../shell/paneContext';
import { useVersion } from '../shell/useVersion';

export function useSettings() {
  const { runtime, announce } = usePane();
  const store = runtime.settings;
  useVersion(useCallback((listener: () => void) => store.subscribe(listener), [store]));
  const [failure, setFailure] = useState('');
  const attempt = async (work: () => Promise<void>, says: string) => {
    try {
      await work();
      setFailure('');
      announce(says);
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  return {
    settings: store.current(),
    where: store.where,
    failure,
    update: (change: Partial<Settings>) => void attempt(() => store.update(change), 'Saved'),
    reset: () => void attempt(() => store.reset(), 'Settings reset to defaults'),
  };
}

export type SettingsActions = ReturnType<typeof useSettings>;
