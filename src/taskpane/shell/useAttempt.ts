// One thing a person asked for: busy while it runs, then a sentence about how it went, on screen and spoken.
import { useCallback, useState } from 'react';
import { failureText } from '../text/failureText';
import { usePane } from './paneContext';

export interface Attempt {
  readonly busy: boolean;
  /** How the last one went; empty after `forget`. */
  readonly says: string;
  readonly attempt: (work: () => Promise<string>) => Promise<void>;
  readonly forget: () => void;
}

export function useAttempt(): Attempt {
  const { announce } = usePane();
  const [says, setSays] = useState('');
  const [busy, setBusy] = useState(false);
  const attempt = useCallback(
    async (work: () => Promise<string>) => {
      setBusy(true);
      try {
        const sentence = await work();
        setSays(sentence);
        announce(sentence);
      } catch (error) {
        const sentence = failureText(error);
        setSays(sentence);
        announce(sentence, true);
      } finally {
        setBusy(false);
      }
    },
    [announce],
  );
  return { busy, says, attempt, forget: useCallback(() => setSays(''), []) };
}
