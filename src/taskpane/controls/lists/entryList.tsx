// A list of free entries (brands, identifiers, children's ages): type one, Enter or a comma adds it.
import { Button, Field, Input } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import type { KeyboardEvent } from 'react';
import { useDraft } from '../../shell/useDraft';
import { fieldMessage } from '../fieldMessage';
import { Chips } from '../chips';
import { withEntries } from './entries';

interface Properties {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly items: readonly string[];
  readonly numbers: boolean;
  /** Two children of five are two entries; brands are listed once. */
  readonly repeats: boolean;
  readonly wrong?: string | undefined;
  readonly onChange: (items: readonly string[]) => void;
}

export function EntryList({ name, label, help, items, numbers, repeats, wrong, onChange }: Properties) {
  const [typed, setTyped] = useDraft(`entry ${name}`, () => '');
  const add = (text: string) => {
    const next = withEntries(items, text, repeats);
    if (next.length > items.length) onChange(next);
    setTyped('');
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && items.length > 0) onChange(items.slice(0, -1));
  };
  return (
    <div className="sw-field sw-wide">
      <Field label={label} {...fieldMessage(help, wrong)}>
        <Input
          size="small"
          value={typed}
          inputMode={numbers ? 'numeric' : 'text'}
          placeholder="Type a value, then press Enter"
          onChange={(_event, { value }) => (/[,;\n]/.test(value) ? add(value) : setTyped(value))}
          onKeyDown={keyDown}
          onBlur={() => typed.trim() !== '' && add(typed)}
          contentAfter={
            <Button
              appearance="transparent"
              size="small"
              icon={<AddRegular />}
              aria-label={`Add to ${label}`}
              onClick={() => add(typed)}
            />
          }
        />
      </Field>
      <Chips
        label={`${label}: entries`}
        chips={items.map((item, index) => ({ id: String(index), label: item }))}
        onRemove={(id) => onChange(items.filter((_item, index) => String(index) !== id))}
      />
    </div>
  );
}
