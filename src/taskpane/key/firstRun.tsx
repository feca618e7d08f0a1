// What a new user sees: one sentence, one field, and after a good key the plan and what it holds.
import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import { usePane } from '../shell/paneContext';
import { TokenCard } from '../usage/tokenCard';
import { KeyForm } from './keyForm';
import type { Verdict } from './keyVerdict';
import { Mark } from './mark';

export function FirstRun({ onChecking }: { readonly onChecking: (checking: boolean) => void }) {
  const { gateway, open } = usePane();
  const [verdict, setVerdict] = useState<Verdict>();
  const start = (view: 'build' | 'usage') => {
    open(view);
    onChecking(false);
  };
  return (
    <main className="sw-view sw-welcome">
      <Mark />
      <h1>Welcome to Spillway</h1>
      <p>
        Spillway brings live prices, valuations, companies and hotels from the web into your sheet with
        formulas, and never spends a credit you did not ask for.
      </p>
      {verdict?.kind === 'good' ? (
        <>
          <MessageBar intent="success" role="status">
            <MessageBarBody>{gateway.mode === 'team' ? 'The code works.' : 'The key works.'}</MessageBarBody>
          </MessageBar>
          {verdict.tokens.map((token, index) => (
            <TokenCard key={token.id ?? index} token={token} alone={verdict.tokens.length === 1} brief />
          ))}
          <div className="sw-row">
            <Button appearance="primary" autoFocus onClick={() => start('build')}>
              Build a formula
            </Button>
            <Button onClick={() => start('usage')}>See usage</Button>
          </div>
        </>
      ) : (
        <KeyForm
          onStart={() => onChecking(true)}
          onVerdict={setVerdict}
          extra={
            verdict?.kind === 'unchecked' && <Button onClick={() => start('build')}>Go on unchecked</Button>
          }
        />
      )}
    </main>
  );
}
