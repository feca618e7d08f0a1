// The facts as text that can be read before it is copied.
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import product from '../../../package.json';
import { usePane } from '../shell/paneContext';
import { useCopy } from '../shell/useCopy';
import { diagnostics } from './diagnostics';

const hostText = (): string => {
  if (typeof Office === 'undefined') return 'none';
  const { host, platform, version } = Office.context?.diagnostics ?? {};
  return [host, platform, version].filter(Boolean).join(' ') || 'unknown';
};

export function DiagnosticsCard() {
  const { runtime, gateway, now } = usePane();
  const [text, setText] = useState('');
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
  };
  const copy = useCopy({
    done: 'Diagnostics copied',
    failed: 'The text couldn’t be copied. Select it and press Ctrl+C.',
  });
  return (
    <div className="sw-stack">
      <p className="sw-small">
        Spillway {product.version}. Information for a problem report: it doesn’t include your key or what you
        searched for.
      </p>
      <div className="sw-row">
        <Button size="small" onClick={() => void collect()}>
          {text ? 'Collect again' : 'Collect'}
        </Button>
        {text && (
          <Button size="small" onClick={() => void copy(text)}>
            Copy
          </Button>
        )}
      </div>
      {text && (
        <pre className="sw-diagnostics" tabIndex={0} role="region" aria-label="Diagnostics">
          {text}
        </pre>
      )}
    </div>
  );
}
