// "Sign in with Microsoft": one press, and what went wrong said beside it.
import { Button, MessageBar, MessageBarBody, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { usePane } from '../shell/paneContext';
import type { Verdict } from './keyVerdict';
import { useMicrosoftCheck } from './useMicrosoftCheck';

interface Properties {
  readonly label?: string;
  readonly onStart?: () => void;
  readonly onVerdict: (verdict: Verdict) => void;
}

export function MicrosoftButton({ label = 'Sign in with Microsoft', onStart, onVerdict }: Properties) {
  const { announce } = usePane();
  const { busy, check } = useMicrosoftCheck();
  const [wrong, setWrong] = useState('');
  const press = async () => {
    setWrong('');
    onStart?.();
    const verdict = await check();
    if (verdict.kind !== 'good') {
      setWrong(verdict.says);
      announce(verdict.says, true);
    }
    onVerdict(verdict);
  };
  return (
    <div className="sw-stack">
      <div className="sw-row">
        <Button
          appearance="primary"
          disabledFocusable={busy}
          {...(busy && { icon: <Spinner size="tiny" /> })}
          onClick={() => void press()}
        >
          {label}
        </Button>
      </div>
      {wrong && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{wrong}</MessageBarBody>
        </MessageBar>
      )}
    </div>
  );
}
