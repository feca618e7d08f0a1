// The key (or the team's access code) or Microsoft account: the field and the button for it, with their errors, and what is saved.
// Typed text is never lost.
import { helpAddress } from '../controls/helpLink';
import { t, joined } from '../../languages/t';
import { Field, Input, Link } from '@fluentui/react-components';
import { EyeOffRegular, EyeRegular } from '@fluentui/react-icons';
import { useState, type FormEvent, type ReactNode } from 'react';
import {
  Confirmation,
  FailureMessage,
  FocusScope,
  NoticeBar,
  Act,
  Card,
  WorkButton,
} from '../controls/actions';
import { TextField } from '../controls/fields';
import { readBaseAddress } from '../shell/baseAddress';
import { usePane, useAttempt, useDraft, useVersion } from '../shell/usePane';
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
  const [typed, setBase] = useDraft<string | undefined>('baseUrl', () => undefined);
  const base = typed ?? runtime.settings.current().baseUrl;
  const { busy, wrong, setWrong, signIn } = useSignIn(properties);
  const check = useKeyCheck();
  const address = readBaseAddress(base);

  const save = async (text: string) => {
    if (text.trim() === '') return setWrong(team ? t('key.enterYourAccessCode') : t('key.enterYourApiKey'));
    if ('wrong' in address) return announce(address.wrong, true);
    await signIn(async () => {
      const result = await check(text.trim(), address.value);
      if (result.kind === 'good') {
        setKey('');
        setBase(undefined);
      }
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
      {!team && (
        <details className="sw-fold" open={'wrong' in address || undefined}>
          <summary>{t('key.baseAddressOptional')}</summary>
          <TextField
            label={t('common.baseAddress')}
            hint={t('key.requiredOnlyWithoutA')}
            wrong={'wrong' in address ? address.wrong : undefined}
            size="medium"
            type="url"
            value={base}
            onChange={setBase}
            placeholder="https://api.example.com"
          />
        </details>
      )}
      <div className="sw-row">
        <Act
          says={team ? t('key.saveCode') : t('key.saveKey')}
          type="submit"
          isMain
          busy={busy}
          size="medium"
        />
        {!team && gateway.sandboxKeys[0] !== undefined && (
          <Act
            says={t('key.useSandboxKey')}
            isOff={busy}
            onClick={() => save(gateway.sandboxKeys[0] ?? '')}
            size="medium"
          />
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
  const where = (
    <>
      {t('key.copyItFromYour')}{' '}
      <Link inline href={helpAddress('support.html')} target="_blank" rel="noreferrer">
        {t('key.whereToGetA')}
      </Link>
    </>
  );
  return (
    <Field
      label={team ? t('key.accessCode') : t('key.apiKey')}
      required
      {...(wrong && { validationMessage: wrong, validationState: 'error' })}
      hint={team ? t('key.yourPersonalCodeFrom') : where}
    >
      <Input
        name="key"
        type={shown ? 'text' : 'password'}
        value={value}
        onChange={(_event, data) => onChange(data.value)}
        autoComplete="off"
        spellCheck={false}
        contentAfter={
          <Act
            appearance="transparent"
            icon={shown ? <EyeOffRegular /> : <EyeRegular />}
            aria-label={shown ? t('key.hideCharacters') : t('key.showCharacters')}
            onClick={() => setShown(!shown)}
          />
        }
      />
    </Field>
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
  const { microsoft, engine } = usePane().runtime;
  useVersion(microsoft.changes);
  const account = microsoft.account();
  const signOut = async () => {
    await microsoft.signOut();
    await engine.keyChanged();
    return t('key.signedOut');
  };
  return (
    <Card title={t('key.microsoftAccount')}>
      <p className="sw-cut">{name ?? account?.name ?? t('key.signedInToExcel')}</p>
      {account?.fault && (
        <>
          <NoticeBar intent="warning" role="status" says={account.fault} />
          <MicrosoftButton label={t('key.signInAgain')} />
        </>
      )}
      <p className="sw-small">{t('key.yourSignInIs')}</p>
      <WorkButton says={t('key.signOut')} work={signOut} />
    </Card>
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
      <Act
        says={label ?? t('key.signInWithMicrosoft')}
        isMain
        busy={busy}
        onClick={() => signIn(check)}
        size="medium"
      />
      <FailureMessage says={wrong} />
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
  const { key, engine } = runtime;
  useVersion(key);
  const { failure, attempt } = useAttempt();
  const [mode, setMode] = useState<'shown' | 'replace' | 'remove'>('shown');
  const title = gateway.mode === 'team' ? t('key.accessCode') : t('key.apiKey');
  const name = gateway.mode === 'team' ? 'code' : 'key';
  const remove = () =>
    attempt(() => key.remove().then(() => engine.keyChanged()), t('key.removed', { name }));
  return (
    <Card title={title}>
      <p className="sw-row">
        <code className="sw-masked">{key.masked()}</code>
      </p>
      <FocusScope>
        {mode === 'shown' && (
          <div className="sw-row">
            <Act says={t('common.replace')} onClick={() => setMode('replace')} />
            <Act says={t('common.remove')} onClick={() => setMode('remove')} />
          </div>
        )}
        {mode === 'replace' && (
          <KeyForm
            onResult={(result) => {
              if (result.kind === 'refused') return;
              setMode('shown');
              announce(joined('sentences', [t('key.replaced', { name }), 'note' in result && result.note]));
            }}
            extra={<Act says={t('common.cancel')} onClick={() => setMode('shown')} size="medium" />}
          />
        )}
        {mode === 'remove' && (
          <Confirmation
            question={t('key.remove', { name })}
            action={t('key.remove2', { name })}
            onConfirm={remove}
            onCancel={() => setMode('shown')}
          >
            <p>{t('key.formulasKeepTheirValues', { name })}</p>
          </Confirmation>
        )}
      </FocusScope>
      <FailureMessage says={failure} />
    </Card>
  );
}

/** Who pays for the requests: the Microsoft account, or else the saved key. */
export function AccountCard({ memberName }: { readonly memberName: string | undefined }) {
  const { microsoft } = usePane().runtime;
  return microsoft.account() ? <MicrosoftCard name={memberName} /> : <KeyCard />;
}
