// The selected values, each with a button that removes it; the focus stays in place when one is removed.
import { t } from '../../languages/t';
import { DismissRegular } from '@fluentui/react-icons';
import { useRef } from 'react';

interface Chip {
  readonly id: string;
  readonly label: string;
}

interface Properties {
  readonly label: string;
  readonly chips: readonly Chip[];
  readonly onRemove: (id: string) => void;
}

export function Chips({ label, chips, onRemove }: Properties) {
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
            aria-label={t('shell.remove', { label: chip.label })}
            onClick={() => remove(chip.id, index)}
          >
            <DismissRegular aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
