// One action of the user: busy while it runs, then a sentence with the outcome, on screen and announced.
import { useCallback, useState } from 'react';
import { failureText } from '../text/failureText';
import { usePane } from './paneContext';

export interface Attempt {
  readonly busy: boolean;
  /** The outcome of the last one; empty after `forget`. */
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
