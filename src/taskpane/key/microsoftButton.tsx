// "Sign in with Microsoft": a button with its error message.
import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import { BusyButton } from '../controls/busyButton';
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
