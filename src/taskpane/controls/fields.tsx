// Fields under a label: one of a few values, a line of text, a number that is stored, a name. And the sections they stand in.
import { Button, Checkbox, Field, Input, Select, type InputProps } from '@fluentui/react-components';
import { t } from '../../languages/t';
import { SearchRegular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { CancelButton } from './actions';
import { fieldMessage, readNumber } from './fieldMessage';

interface Labelled {
  readonly label: string;
  /** The label is for screen readers only. */
  readonly isLabelHidden?: boolean;
  readonly hint?: string | undefined;
}

const labelOf = ({ label, isLabelHidden }: Labelled) =>
  isLabelHidden ? { children: label, className: 'sw-unseen' } : label;

interface ChoiceProperties<Value extends string> extends Labelled {
  readonly value: Value;
  /** Labels by value, in the order shown. */
  readonly choices:
    | Readonly<Partial<Record<Value, string>>>
    | readonly (readonly [value: Value, label: string])[];
  readonly size?: 'small' | 'medium';
  readonly onChange: (value: Value) => void;
}

export function Choice<Value extends string>({
  value,
  choices,
  size = 'small',
  onChange,
  ...field
}: ChoiceProperties<Value>) {
  const entries = Symbol.iterator in choices ? choices : Object.entries<string | undefined>(choices);
  return (
    <Field label={labelOf(field)} {...fieldMessage(field.hint, undefined)}>
      <Select size={size} value={value} onChange={(_event, data) => onChange(data.value as Value)}>
        {entries.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface TextProperties extends Labelled, Omit<InputProps, 'onChange' | 'value'> {
  readonly wrong?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const TextField = ({
  label,
  isLabelHidden = false,
  hint,
  wrong,
  onChange,
  ...input
}: TextProperties) => (
  <Field label={labelOf({ label, isLabelHidden })} {...fieldMessage(hint, wrong)}>
    <Input size="small" {...input} onChange={(_event, { value }) => onChange(value)} />
  </Field>
);

interface TickProperties {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export const Tick = ({ onChange, ...field }: TickProperties) => (
  <Checkbox {...field} onChange={(_event, { checked }) => onChange(checked === true)} />
);

/** The words that the entries of a list must contain. */
export const SearchField = (given: Pick<TextProperties, 'value' | 'onChange'>) => (
  <TextField label={t('common.search')} contentBefore={<SearchRegular aria-hidden />} {...given} />
);

interface NumberProperties {
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

/** A number that is stored when the field is left; half-typed or impossible values stay in the field and say why. */
export function NumberSetting({ label, help, value, min, max, empty, unit, onStore }: NumberProperties) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (value === undefined ? '' : String(value));
  const read = readNumber(text, { min, max, required: empty === undefined });
  const store = () => {
    if ('wrong' in read || typed === undefined) return;
    onStore(read.value);
    setTyped(undefined);
  };
  return (
    <TextField
      label={label}
      hint={help}
      wrong={'wrong' in read ? read.wrong : undefined}
      inputMode="numeric"
      value={text}
      placeholder={empty ?? ''}
      contentAfter={unit ? <span className="sw-small">{unit}</span> : null}
      onChange={setTyped}
      onBlur={store}
      onKeyDown={(event) => event.key === 'Enter' && store()}
    />
  );
}

interface NameProperties {
  readonly label: string;
  readonly initial?: string;
  /** What the button says. */
  readonly action?: string;
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

export function NameForm({ label, initial = '', action, onSave, onCancel }: NameProperties) {
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
        {action ?? t('common.save')}
      </Button>
      <CancelButton onClick={onCancel} />
    </form>
  );
}

interface SectionProperties {
  readonly title: string;
  readonly filled?: number;
  /** Something inside needs attention: the section opens automatically. */
  readonly wrong?: boolean;
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** Folds; its head says how much of it is filled in. What is inside is only rendered once it was opened. */
export function CollapsibleSection({ title, filled = 0, wrong, open, children }: SectionProperties) {
  const [opened, setOpened] = useState(open ?? false);
  const shown = opened || wrong === true;
  return (
    <details
      className="sw-fold sw-group"
      open={shown}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <span>{title}</span>
        {filled > 0 && <span className="sw-count">{filled}</span>}
      </summary>
      {shown && <div className="sw-fold-body">{children}</div>}
    </details>
  );
}
