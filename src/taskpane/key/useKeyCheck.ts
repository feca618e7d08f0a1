// Saves a key, asks the token statistic about it, and puts the former key back when the new one is refused.
import { useCallback, useState } from 'react';
import { usePane } from '../shell/paneContext';
import { judgeFailure, judgeTokens, type Verdict } from './keyVerdict';

export function useKeyCheck(): { busy: boolean; check: (key: string, baseUrl: string) => Promise<Verdict> } {
  const { runtime, gateway, now } = usePane();
  const [busy, setBusy] = useState(false);
  const name = gateway.mode === 'team' ? 'access code' : 'key';
  const check = useCallback(
    async (key: string, baseUrl: string): Promise<Verdict> => {
      setBusy(true);
      try {
        const former = await runtime.key.read();
        if (runtime.settings.current().baseUrl !== baseUrl) await runtime.settings.update({ baseUrl });
        await runtime.key.save(key);
        await runtime.engine.keyChanged();
        const verdict = await runtime.engine.usage(true).then(
          (tokens) => judgeTokens(tokens, now()),
          (failure: unknown) => judgeFailure(failure, name, baseUrl),
        );
        if (verdict.kind === 'refused') {
          await (former === undefined ? runtime.key.remove() : runtime.key.save(former));
          await runtime.engine.keyChanged();
        }
        return verdict;
      } finally {
        setBusy(false);
      }
    },
    [runtime, now, name],
  );
  return { busy, check };
}
