// A number that is stored when the field is left; half-typed or impossible values stay in the field and say why.
import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { fieldMessage, readNumber } from './fieldMessage';

interface Properties {
  readonly label: string;
  readonly help: string;
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  /** What an empty field means; without it the field must be filled. */
  readonly empty?: string;
  readonly unit?: string;
  readonly onStore: (value: number | undefined) => void;
}

export function NumberSetting({ label, help, value, min, max, empty, unit, onStore }: Properties) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (value === undefined ? '' : String(value));
  const read = readNumber(text, { min, max, required: empty === undefined });
  const wrong = 'wrong' in read ? read.wrong : undefined;
  const store = () => {
    if ('wrong' in read || typed === undefined) return;
    onStore(read.value);
    setTyped(undefined);
  };
  return (
    <Field label={label} {...fieldMessage(help, wrong)}>
      <Input
        size="small"
        inputMode="numeric"
        value={text}
        placeholder={empty ?? ''}
        contentAfter={unit ? <span className="sw-small">{unit}</span> : null}
        onChange={(_event, data) => setTyped(data.value)}
        onBlur={store}
        onKeyDown={(event) => event.key === 'Enter' && store()}
      />
    </Field>
  );
}
