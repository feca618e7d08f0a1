// The formula as it will be in the cell, its price, and its actions. Stays in view while the form scrolls.
import { Button } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { Fragment, type ReactNode } from 'react';
import { useCopy } from '../shell/useCopy';

interface Properties {
  readonly formula: string;
  readonly price: string;
  readonly problem: string;
  readonly children: ReactNode;
}

/** Lines break between arguments and options, and only within a word that fills a line of its own. */
const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[,;(=&])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

export function FormulaBar({ formula, price, problem, children }: Properties) {
  const copy = useCopy({
    done: 'Formula copied',
    failed: 'The formula couldn’t be copied. Select it and press Ctrl+C.',
  });
  return (
    <section className="sw-bar" aria-label="Formula">
      <div className="sw-formula">
        <code tabIndex={0} aria-label="Formula text">
          <Breakable text={formula} />
        </code>
        <Button
          size="small"
          appearance="subtle"
          icon={<CopyRegular />}
          aria-label="Copy formula"
          title="Copy"
          onClick={() => void copy(formula)}
        />
      </div>
      <p className={problem ? 'sw-price sw-wrong' : 'sw-price'} aria-live="polite">
        {problem || price}
      </p>
      <div className="sw-row">{children}</div>
    </section>
  );
}
