// The first screen: one sentence, one field or button, and after signing in the plan and its limits.
import { useState } from 'react';
import { keyProblemText } from '../../excel/errors/say';
import { t } from '../../languages/t';
import { Act, NoticeBar } from '../controls/actions';
import { HelpLink } from '../controls/helpLink';
import { TokenCard } from '../controls/tokenCard';
import { usePane } from '../shell/usePane';
import type { KeyCheckResult } from './keyCheckResult';
import { KeyForm, MicrosoftButton } from './keyForm';

/** With the ways to sign in that the server has: key or access code, Microsoft, or both. */
export function FirstRun({ onChecking }: { readonly onChecking: (checking: boolean) => void }) {
  const { gateway, runtime, open } = usePane();
  const [result, setResult] = useState<KeyCheckResult>();
  const [way, setWay] = useState<'key' | 'microsoft'>('key');
  const problem = runtime.key.problem();
  const name = gateway.mode === 'team' ? 'code' : 'key';
  const hasMicrosoft = gateway.signIn.includes('entra');
  const hasCode = !hasMicrosoft || gateway.signIn.includes('code');
  const start = (view: 'start' | 'build' | 'usage') => {
    open(view);
    onChecking(false);
  };
  const signIn = (by: typeof way) => ({
    onStart: () => onChecking(true),
    onResult: (next: KeyCheckResult) => {
      setResult(next);
      setWay(by);
    },
  });
  const extra = result?.kind === 'unchecked' && (
    <Act says={t('key.continueWithoutChecking')} onClick={() => start('start')} size="medium" />
  );
  return (
    <main className="sw-view sw-welcome">
      <img className="sw-mark" src="assets/icon.svg" alt="" />
      <h1>{t('key.welcomeToSpillway')}</h1>
      <p>{t('key.spillwayBringsLivePrices')}</p>
      {result?.kind === 'good' ? (
        <>
          <NoticeBar
            intent="success"
            role="status"
            says={
              way === 'microsoft'
                ? t('key.youAreSignedIn', {
                    name: runtime.microsoft.account()?.name ?? t('key.theUserOfThis'),
                  })
                : t('key.theWorks', { name })
            }
          />
          {result.note !== undefined && <NoticeBar intent="warning" role="status" says={result.note} />}
          {result.tokens.map((token, index) => (
            <TokenCard key={token.id ?? index} token={token} alone={result.tokens.length === 1} brief />
          ))}
          <div className="sw-row">
            <Act
              says={t('key.chooseATemplate')}
              isMain
              autoFocus
              onClick={() => start('start')}
              size="medium"
            />
            <Act says={t('common.buildAFormula')} onClick={() => start('build')} size="medium" />
            <Act says={t('key.seeUsage')} onClick={() => start('usage')} size="medium" />
          </div>
        </>
      ) : (
        <>
          {problem && <NoticeBar intent="warning" role="alert" says={keyProblemText(problem)} />}
          <p>{gateway.mode === 'team' ? t('key.yourTeamPaysFor') : t('key.youNeedAnApi')}</p>
          <div className="sw-stack">
            {hasMicrosoft && (
              <>
                <MicrosoftButton {...signIn('microsoft')} />
                <p className="sw-small">
                  {t('key.usesTheAccountThat')}
                  {hasCode && ` ${t('key.orEnterACode')}`}
                </p>
              </>
            )}
            {hasCode ? <KeyForm {...signIn('key')} extra={extra} /> : extra}
          </div>
        </>
      )}
      <HelpLink />
    </main>
  );
}
