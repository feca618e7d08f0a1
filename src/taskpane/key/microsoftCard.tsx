// Who is signed in with Microsoft, with Sign out, and with Sign in again if Office no longer issues a token.
import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useCallback } from 'react';
import { usePane } from '../shell/paneContext';
import { useVersion } from '../shell/useVersion';
import { MicrosoftButton } from './microsoftButton';

export function MicrosoftCard({ name }: { readonly name: string | undefined }) {
  const { runtime, announce } = usePane();
  const { microsoft } = runtime;
  useVersion(useCallback((listener: () => void) => microsoft.watch(listener), [microsoft]));
  const account = microsoft.account();
  const signOut = async () => {
    await microsoft.signOut();
    await runtime.engine.keyChanged();
    announce('Signed out');
  };
  return (
    <section className="sw-card" aria-labelledby="account-title">
      <h2 id="account-title">Microsoft account</h2>
      <p className="sw-cut">{name ?? account?.name ?? 'Signed in to Excel'}</p>
      {account?.fault && (
        <>
          <MessageBar intent="warning" layout="multiline" role="status">
            <MessageBarBody>{account.fault}</MessageBarBody>
          </MessageBar>
          <MicrosoftButton label="Sign in again" onResult={() => undefined} />
        </>
      )}
      <p className="sw-small">
        Your sign-in is stored only in memory. If you sign out here, Excel stays signed in, and formulas keep
        their values.
      </p>
      <div className="sw-row">
        <Button size="small" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </section>
  );
}
