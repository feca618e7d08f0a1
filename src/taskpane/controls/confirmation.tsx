// Asks before something that cannot be taken back, or that costs: what happens, and the two buttons.
import { Button } from '@fluentui/react-components';
import type { ReactNode } from 'react';

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
        Cancel
      </Button>
    </div>
  </div>
);
