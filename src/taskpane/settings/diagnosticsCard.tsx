// The facts as text that can be read before it is copied.
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import product from '../../../package.json';
import { Outcome } from '../controls/failureMessage';
import { usePane } from '../shell/paneContext';
import { copyText, useAttempt } from '../shell/useAttempt';
import { diagnostics } from './diagnostics';

const hostText = (): string => {
  if (typeof Office === 'undefined') return 'none';
  const { host, platform, version } = Office.context?.diagnostics ?? {};
  return [host, platform, version].filter(Boolean).join(' ') || 'unknown';
};

export function DiagnosticsCard() {
  const { runtime, gateway, now } = usePane();
  const [text, setText] = useState('');
  const { says, attempt } = useAttempt();
  const collect = async () => {
    const { engine, settings, key, cells } = runtime;
    setText(
      diagnostics({
        time: now(),
        version: product.version,
        host: hostText(),
        agent: navigator.userAgent,
        gateway: gateway.mode,
        store: settings.where,
        hasKey: key.masked() !== undefined,
        settings: settings.current(),
        state: engine.state(),
        ledger: await engine.ledger(),
        formulas: cells.uses().length,
      }),
    );
    return 'Collected. Read it before you send it.';
  };
  return (
    <div className="sw-stack">
      <p className="sw-small">
        Spillway {product.version}. Information for a problem report: it doesn’t include your key or what you
        searched for.
      </p>
      <div className="sw-row">
        <Button size="small" onClick={() => void attempt(collect)}>
          {text ? 'Collect again' : 'Collect'}
        </Button>
        {text && (
          <Button size="small" onClick={() => void attempt(() => copyText(text))}>
            Copy
          </Button>
        )}
      </div>
      <Outcome says={says} />
      {text && (
        <pre className="sw-diagnostics" tabIndex={0} role="region" aria-label="Diagnostics">
          {text}
        </pre>
      )}
    </div>
  );
}
