// Buttons that start something, the questions before it, and what came of it.
import { Button, MessageBar, MessageBarBody, Spinner, type ButtonProps } from '@fluentui/react-components';
import { t } from '../../languages/t';
import { useRef, useState, type HTMLAttributes, type ReactNode } from 'react';

type Properties = Omit<ButtonProps & { as?: 'button' }, 'icon'> & { readonly busy: boolean };

/** It turns and cannot be pressed twice while something runs, and keeps the focus. */
export const BusyButton = ({ busy, disabledFocusable = false, ...others }: Properties) => (
  <Button
    disabledFocusable={busy || disabledFocusable}
    {...(busy && { icon: <Spinner size="tiny" /> })}
    {...others}
  />
);

export const CancelButton = ({ onClick }: { readonly onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    {t('common.cancel')}
  </Button>
);

/** A failure interrupts, an outcome waits its turn. */
export const FailureMessage = ({ says }: { readonly says: string | undefined }) =>
  says ? (
    <MessageBar intent="error" layout="multiline" role="alert">
      <MessageBarBody>{says}</MessageBarBody>
    </MessageBar>
  ) : null;

interface OutcomeProperties {
  readonly says: string;
  readonly isWarning?: boolean;
}

export const OutcomeText = ({ says, isWarning = false }: OutcomeProperties) =>
  says ? (
    <p role="status" className={isWarning ? 'sw-warn' : undefined}>
      {says}
    </p>
  ) : null;

interface ConfirmationProperties {
  /** What a screen reader calls the question. */
  readonly question: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Asks before something that cannot be taken back, or that costs: what happens, and the two buttons. */
export const Confirmation = ({ question, action, onConfirm, onCancel, children }: ConfirmationProperties) => (
  <div role="group" aria-label={question} className="sw-stack">
    {children}
    <div className="sw-row">
      <Button size="small" appearance="primary" autoFocus onClick={onConfirm}>
        {action}
      </Button>
      <CancelButton onClick={onCancel} />
    </div>
  </div>
);

interface ButtonProperties extends Omit<ConfirmationProperties, 'onCancel'> {
  readonly label: string;
  readonly isOff?: boolean;
}

/** A button that the question replaces until a person has decided. */
export function ConfirmButton({ label, isOff = false, onConfirm, ...asked }: ButtonProperties) {
  const [asking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    onConfirm();
  };
  return (
    <FocusScope>
      {asking ? (
        <Confirmation {...asked} onConfirm={confirm} onCancel={() => setAsking(false)} />
      ) : (
        <Button size="small" disabledFocusable={isOff} onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
    </FocusScope>
  );
}

/** When a question replaces its button, the focus moves to the first control here (`restoreLostFocus` in mount.tsx). */
export const FocusScope = (properties: Pick<HTMLAttributes<HTMLDivElement>, 'className' | 'children'>) => (
  <div data-focus-scope {...properties} />
);

interface FileButtonProperties {
  readonly label: string;
  /** What the button says; that it imports a file by default. */
  readonly says?: string;
  /** Which files are offered; JSON by default. */
  readonly accept?: string;
  readonly busy?: boolean;
  readonly onChoose: (file: File) => void;
}

export function FileButton({
  label,
  says = t('shell.importFile'),
  accept = '.json,application/json',
  busy = false,
  onChoose,
}: FileButtonProperties) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" disabledFocusable={busy} onClick={() => input.current?.click()}>
        {says}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen) onChoose(chosen);
          target.value = '';
        }}
      />
    </>
  );
}
