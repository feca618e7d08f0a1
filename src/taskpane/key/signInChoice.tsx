// The first screen's way in: the key or code, Microsoft, or both, as the server says.
import type { ReactNode } from 'react';
import { usePane } from '../shell/paneContext';
import { KeyForm } from './keyForm';
import type { Verdict } from './keyVerdict';
import { MicrosoftButton } from './microsoftButton';

interface Properties {
  readonly onStart: () => void;
  readonly onVerdict: (verdict: Verdict, way: 'key' | 'microsoft') => void;
  readonly extra?: ReactNode;
}

export function SignInChoice({ onStart, onVerdict, extra }: Properties) {
  const { signIn } = usePane().gateway;
  const microsoft = signIn.includes('entra');
  const code = !microsoft || signIn.includes('code');
  return (
    <div className="sw-stack">
      {microsoft && (
        <>
          <MicrosoftButton onStart={onStart} onVerdict={(verdict) => onVerdict(verdict, 'microsoft')} />
          <p className="sw-small">
            Uses the account that Excel is signed in with.{code && ' Or enter a code from your team:'}
          </p>
        </>
      )}
      {code ? (
        <KeyForm onStart={onStart} onVerdict={(verdict) => onVerdict(verdict, 'key')} extra={extra} />
      ) : (
        extra
      )}
    </div>
  );
}
