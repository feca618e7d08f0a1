// The ways to sign in: key or access code, Microsoft, or both, depending on the server.
import type { ReactNode } from 'react';
import { usePane } from '../shell/paneContext';
import { KeyForm } from './keyForm';
import type { KeyCheckResult } from './keyCheckResult';
import { MicrosoftButton } from './microsoftButton';

interface Properties {
  readonly onStart: () => void;
  readonly onResult: (result: KeyCheckResult, way: 'key' | 'microsoft') => void;
  readonly extra?: ReactNode;
}

export function SignInChoice({ onStart, onResult, extra }: Properties) {
  const { signIn } = usePane().gateway;
  const microsoft = signIn.includes('entra');
  const code = !microsoft || signIn.includes('code');
  return (
    <div className="sw-stack">
      {microsoft && (
        <>
          <MicrosoftButton onStart={onStart} onResult={(result) => onResult(result, 'microsoft')} />
          <p className="sw-small">
            Uses the account that Excel is signed in with.{code && ' Or enter a code from your team:'}
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
