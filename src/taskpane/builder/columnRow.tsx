// One column of the list: its heading, which can be changed, and buttons that move or remove it.
import { Button, Input } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular, DismissRegular, RenameRegular } from '@fluentui/react-icons';
import { useRef, useState, type FormEvent } from 'react';

interface Properties {
  /** The heading the column will have. */
  readonly label: string;
  /** How the table names the field. */
  readonly field: string;
  /** Set if the user gave one. */
  readonly heading: string | undefined;
  readonly place: { readonly first: boolean; readonly last: boolean };
  /** Undefined for “All fields”, which have their own headings. */
  readonly onRename: ((heading: string) => void) | undefined;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

const longest = 120;

const moves = [
  { by: -1, way: 'up', end: 'first', icon: <ArrowUpRegular /> },
  { by: 1, way: 'down', end: 'last', icon: <ArrowDownRegular /> },
] as const;

export function ColumnRow({ label, field, heading, place, onRename, onMove, onRemove }: Properties) {
  const [typed, setTyped] = useState<string>();
  const row = useRef<HTMLLIElement>(null);
  const editing = useRef(false);
  const close = (name?: string) => {
    // Removing the field also triggers blur, which must not save what Escape discarded.
    if (!editing.current) return;
    editing.current = false;
    setTyped(undefined);
    if (name !== undefined && name.trim() !== label) onRename?.(name === field ? '' : name);
  };
  const finish = (name?: string) => {
    close(name);
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('.sw-rename')?.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    finish(typed);
  };
  if (typed !== undefined) {
    return (
      <li ref={row}>
        <form onSubmit={submit}>
          <Input
            size="small"
            autoFocus
            aria-label={`Heading for ${field}`}
            placeholder={field}
            value={typed}
            maxLength={longest}
            onChange={(_event, { value }) => setTyped(value)}
            onFocus={(event) => event.target.select()}
            onBlur={() => close(typed)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') finish();
            }}
          />
        </form>
      </li>
    );
  }
  return (
    <li ref={row}>
      <span className={onRename ? 'sw-cut' : 'sw-cut sw-no-rename'} title={label}>
        {label}
        {heading !== undefined && heading !== field && <span className="sw-small"> {field}</span>}
      </span>
      {onRename && (
        <Button
          size="small"
          appearance="subtle"
          className="sw-rename"
          icon={<RenameRegular />}
          title="Rename"
          aria-label={`Rename ${label}`}
          onClick={() => {
            editing.current = true;
            setTyped(label);
          }}
        />
      )}
      <MoveButtons label={label} place={place} onMove={onMove} />
      <Button
        size="small"
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={`Remove ${label}`}
        disabledFocusable={place.first && place.last}
        onClick={onRemove}
      />
    </li>
  );
}

const MoveButtons = ({ label, place, onMove }: Pick<Properties, 'label' | 'place' | 'onMove'>) =>
  moves.map(({ by, way, icon, end }) => (
    <Button
      key={way}
      size="small"
      appearance="subtle"
      className={`sw-${way}`}
      icon={icon}
      aria-label={`Move ${label} ${way}`}
      disabledFocusable={place[end]}
      onClick={() => onMove(by)}
    />
  ));
