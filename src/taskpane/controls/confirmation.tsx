// Asks before something that cannot be taken back, or that costs: what happens, and the two buttons.
import { t } from '../../languages/t';
import { Button } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { FocusScope } from './focusScope';

interface Properties {
  /** What a screen reader calls the question. */
  readonly question: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

export const Confirmation = ({ question, action, onConfirm, onCancel, children }: Properties) => (
  <div role="group" aria-label={question} className="sw-stack">
    {children}
    <div className="sw-row">
      <Button size="small" appearance="primary" autoFocus onClick={onConfirm}>
        {action}
      </Button>
      <Button size="small" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  </div>
);

interface ButtonProperties extends Omit<Properties, 'onCancel'> {
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
