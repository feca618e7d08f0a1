// One action of the user: busy while it runs, then a sentence with the outcome, on screen and announced. No button is silent.
import { useCallback, useState } from 'react';
import { InputFault } from '../../spill/inputFault';
import { t } from '../../languages/t';
import { failureText } from '../text/failureText';
import { usePane } from './paneContext';

export interface Attempt {
  readonly busy: boolean;
  /** The outcome of the last one; empty after `forget`. */
  readonly says: string;
  /** Resolves to whether the work succeeded; never rejects. */
  readonly attempt: (work: () => Promise<string> | string) => Promise<boolean>;
  readonly forget: () => void;
}

export function useAttempt(): Attempt {
  const { announce } = usePane();
  const [says, setSays] = useState('');
  const [busy, setBusy] = useState(false);
  const attempt = useCallback(
    async (work: () => Promise<string> | string) => {
      setBusy(true);
      try {
        const sentence = await work();
        setSays(sentence);
        announce(sentence);
        return true;
      } catch (error) {
        const sentence = failureText(error);
        setSays(sentence);
        announce(sentence, true);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [announce],
  );
  return { busy, says, attempt, forget: useCallback(() => setSays(''), []) };
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
