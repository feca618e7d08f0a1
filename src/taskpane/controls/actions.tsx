// Buttons that start something, the questions before it, and what came of it.
import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Spinner,
  type ButtonProps,
  type MessageBarProps,
} from '@fluentui/react-components';
import { t } from '../../languages/t';
import { useId, useRef, useState, type HTMLAttributes, type ReactElement, type ReactNode } from 'react';
import { useAttempt } from '../shell/usePane';

interface ActProperties extends Omit<ButtonProps & { as?: 'button' }, 'appearance' | 'icon' | 'onClick'> {
  /** Undefined where an icon says it. */
  readonly says?: ReactNode;
  readonly appearance?: 'subtle' | 'transparent';
  /** What a person most probably wants here. */
  readonly isMain?: boolean;
  readonly icon?: ReactElement;
  /** It turns and cannot be pressed twice while something runs. */
  readonly busy?: boolean;
  readonly isOff?: boolean;
  readonly onClick?: () => unknown;
}

/** A button. One that is busy or off keeps the focus. */
export const Act = ({
  says,
  isMain,
  icon,
  busy = false,
  isOff = false,
  onClick,
  ...others
}: ActProperties) => (
  <Button
    size="small"
    {...(isMain && { appearance: 'primary' })}
    {...((busy || icon) && { icon: busy ? <Spinner size="tiny" /> : icon })}
    disabledFocusable={busy || isOff}
    onClick={() => void onClick?.()}
    {...others}
  >
    {says}
  </Button>
);

export const CancelButton = ({ onClick }: { readonly onClick: () => void }) => (
  <Act says={t('common.cancel')} onClick={onClick} />
);

interface WorkProperties extends Omit<ActProperties, 'busy' | 'onClick'> {
  /** Returns what came of it, in a sentence. */
  readonly work: () => Promise<string> | string;
  /** What stands beside the button. */
  readonly children?: ReactNode;
}

/** A button with its work, and below it what came of it. */
export function WorkButton({ work, children, ...button }: WorkProperties) {
  const { busy, says, attempt } = useAttempt();
  return (
    <div className="sw-stack">
      <div className="sw-row">
        {children}
        <Act busy={busy} onClick={() => attempt(work)} {...button} />
      </div>
      <OutcomeText says={says} />
    </div>
  );
}

interface CardProperties {
  readonly title: string;
  readonly children: ReactNode;
}

export function Card({ title, children }: CardProperties) {
  const id = useId();
  return (
    <section className="sw-card sw-stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface NoticeProperties extends Pick<MessageBarProps, 'intent' | 'role'> {
  readonly says: ReactNode;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

export const NoticeBar = ({ says, children, ...bar }: NoticeProperties) => (
  <MessageBar layout="multiline" {...bar}>
    <MessageBarBody>{says}</MessageBarBody>
    {children && <MessageBarActions>{children}</MessageBarActions>}
  </MessageBar>
);

/** A failure interrupts, an outcome waits its turn. */
export const FailureMessage = ({ says }: { readonly says: string | undefined }) =>
  says ? <NoticeBar intent="error" role="alert" says={says} /> : null;

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
  /** It cannot be agreed to yet. */
  readonly isOff?: boolean;
  readonly onConfirm: () => unknown;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

/**
 * Asks before something that cannot be taken back, or that costs: what happens, and the two buttons. What is agreed to is done once,
 * also where it is pressed twice.
 */
export function Confirmation({ question, children, action, isOff, ...on }: ConfirmationProperties) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await on.onConfirm();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div role="group" aria-label={question} className="sw-stack">
      {children}
      <div className="sw-row">
        <Act says={action} isMain autoFocus busy={busy} isOff={isOff ?? false} onClick={confirm} />
        <CancelButton onClick={on.onCancel} />
      </div>
    </div>
  );
}

interface ButtonProperties extends Omit<ConfirmationProperties, 'onCancel'> {
  readonly label: string;
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
        <Act says={label} isOff={isOff} onClick={() => setAsking(true)} />
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
      <Act says={says} isOff={busy} onClick={() => input.current?.click()} />
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
