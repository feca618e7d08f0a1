// "Sign in with Microsoft": a button with its error message.
import { Button, MessageBar, MessageBarBody, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { usePane } from '../shell/paneContext';
import type { KeyCheckResult } from './keyCheckResult';
import { useMicrosoftCheck } from './useMicrosoftCheck';

interface Properties {
  readonly label?: string;
  readonly onStart?: () => void;
  readonly onResult: (result: KeyCheckResult) => void;
}

export function MicrosoftButton({ label = 'Sign in with Microsoft', onStart, onResult }: Properties) {
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
