// A text field with a list under it that can be searched and ticked: the combobox pattern of ARIA with a listbox
// that opens in the flow of the page, so nothing floats, nothing is clipped at 320 px and nothing is measured.
import { t } from '../../languages/t';
import { Input } from '@fluentui/react-components';
import { CheckmarkRegular, SearchRegular, DismissRegular } from '@fluentui/react-icons';
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { comboAction } from './comboAction';

interface ComboItem {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly chosen: boolean;
}

interface Properties {
  readonly label: string;
  readonly labelledBy?: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly items: readonly ComboItem[];
  /** How many there are beyond the ones listed. */
  readonly more: number;
  readonly onToggle: (id: string) => void;
  /** Shown when nothing matches. */
  readonly nothing: string;
}

export function ComboList(properties: Properties) {
  const { label, labelledBy, placeholder, query, onQuery, items, more, onToggle, nothing } = properties;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const leave = useCloseOnBlur(close);
  const current = Math.min(active, items.length - 1);
  const status = items.length === 0 ? nothing : more > 0 ? t('shell.moreTypeToNarrow', { more }) : '';
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);

  const move = (to: number) => {
    setActive(to);
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  const select = (index: number) => {
    setActive(index);
    onToggle(items[index]?.id ?? '');
  };
  const keyDown = (event: KeyboardEvent) => {
    const action = comboAction(event.key, { open, query, current, count: items.length });
    if (!action) return;
    if (action.type !== 'move' || event.key.startsWith('Arrow')) event.preventDefault();
    if (action.type === 'move') move(action.to);
    else if (action.type === 'toggle') select(current);
    else if (action.type === 'open') setOpen(true);
    else {
      event.stopPropagation();
      if (action.type === 'close') setOpen(false);
      else onQuery('');
    }
  };
  return (
    <div
      className="sw-combo"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave();
      }}
    >
      <Input
        size="small"
        role="combobox"
        aria-label={labelledBy ? undefined : label}
        aria-labelledby={labelledBy}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && items[current] ? `${id}-${current}` : undefined}
        contentBefore={<SearchRegular aria-hidden />}
        placeholder={placeholder}
        value={query}
        onChange={(_event, { value }) => {
          onQuery(value);
          setActive(0);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={keyDown}
        autoComplete="off"
        spellCheck={false}
      />
      <div
        ref={list}
        id={`${id}-list`}
        className="sw-combo-list"
        role="listbox"
        aria-label={label}
        aria-multiselectable
        hidden={!open || items.length === 0}
      >
        {open && <Options id={id} items={items} current={current} onSelect={select} />}
      </div>
      {open && <StatusLine text={status} />}
    </div>
  );
}

interface OptionsProperties {
  readonly id: string;
  readonly items: readonly ComboItem[];
  readonly current: number;
  readonly onSelect: (index: number) => void;
}

const Options = ({ id, items, current, onSelect }: OptionsProperties) =>
  items.map((item, index) => (
    <div
      key={item.id}
      id={`${id}-${index}`}
      role="option"
      aria-selected={item.chosen}
      className={index === current ? 'sw-option sw-option-active' : 'sw-option'}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onSelect(index)}
    >
      <span className="sw-option-tick">{item.chosen && <CheckmarkRegular aria-hidden />}</span>
      <span className="sw-option-label">{item.label}</span>
      {item.note && <span className="sw-option-note">{item.note}</span>}
    </div>
  ));

const StatusLine = ({ text }: { readonly text: string }) => (
  <div className="sw-small" role="status">
    {text}
  </div>
);

/**
 * Closes an inline list when the focus leaves it. While a mouse button is down it waits: what was pressed would
 * otherwise move away under the pointer, and the click would miss it.
 */
function useCloseOnBlur(close: () => void): () => void {
  const pressed = useRef(false);
  const waiting = useRef(false);
  useEffect(() => {
    const down = () => {
      pressed.current = true;
    };
    // The click follows in the same turn; only then may the page move.
    const up = () =>
      setTimeout(() => {
        pressed.current = false;
        if (waiting.current) close();
        waiting.current = false;
      });
    const ends = ['pointerup', 'pointercancel'] as const;
    addEventListener('pointerdown', down, true);
    for (const end of ends) addEventListener(end, up, true);
    return () => {
      removeEventListener('pointerdown', down, true);
      for (const end of ends) removeEventListener(end, up, true);
    };
  }, [close]);
  return useCallback(() => {
    if (pressed.current) waiting.current = true;
    else close();
  }, [close]);
}

interface Chip {
  readonly id: string;
  readonly label: string;
}

interface ChipsProperties {
  readonly label: string;
  readonly chips: readonly Chip[];
  readonly onRemove: (id: string) => void;
}

export function Chips({ label, chips, onRemove }: ChipsProperties) {
  const list = useRef<HTMLUListElement>(null);
  if (chips.length === 0) return null;
  const remove = (id: string, index: number) => {
    const field = list.current?.parentElement;
    onRemove(id);
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button');
      // After the last one, to the field they were entered with.
      (buttons?.[Math.min(index, buttons.length - 1)] ?? field?.querySelector('input'))?.focus();
    });
  };
  return (
    <ul ref={list} className="sw-chips" aria-label={label}>
      {chips.map((chip, index) => (
        <li key={chip.id} className="sw-chip">
          <span>{chip.label}</span>
          <button
            type="button"
            aria-label={t('common.removeOne', { label: chip.label })}
            onClick={() => remove(chip.id, index)}
          >
            <DismissRegular aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
