// Asks for a name, and gives it when it is saved.
import { Button, Input } from '@fluentui/react-components';
import { useState } from 'react';

interface Properties {
  readonly label: string;
  readonly initial: string;
  readonly placeholder?: string;
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

export function NameForm({ label, initial, placeholder = '', onSave, onCancel }: Properties) {
  const [name, setName] = useState(initial);
  return (
    <form
      className="sw-row"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(name);
      }}
    >
      <Input
        size="small"
        autoFocus
        aria-label={label}
        placeholder={placeholder}
        maxLength={60}
        value={name}
        onChange={(_event, { value }) => setName(value)}
      />
      <Button size="small" type="submit" appearance="primary" disabledFocusable={name.trim() === ''}>
        Save
      </Button>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
