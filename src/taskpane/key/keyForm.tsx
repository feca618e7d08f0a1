// The field for the key (or the team's access code), with its error message; typed text is never lost.
import { helpAddress } from '../controls/helpLink';
import { t } from '../../languages/t';
import { Button, Field, Input, Link } from '@fluentui/react-components';
import { EyeOffRegular, EyeRegular } from '@fluentui/react-icons';
import { useCallback, useState, type FormEvent, type ReactNode } from 'react';
import { BusyButton } from '../controls/actions';
import { readBaseAddress } from '../shell/baseAddress';
import { usePane, useDraft } from '../shell/usePane';
import { resultOfFailure, resultOfTokens, uncheckedAfter, type KeyCheckResult } from './keyCheckResult';

interface Properties {
  readonly onStart?: () => void;
  readonly onResult: (result: KeyCheckResult) => void;
  readonly extra?: ReactNode;
}

export function KeyForm({ onStart, onResult, extra }: Properties) {
  const { runtime, gateway, announce } = usePane();
  const team = gateway.mode === 'team';
  const [key, setKey] = useDraft('key', () => '');
  const [base, setBase] = useDraft('baseUrl', () => runtime.settings.current().baseUrl);
  const [wrong, setWrong] = useState('');
  const { busy, check } = useKeyCheck();
  const address = readBaseAddress(base);

  const save = async (text: string) => {
    if (text.trim() === '') return setWrong(team ? t('key.enterYourAccessCode') : t('key.enterYourApiKey'));
    if ('wrong' in address) return announce(address.wrong, true);
    setWrong('');
    onStart?.();
    const result = await check(text.trim(), address.url);
    if (result.kind === 'good') setKey('');
    else {
      setWrong(result.says);
      announce(result.says, true);
    }
    onResult(result);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(key);
  };
  return (
    <form className="sw-stack" onSubmit={submit} noValidate>
      <KeyInput team={team} value={key} wrong={wrong} onChange={setKey} />
      {!team && <BaseAddressInput value={base} onChange={setBase} />}
      <div className="sw-row">
        <BusyButton type="submit" appearance="primary" busy={busy}>
          {team ? t('key.saveCode') : t('key.saveKey')}
        </BusyButton>
        {!team && gateway.sandboxKeys[0] !== undefined && (
          <Button
            type="button"
            disabledFocusable={busy}
            onClick={() => void save(gateway.sandboxKeys[0] ?? '')}
          >
            {t('key.useSandboxKey')}
          </Button>
        )}
        {extra}
      </div>
    </form>
  );
}

interface KeyInputProperties {
  readonly team: boolean;
  readonly value: string;
  readonly wrong: string;
  readonly onChange: (value: string) => void;
}

function KeyInput({ team, value, wrong, onChange }: KeyInputProperties) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={team ? t('key.accessCode') : t('key.apiKey')}
      required
      {...(wrong && { validationMessage: wrong, validationState: 'error' })}
      hint={
        team ? (
          t('key.yourPersonalCodeFrom')
        ) : (
          <>
            {t('key.copyItFromYour')}{' '}
            <Link inline href={helpAddress('support.html')} target="_blank" rel="noreferrer">
              {t('key.whereToGetA')}
            </Link>
          </>
        )
      }
    >
      <Input
        name="key"
        type={shown ? 'text' : 'password'}
        value={value}
        onChange={(_event, data) => onChange(data.value)}
        autoComplete="off"
        spellCheck={false}
        contentAfter={
          <Button
            type="button"
            appearance="transparent"
            size="small"
            icon={shown ? <EyeOffRegular /> : <EyeRegular />}
            aria-label={shown ? t('key.hideCharacters') : t('key.showCharacters')}
            onClick={() => setShown(!shown)}
          />
        }
      />
    </Field>
  );
}

interface BaseAddressProperties {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function BaseAddressInput({ value, onChange }: BaseAddressProperties) {
  const address = readBaseAddress(value);
  return (
    <details className="sw-fold" open={'wrong' in address || undefined}>
      <summary>{t('key.baseAddressOptional')}</summary>
      <Field
        label={t('common.baseAddress')}
        hint={t('key.requiredOnlyWithoutA')}
        {...('wrong' in address && { validationMessage: address.wrong, validationState: 'error' })}
      >
        <Input
          type="url"
          value={value}
          onChange={(_event, data) => onChange(data.value)}
          placeholder="https://api.example.com"
        />
      </Field>
    </details>
  );
}

/** Saves a key, checks it against the token statistic, and restores the previous key if the new one is refused. */
function useKeyCheck(): { busy: boolean; check: (key: string, baseUrl: string) => Promise<KeyCheckResult> } {
  const { runtime, gateway, now } = usePane();
  const [busy, setBusy] = useState(false);
  const name = gateway.mode === 'team' ? 'code' : 'key';
  const check = useCallback(
    async (key: string, baseUrl: string): Promise<KeyCheckResult> => {
      setBusy(true);
      try {
        const previous = await runtime.key.read();
        if (runtime.settings.current().baseUrl !== baseUrl) await runtime.settings.update({ baseUrl });
        await runtime.key.save(key);
        await runtime.engine.keyChanged();
        const result = await runtime.engine.usage(true).then(
          (tokens) => resultOfTokens(tokens, now()),
          (failure: unknown) => resultOfFailure(failure, name, baseUrl),
        );
        if (result.kind === 'refused') {
          await (previous === undefined ? runtime.key.remove() : runtime.key.save(previous));
          await runtime.engine.keyChanged();
        }
        return result;
      } catch (error) {
        return uncheckedAfter(error);
      } finally {
        setBusy(false);
      }
    },
    [runtime, now, name],
  );
  return { busy, check };
}
