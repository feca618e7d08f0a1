// Who is signed in with Microsoft, with Sign out, and with Sign in again if Office no longer issues a token.
import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { SignInFault } from '../../excel/user/signIn/signInFault';
import { said, t } from '../../languages/t';
import { BusyButton } from '../controls/actions';
import { usePane, useVersion } from '../shell/usePane';
import { resultOfSignIn, resultOfTokens, uncheckedAfter, type KeyCheckResult } from './keyCheckResult';

export function MicrosoftCard({ name }: { readonly name: string | undefined }) {
  const { runtime, announce } = usePane();
  const { microsoft } = runtime;
  useVersion(useCallback((listener: () => void) => microsoft.watch(listener), [microsoft]));
  const account = microsoft.account();
  const signOut = async () => {
    await microsoft.signOut();
    await runtime.engine.keyChanged();
    announce(t('key.signedOut'));
  };
  return (
    <section className="sw-card" aria-labelledby="account-title">
      <h2 id="account-title">{t('key.microsoftAccount')}</h2>
      <p className="sw-cut">{name ?? account?.name ?? t('key.signedInToExcel')}</p>
      {account?.fault && (
        <>
          <MessageBar intent="warning" layout="multiline" role="status">
            <MessageBarBody>{account.fault}</MessageBarBody>
          </MessageBar>
          <MicrosoftButton label={t('key.signInAgain')} onResult={() => undefined} />
        </>
      )}
      <p className="sw-small">{t('key.yourSignInIs')}</p>
      <div className="sw-row">
        <Button size="small" onClick={() => void signOut()}>
          {t('key.signOut')}
        </Button>
      </div>
    </section>
  );
}

interface Properties {
  readonly label?: string;
  readonly onStart?: () => void;
  readonly onResult: (result: KeyCheckResult) => void;
}

/** "Sign in with Microsoft": a button with its error message. */
export function MicrosoftButton({ label = t('key.signInWithMicrosoft'), onStart, onResult }: Properties) {
  const { announce } = usePane();
  const { busy, check } = useMicrosoftCheck();
  const [wrong, setWrong] = useState('');
  const press = async () => {
    setWrong('');
    onStart?.();
    const result = await check();
    if (result.kind !== 'good') {
      setWrong(result.says);
      announce(result.says, true);
    }
    onResult(result);
  };
  return (
    <div className="sw-stack">
      <div className="sw-row">
        <BusyButton appearance="primary" busy={busy} onClick={() => void press()}>
          {label}
        </BusyButton>
      </div>
      {wrong && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{wrong}</MessageBarBody>
        </MessageBar>
      )}
    </div>
  );
}

/** Signs in with Microsoft and checks with the gateway; if it refuses the account, signs out again. */
function useMicrosoftCheck(): { busy: boolean; check: () => Promise<KeyCheckResult> } {
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
      if (error instanceof SignInFault) return { kind: 'refused', says: said(error.message) };
      return uncheckedAfter(error);
    } finally {
      setBusy(false);
    }
  }, [runtime, now]);
  return { busy, check };
}
