// The views as tabs: one stop for the Tab key, arrows move, Home and End jump (the ARIA tabs pattern).
import { useRef, type KeyboardEvent } from 'react';

export interface TabFacts<Id extends string> {
  readonly id: Id;
  readonly title: string;
  /** How much waits there; said in words too. */
  readonly waiting?: number;
}

interface Properties<Id extends string> {
  readonly label: string;
  readonly tabs: readonly TabFacts<Id>[];
  readonly selected: Id;
  readonly panel: string;
  readonly onSelect: (id: Id) => void;
}

export function Tabs<Id extends string>({ label, tabs, selected, panel, onSelect }: Properties<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const go = (index: number) => {
    const next = tabs[(index + tabs.length) % tabs.length];
    if (!next) return;
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  const keyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === selected);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  };
  return (
    <div ref={list} className="sw-tabs" role="tablist" aria-label={label} onKeyDown={keyDown}>
      {tabs.map(({ id, title, waiting = 0 }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          className="sw-tab"
          aria-selected={id === selected}
          aria-controls={panel}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {title}
          {waiting > 0 && (
            <>
              <span className="sw-count" aria-hidden>
                {waiting}
              </span>
              <span className="sw-unseen">, {waiting} waiting for approval</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
