// One of a few values, from a list under a label.
import { Field, Select } from '@fluentui/react-components';

interface Properties {
  readonly label: string;
  /** The label is for screen readers only. */
  readonly isLabelHidden?: boolean;
  readonly hint?: string | undefined;
  readonly value: string;
  /** Labels by value, in the order shown. */
  readonly choices: Readonly<Record<string, string>> | readonly (readonly [value: string, label: string])[];
  readonly size?: 'small' | 'medium';
  readonly onChange: (value: string) => void;
}

export function Choice({ label, isLabelHidden, hint, value, choices, size = 'small', onChange }: Properties) {
  const entries = Symbol.iterator in choices ? choices : Object.entries(choices);
  return (
    <Field
      label={isLabelHidden ? { children: label, className: 'sw-unseen' } : label}
      {...(hint && { hint })}
    >
      <Select size={size} value={value} onChange={(_event, data) => onChange(data.value)}>
        {entries.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}
