// The first screen: one sentence, one field or button, and after signing in the plan and its limits.
import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { keyProblemText } from '../../excel/errors/say';
import { t } from '../../languages/t';
import { HelpLink } from '../controls/helpLink';
import { TokenCard } from '../controls/tokenCard';
import { usePane } from '../shell/usePane';
import type { KeyCheckResult } from './keyCheckResult';
import { KeyForm, MicrosoftButton } from './keyForm';

export function FirstRun({ onChecking }: { readonly onChecking: (checking: boolean) => void }) {
  const { gateway, runtime, open } = usePane();
  const [result, setResult] = useState<KeyCheckResult>();
  const problem = runtime.key.problem();
  const [way, setWay] = useState<'key' | 'microsoft'>('key');
  const start = (view: 'start' | 'build' | 'usage') => {
    open(view);
    onChecking(false);
  };
  return (
    <main className="sw-view sw-welcome">
      <img className="sw-mark" src="assets/icon.svg" alt="" />
      <h1>{t('key.welcomeToSpillway')}</h1>
      <p>{t('key.spillwayBringsLivePrices')}</p>
      {result?.kind === 'good' ? (
        <>
          <MessageBar intent="success" role="status">
            <MessageBarBody>
              {way === 'microsoft'
                ? t('key.youAreSignedIn', {
                    name: runtime.microsoft.account()?.name ?? t('key.theUserOfThis'),
                  })
                : t('key.theWorks', { name: gateway.mode === 'team' ? 'code' : 'key' })}
            </MessageBarBody>
          </MessageBar>
          {result.note !== undefined && (
            <MessageBar intent="warning" layout="multiline" role="status">
              <MessageBarBody>{result.note}</MessageBarBody>
            </MessageBar>
          )}
          {result.tokens.map((token, index) => (
            <TokenCard key={token.id ?? index} token={token} alone={result.tokens.length === 1} brief />
          ))}
          <div className="sw-row">
            <Button appearance="primary" autoFocus onClick={() => start('start')}>
              {t('key.chooseATemplate')}
            </Button>
            <Button onClick={() => start('build')}>{t('key.buildAFormula')}</Button>
            <Button onClick={() => start('usage')}>{t('key.seeUsage')}</Button>
          </div>
        </>
      ) : (
        <>
          {problem && (
            <MessageBar intent="warning" layout="multiline" role="alert">
              <MessageBarBody>{keyProblemText(problem)}</MessageBarBody>
            </MessageBar>
          )}
          <p>{gateway.mode === 'team' ? t('key.yourTeamPaysFor') : t('key.youNeedAnApi')}</p>
          <SignInChoice
            onStart={() => onChecking(true)}
            onResult={(next, by) => {
              setResult(next);
              setWay(by);
            }}
            extra={
              result?.kind === 'unchecked' && (
                <Button onClick={() => start('start')}>{t('key.continueWithoutChecking')}</Button>
              )
            }
          />
        </>
      )}
      <HelpLink />
    </main>
  );
}

interface Properties {
  readonly onStart: () => void;
  readonly onResult: (result: KeyCheckResult, way: 'key' | 'microsoft') => void;
  readonly extra?: ReactNode;
}

/** The ways to sign in: key or access code, Microsoft, or both, depending on the server. */
function SignInChoice({ onStart, onResult, extra }: Properties) {
  const { signIn } = usePane().gateway;
  const microsoft = signIn.includes('entra');
  const code = !microsoft || signIn.includes('code');
  return (
    <div className="sw-stack">
      {microsoft && (
        <>
          <MicrosoftButton onStart={onStart} onResult={(result) => onResult(result, 'microsoft')} />
          <p className="sw-small">
            {t('key.usesTheAccountThat')}
            {code && ` ${t('key.orEnterACode')}`}
          </p>
        </>
      )}
      {code ? (
        <KeyForm onStart={onStart} onResult={(result) => onResult(result, 'key')} extra={extra} />
      ) : (
        extra
      )}
    </div>
  );
}
