// Asks for a name, and gives it when it is saved.
import { t } from '../../languages/t';
import { Button, Field, Input } from '@fluentui/react-components';
import { useState } from 'react';

interface Properties {
  readonly label: string;
  readonly initial?: string;
  /** What the button says. */
  readonly action?: string;
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

export function NameForm({ label, initial = '', action = t('common.save'), onSave, onCancel }: Properties) {
  const [typed, setTyped] = useState(initial);
  const name = typed.trim();
  return (
    <form
      className="sw-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') onSave(name);
      }}
    >
      <Field label={label} className="sw-grow">
        <Input
          size="small"
          autoFocus
          maxLength={60}
          value={typed}
          onChange={(_event, { value }) => setTyped(value)}
        />
      </Field>
      <Button size="small" type="submit" appearance="primary" disabledFocusable={name === ''}>
        {action}
      </Button>
      <Button size="small" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </form>
  );
}
