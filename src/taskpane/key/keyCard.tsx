// The saved key, masked, with Replace and Remove.
import { joined, t } from '../../languages/t';
import { Button } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { Confirmation, FocusScope } from '../controls/actions';
import { usePane, useVersion } from '../shell/usePane';
import { KeyForm } from './keyForm';
import { MicrosoftCard } from './microsoftCard';

function KeyCard() {
  const { runtime, gateway, announce } = usePane();
  const { key } = runtime;
  useVersion(useCallback((listener: () => void) => key.subscribe(listener), [key]));
  const [mode, setMode] = useState<'shown' | 'replace' | 'remove'>('shown');
  const title = gateway.mode === 'team' ? t('key.accessCode') : t('key.apiKey');
  const name = gateway.mode === 'team' ? 'code' : 'key';
  const remove = async () => {
    await key.remove();
    await runtime.engine.keyChanged();
    announce(t('key.removed', { name }));
  };
  return (
    <section className="sw-card" aria-labelledby="key-title">
      <h2 id="key-title">{title}</h2>
      <p className="sw-row">
        <code className="sw-masked">{key.masked()}</code>
      </p>
      <FocusScope>
        {mode === 'shown' && (
          <div className="sw-row">
            <Button size="small" onClick={() => setMode('replace')}>
              {t('common.replace')}
            </Button>
            <Button size="small" onClick={() => setMode('remove')}>
              {t('common.remove')}
            </Button>
          </div>
        )}
        {mode === 'replace' && (
          <KeyForm
            onResult={(result) => {
              if (result.kind === 'refused') return;
              setMode('shown');
              announce(joined('sentences', [t('key.replaced', { name }), 'note' in result && result.note]));
            }}
            extra={<Button onClick={() => setMode('shown')}>{t('common.cancel')}</Button>}
          />
        )}
        {mode === 'remove' && (
          <Confirmation
            question={t('key.remove', { name })}
            action={t('key.remove2', { name })}
            onConfirm={() => void remove()}
            onCancel={() => setMode('shown')}
          >
            <p>{t('key.formulasKeepTheirValues', { name })}</p>
          </Confirmation>
        )}
      </FocusScope>
    </section>
  );
}

/** Who pays for the requests: the Microsoft account, or else the saved key. */
export function AccountCard({ memberName }: { readonly memberName: string | undefined }) {
  const { microsoft } = usePane().runtime;
  return microsoft.account() ? <MicrosoftCard name={memberName} /> : <KeyCard />;
}
