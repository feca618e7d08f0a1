// Signs in with Microsoft and checks with the gateway; if it refuses the account, signs out again.
import { useCallback, useState } from 'react';
import { isSpillwayError } from '../../engine/request/errors';
import { SignInFault } from '../../excel/user/signIn/signInFault';
import { failureText } from '../text/failureText';
import { usePane } from '../shell/paneContext';
import { resultOfTokens, type KeyCheckResult } from './keyCheckResult';

/** The result if Microsoft signed the user in and the check failed. */
export function resultOfSignIn(failure: unknown): KeyCheckResult {
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

export function useMicrosoftCheck(): { busy: boolean; check: () => Promise<KeyCheckResult> } {
  const { runtime, now } = usePane();
  const [busy, setBusy] = useState(false);
  const check = useCallback(async (): Promise<KeyCheckResult> => {
    const { microsoft, engine, settings } = runtime;
    setBusy(true);
    try {
      await microsoft.signIn();
      // The token is for the server this pane came from.
      if (settings.current().baseUrl !== '') await settings.update({ baseUrl: '' });
      await engine.keyChanged();
      const result = await engine.usage(true).then((tokens) => resultOfTokens(tokens, now()), resultOfSignIn);
      if (result.kind === 'refused') await microsoft.signOut();
      return result;
    } catch (error) {
      if (error instanceof SignInFault) return { kind: 'refused', says: error.message };
      throw error;
    } finally {
      setBusy(false);
    }
  }, [runtime, now]);
  return { busy, check };
}
