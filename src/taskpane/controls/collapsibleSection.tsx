// A section that folds; its head says how much of it is filled in. What is inside is only rendered once it was opened.
import { useState, type ReactNode } from 'react';

interface Properties {
  readonly title: string;
  readonly filled?: number;
  /** Something inside needs attention: the section opens automatically. */
  readonly wrong?: boolean;
  readonly open?: boolean;
  readonly children: ReactNode;
}

export function CollapsibleSection({ title, filled = 0, wrong = false, open = false, children }: Properties) {
  const [opened, setOpened] = useState(open);
  const shown = opened || wrong;
  return (
    <details
      className="sw-fold sw-group"
      open={shown}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <span>{title}</span>
        {filled > 0 && <span className="sw-count">{filled}</span>}
      </summary>
      {shown && <div className="sw-fold-body">{children}</div>}
    </details>
  );
}
