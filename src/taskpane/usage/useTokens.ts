// The token records, read again after each burst.
import { useCallback, useEffect, useState } from 'react';
import type { TokenRecord } from '../../operations/tokenStatistic';
import { failureText } from '../text/failureText';
import { usePane } from '../shell/paneContext';
import { useEngineState } from '../shell/useEngine';

export function useTokens() {
  const { runtime, announce } = usePane();
  const [tokens, setTokens] = useState<readonly TokenRecord[]>();
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const idle = useEngineState().queue.length === 0;

  const read = useCallback(
    async (asked: boolean) => {
      setBusy(true);
      try {
        // Free; the numbers from before a burst are outdated.
        setTokens(await runtime.engine.usage(true));
        setFailure('');
        if (asked) announce('Usage updated');
      } catch (error) {
        setFailure(failureText(error));
      } finally {
        setBusy(false);
      }
    },
    [runtime, announce],
  );

  useEffect(() => {
    if (idle) void read(false);
  }, [idle, read]);

  return { tokens, failure, busy, read };
}
