// Signs in with Microsoft and asks the gateway whether it takes that sign-in; one it refuses is not kept.
import { useCallback, useState } from 'react';
import { isSpillwayError } from '../../engine/request/errors';
import { SignInFault } from '../../excel/user/signIn/signInFault';
import { failureText } from '../text/failureText';
import { usePane } from '../shell/paneContext';
import { judgeTokens, type Verdict } from './keyVerdict';

/** What a failure after a good sign-in says of it. */
export function judgeSignIn(failure: unknown): Verdict {
  const code = isSpillwayError(failure) ? failure.code : undefined;
  if (code === 'bad_key') {
    return {
      kind: 'refused',
      says: 'Your team’s server doesn’t accept this Microsoft account (401). Sign in to Excel with your work account, or ask the person who runs Spillway for your team.',
    };
  }
  return {
    kind: 'unchecked',
    says: `You are signed in, but the account isn’t checked yet. ${failureText(failure)}`,
  };
}

export function useMicrosoftCheck(): { busy: boolean; check: () => Promise<Verdict> } {
  const { runtime, now } = usePane();
  const [busy, setBusy] = useState(false);
  const check = useCallback(async (): Promise<Verdict> => {
    const { microsoft, engine, settings } = runtime;
    setBusy(true);
    try {
      await microsoft.signIn();
      // The token is for the server this pane came from.
      if (settings.current().baseUrl !== '') await settings.update({ baseUrl: '' });
      await engine.keyChanged();
      const verdict = await engine.usage(true).then((tokens) => judgeTokens(tokens, now()), judgeSignIn);
      if (verdict.kind === 'refused') await microsoft.signOut();
      return verdict;
    } catch (error) {
      if (error instanceof SignInFault) return { kind: 'refused', says: error.message };
      throw error;
    } finally {
      setBusy(false);
    }
  }, [runtime, now]);
  return { busy, check };
}
