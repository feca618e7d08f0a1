// Fields under a label: one of a few values, a line of text, a number that is stored, a name. And the sections they stand in.
import { Checkbox, Field, Input, Select, type InputProps } from '@fluentui/react-components';
import { t } from '../../languages/t';
import { SearchRegular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { CancelButton, Act, FocusScope } from './actions';
import { duration } from '../text/words';
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

const hour = 3_600_000;
const ages = [0.5, 1, 6, 12, 24, 3 * 24, 7 * 24, 30 * 24].map((hours) => hours * hour);

interface AgeProperties extends Labelled {
  /** Milliseconds. */
  readonly value: number | undefined;
  /** What no limit means. */
  readonly none: string;
  readonly textOf?: (time: string) => string;
  readonly onChange: (age: number | undefined) => void;
}

/** How old a result may become before it is fetched again; also an age that is written in a formula and not in the list. */
export function AgeChoice({ value, none, textOf = (time) => time, onChange, ...field }: AgeProperties) {
  const known = value === undefined || ages.includes(value) ? ages : [...ages, value];
  return (
    <Choice
      {...field}
      value={value === undefined ? '' : String(value)}
      choices={[['', none], ...known.map((age) => [String(age), textOf(duration(age))] as const)]}
      onChange={(text) => onChange(text === '' ? undefined : Number(text))}
    />
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

interface StoredProperties<Value> extends Omit<TextProperties, 'onChange' | 'wrong'> {
  /** What to store for a text, or what is wrong with it. */
  readonly read: (text: string) => { readonly value: Value } | { readonly wrong: string };
  readonly onStore: (value: Value) => unknown;
}

/** What is typed is stored when the field is left; what is half-typed or impossible stays in the field and says why. */
export function StoredField<Value>({ value, read, onStore, ...field }: StoredProperties<Value>) {
  const [typed, setTyped] = useState<string>();
  const found = read(typed ?? value);
  const store = () => {
    if ('wrong' in found || typed === undefined) return;
    onStore(found.value);
    setTyped(undefined);
  };
  return (
    <TextField
      {...field}
      value={typed ?? value}
      wrong={'wrong' in found ? found.wrong : undefined}
      onChange={setTyped}
      onBlur={store}
      onKeyDown={(event) => event.key === 'Enter' && store()}
    />
  );
}

interface NumberProperties extends Pick<Labelled, 'label' | 'hint'> {
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  /** What an empty field means; without it the field must be filled. */
  readonly empty?: string;
  readonly unit?: string;
  readonly onStore: (value: number | undefined) => unknown;
}

export const NumberSetting = ({ value, min, max, empty, unit, ...field }: NumberProperties) => (
  <StoredField
    {...field}
    read={(text) => readNumber(text, { min, max, required: empty === undefined })}
    value={value === undefined ? '' : String(value)}
    inputMode="numeric"
    placeholder={empty ?? ''}
    contentAfter={unit ? <span className="sw-small">{unit}</span> : null}
  />
);

interface NameProperties {
  readonly label: string;
  readonly initial?: string;
  /** What the button says. */
  readonly action?: string;
  /** It is being saved already. */
  readonly busy?: boolean;
  readonly onSave: (name: string) => unknown;
  readonly onCancel: () => void;
}

export function NameForm({ label, initial = '', action, busy = false, onSave, onCancel }: NameProperties) {
  const [typed, setTyped] = useState(initial);
  const name = typed.trim();
  return (
    <form
      className="sw-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '' && !busy) onSave(name);
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
      <Act says={action ?? t('common.save')} type="submit" isMain busy={busy} isOff={name === ''} />
      <CancelButton onClick={onCancel} />
    </form>
  );
}

interface NameButtonProperties extends Omit<NameProperties, 'initial' | 'busy' | 'onSave' | 'onCancel'> {
  /** What the button says that the field replaces. */
  readonly says: string;
  readonly isOff?: boolean;
  /** Whether it was saved; the field then closes. */
  readonly onSave: (name: string) => Promise<boolean>;
}

/** A button that a field for a name replaces. */
export function NameButton({ says, isOff = false, onSave, ...form }: NameButtonProperties) {
  const [naming, setNaming] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async (name: string) => {
    setBusy(true);
    if (await onSave(name)) setNaming(false);
    setBusy(false);
  };
  return (
    <FocusScope>
      {naming ? (
        <NameForm {...form} busy={busy} onSave={save} onCancel={() => setNaming(false)} />
      ) : (
        <Act says={says} isOff={isOff} onClick={() => setNaming(true)} />
      )}
    </FocusScope>
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
