// What a new user sees: one sentence, one field or button, and after a good sign-in the plan and what it holds.
import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import { keyProblems } from '../../excel/errors/keyProblem';
import { usePane } from '../shell/paneContext';
import { TokenCard } from '../controls/tokenCard';
import type { Verdict } from './keyVerdict';
import { SignInChoice } from './signInChoice';

export function FirstRun({ onChecking }: { readonly onChecking: (checking: boolean) => void }) {
  const { gateway, runtime, open } = usePane();
  const [verdict, setVerdict] = useState<Verdict>();
  const problem = runtime.key.problem();
  const [way, setWay] = useState<'key' | 'microsoft'>('key');
  const start = (view: 'build' | 'usage') => {
    open(view);
    onChecking(false);
  };
  return (
    <main className="sw-view sw-welcome">
      <img className="sw-mark" src="assets/icon.svg" alt="" />
      <h1>Welcome to Spillway</h1>
      <p>
        Spillway brings live prices, valuations, companies, and hotels from the web into your sheet with
        formulas. It never spends a credit that you didn’t ask for.
      </p>
      {verdict?.kind === 'good' ? (
        <>
          <MessageBar intent="success" role="status">
            <MessageBarBody>
              {way === 'microsoft'
                ? `You are signed in as ${runtime.microsoft.account()?.name ?? 'the user of this Excel'}.`
                : `The ${gateway.mode === 'team' ? 'code' : 'key'} works.`}
            </MessageBarBody>
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
        <>
          {problem && (
            <MessageBar intent="warning" layout="multiline" role="alert">
              <MessageBarBody>{keyProblems[problem]}</MessageBarBody>
            </MessageBar>
          )}
          <SignInChoice
            onStart={() => onChecking(true)}
            onVerdict={(next, by) => {
              setVerdict(next);
              setWay(by);
            }}
            extra={
              verdict?.kind === 'unchecked' && (
                <Button onClick={() => start('build')}>Continue without checking</Button>
              )
            }
          />
        </>
      )}
    </main>
  );
}
