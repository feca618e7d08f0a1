// The facts as text that can be read before it is copied.
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import product from '../../../package.json';
import { t } from '../../languages/t';
import { OutcomeText } from '../controls/actions';
import { usePane, copyText, useAttempt } from '../shell/usePane';
import { diagnostics, hostText } from './diagnostics';

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
    return t('settings.collectedReadItBefore');
  };
  return (
    <div className="sw-stack">
      <p className="sw-small">{t('settings.spillwayInformationForA', { version: product.version })}</p>
      <div className="sw-row">
        <Button size="small" onClick={() => void attempt(collect)}>
          {text ? t('settings.collectAgain') : t('settings.collect')}
        </Button>
        {text && (
          <Button size="small" onClick={() => void attempt(() => copyText(text))}>
            {t('common.copy')}
          </Button>
        )}
      </div>
      <OutcomeText says={says} />
      {text && (
        <pre className="sw-diagnostics" tabIndex={0} role="region" aria-label={t('settings.diagnostics')}>
          {text}
        </pre>
      )}
    </div>
  );
}
