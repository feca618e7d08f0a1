// The filters of the form as a new set: a button, which a field for the name replaces.
import { Button, Field, Input } from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import { FocusScope } from '../../controls/focusScope';

interface Properties {
  readonly blocked: boolean;
  /** True when it was saved; the field then closes. */
  readonly onSave: (name: string) => Promise<boolean>;
}

export function SaveAsSet({ blocked, onSave }: Properties) {
  const [name, setName] = useState<string>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name?.trim() ?? '';
    if (wanted !== '' && (await onSave(wanted))) setName(undefined);
  };
  return (
    <FocusScope>
      {name === undefined ? (
        <div className="sw-row">
          <Button size="small" disabledFocusable={blocked} onClick={() => setName('')}>
            Save as…
          </Button>
        </div>
      ) : (
        <form className="sw-row" onSubmit={(event) => void save(event)}>
          <Field label="Set name" className="sw-grow">
            <Input
              size="small"
              autoFocus
              value={name}
              onChange={(_event, { value }) => setName(value)}
              maxLength={60}
            />
          </Field>
          <Button size="small" type="submit" appearance="primary">
            Save set
          </Button>
          <Button size="small" onClick={() => setName(undefined)}>
            Cancel
          </Button>
        </form>
      )}
    </FocusScope>
  );
}
