// The key (or the team's access code) or Microsoft account: the field and the button for it, with their errors, and what is saved.
// Typed text is never lost.
import { helpAddress } from '../controls/helpLink';
import { t, joined } from '../../languages/t';
import { Button, Field, Input, Link, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { EyeOffRegular, EyeRegular } from '@fluentui/react-icons';
import { useState, type FormEvent, type ReactNode } from 'react';
import { BusyButton, Confirmation, FocusScope } from '../controls/actions';
import { TextField } from '../controls/fields';
import { readBaseAddress } from '../shell/baseAddress';
import { usePane, useDraft, useVersion } from '../shell/usePane';
import {
  resultOfError,
  resultOfFailure,
  resultOfTokens,
  type KeyCheckResult,
  resultOfSignIn,
} from './keyCheckResult';

interface SignInProperties {
  readonly onStart?: () => void;
  readonly onResult?: (result: KeyCheckResult) => void;
}

/** Checks what somebody signs in with; what is wrong with it is shown and announced. */
function useSignIn({ onStart, onResult }: SignInProperties) {
  const { announce } = usePane();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const signIn = async (check: () => Promise<KeyCheckResult>) => {
    setWrong('');
    onStart?.();
    setBusy(true);
    const result = await check().catch(resultOfError);
    setBusy(false);
    if (result.kind !== 'good') {
      setWrong(result.says);
      announce(result.says, true);
    }
    onResult?.(result);
  };
  return { busy, wrong, setWrong, signIn };
}

interface Properties extends SignInProperties {
  readonly extra?: ReactNode;
}

export function KeyForm({ extra, ...properties }: Properties) {
  const { runtime, gateway, announce } = usePane();
  const team = gateway.mode === 'team';
  const [key, setKey] = useDraft('key', () => '');
  const [base, setBase] = useDraft('baseUrl', () => runtime.settings.current().baseUrl);
  const { busy, wrong, setWrong, signIn } = useSignIn(properties);
  const check = useKeyCheck();
  const address = readBaseAddress(base);

  const save = async (text: string) => {
    if (text.trim() === '') return setWrong(team ? t('key.enterYourAccessCode') : t('key.enterYourApiKey'));
    if ('wrong' in address) return announce(address.wrong, true);
    await signIn(async () => {
      const result = await check(text.trim(), address.url);
      if (result.kind === 'good') setKey('');
      return result;
    });
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
      <TextField
        label={t('common.baseAddress')}
        hint={t('key.requiredOnlyWithoutA')}
        wrong={'wrong' in address ? address.wrong : undefined}
        size="medium"
        type="url"
        value={value}
        onChange={onChange}
        placeholder="https://api.example.com"
      />
    </details>
  );
}

/** Saves a key, checks it against the token statistic, and restores the previous key if the new one is refused. */
function useKeyCheck() {
  const { runtime, gateway, now } = usePane();
  const { key, engine, settings } = runtime;
  const name = gateway.mode === 'team' ? 'code' : 'key';
  return async (typed: string, baseUrl: string): Promise<KeyCheckResult> => {
    const previous = await key.read();
    if (settings.current().baseUrl !== baseUrl) await settings.update({ baseUrl });
    await key.save(typed);
    await engine.keyChanged();
    const result = await engine.usage(true).then(
      (tokens) => resultOfTokens(tokens, now()),
      (failure: unknown) => resultOfFailure(failure, name, baseUrl),
    );
    if (result.kind === 'refused') {
      await (previous === undefined ? key.remove() : key.save(previous));
      await engine.keyChanged();
    }
    return result;
  };
}

/** With Sign out, and with Sign in again if Office no longer issues a token. */
function MicrosoftCard({ name }: { readonly name: string | undefined }) {
  const { runtime, announce } = usePane();
  const { microsoft } = runtime;
  useVersion(microsoft.changes);
  const account = microsoft.account();
  const signOut = async () => {
    await microsoft.signOut();
    await runtime.engine.keyChanged();
    announce(t('key.signedOut'));
  };
  return (
    <section className="sw-card" aria-labelledby="account-title">
      <h2 id="account-title">{t('key.microsoftAccount')}</h2>
      <p className="sw-cut">{name ?? account?.name ?? t('key.signedInToExcel')}</p>
      {account?.fault && (
        <>
          <MessageBar intent="warning" layout="multiline" role="status">
            <MessageBarBody>{account.fault}</MessageBarBody>
          </MessageBar>
          <MicrosoftButton label={t('key.signInAgain')} />
        </>
      )}
      <p className="sw-small">{t('key.yourSignInIs')}</p>
      <div className="sw-row">
        <Button size="small" onClick={() => void signOut()}>
          {t('key.signOut')}
        </Button>
      </div>
    </section>
  );
}

interface ButtonProperties extends SignInProperties {
  readonly label?: string;
}

export function MicrosoftButton({ label, ...properties }: ButtonProperties) {
  const { busy, wrong, signIn } = useSignIn(properties);
  const check = useMicrosoftCheck();
  return (
    <div className="sw-stack">
      <div className="sw-row">
        <BusyButton appearance="primary" busy={busy} onClick={() => void signIn(check)}>
          {label ?? t('key.signInWithMicrosoft')}
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

/** Signs in with Microsoft and checks with the gateway; if it refuses the account, signs out again. */
function useMicrosoftCheck() {
  const { runtime, now } = usePane();
  const { microsoft, engine, settings } = runtime;
  return async (): Promise<KeyCheckResult> => {
    await microsoft.signIn();
    // The token is for the server this pane came from.
    if (settings.current().baseUrl !== '') await settings.update({ baseUrl: '' });
    await engine.keyChanged();
    const result = await engine.usage(true).then((tokens) => resultOfTokens(tokens, now()), resultOfSignIn);
    if (result.kind === 'refused') await microsoft.signOut();
    return result;
  };
}

/** The saved key, masked, with Replace and Remove. */
function KeyCard() {
  const { runtime, gateway, announce } = usePane();
  const { key } = runtime;
  useVersion(key);
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
