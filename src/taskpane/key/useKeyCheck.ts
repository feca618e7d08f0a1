// Saves a key, checks it against the token statistic, and restores the previous key if the new one is refused.
import { useCallback, useState } from 'react';
import { usePane } from '../shell/paneContext';
import { resultOfFailure, resultOfTokens, type KeyCheckResult } from './keyCheckResult';

export function useKeyCheck(): {
  busy: boolean;
  check: (key: string, baseUrl: string) => Promise<KeyCheckResult>;
} {
  const { runtime, gateway, now } = usePane();
  const [busy, setBusy] = useState(false);
  const name = gateway.mode === 'team' ? 'access code' : 'key';
  const check = useCallback(
    async (key: string, baseUrl: string): Promise<KeyCheckResult> => {
      setBusy(true);
      try {
        const previous = await runtime.key.read();
        if (runtime.settings.current().baseUrl !== baseUrl) await runtime.settings.update({ baseUrl });
        await runtime.key.save(key);
        await runtime.engine.keyChanged();
        const result = await runtime.engine.usage(true).then(
          (tokens) => resultOfTokens(tokens, now()),
          (failure: unknown) => resultOfFailure(failure, name, baseUrl),
        );
        if (result.kind === 'refused') {
          await (previous === undefined ? runtime.key.remove() : runtime.key.save(previous));
          await runtime.engine.keyChanged();
        }
        return result;
      } finally {
        setBusy(false);
      }
    },
    [runtime, now, name],
  );
  return { busy, check };
}
