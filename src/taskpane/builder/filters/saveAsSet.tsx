// The filters of the form as a new set: a button, which a field for the name replaces.
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { FocusScope } from '../../controls/focusScope';
import { NameForm } from '../../controls/nameForm';

interface Properties {
  readonly blocked: boolean;
  /** True when it was saved; the field then closes. */
  readonly onSave: (name: string) => Promise<boolean>;
}

export function SaveAsSet({ blocked, onSave }: Properties) {
  const [naming, setNaming] = useState(false);
  const save = async (name: string) => {
    if (await onSave(name)) setNaming(false);
  };
  return (
    <FocusScope>
      {naming ? (
        <NameForm
          label="Set name"
          action="Save set"
          onSave={(name) => void save(name)}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <div className="sw-row">
          <Button size="small" disabledFocusable={blocked} onClick={() => setNaming(true)}>
            Save as…
          </Button>
        </div>
      )}
    </FocusScope>
  );
}
