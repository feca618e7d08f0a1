// The formula as it will stand in the cell, its price, and what can be done with it. Stays in view while the form scrolls.
import { Button } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { usePane } from '../shell/paneContext';

interface Properties {
  readonly formula: string;
  readonly price: string;
  readonly problem: string;
  readonly children: ReactNode;
}

export function FormulaBar({ formula, price, problem, children }: Properties) {
  const { announce } = usePane();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(formula);
      announce('Formula copied');
    } catch {
      announce('The formula couldn’t be copied. Select it and press Ctrl+C.', true);
    }
  };
  return (
    <section className="sw-bar" aria-label="Formula">
      <div className="sw-formula">
        <code tabIndex={0} aria-label="Formula text">
          {formula}
        </code>
        <Button
          size="small"
          appearance="subtle"
          icon={<CopyRegular />}
          aria-label="Copy formula"
          title="Copy"
          onClick={() => void copy()}
        />
      </div>
      <p className={problem ? 'sw-price sw-wrong' : 'sw-price'} aria-live="polite">
        {problem || price}
      </p>
      <div className="sw-row">{children}</div>
    </section>
  );
}
