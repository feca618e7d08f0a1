// One parameter that takes one value: text, number, date or choice. An argument may hold a cell reference instead.
import { Button, Checkbox, Field, Input, Select } from '@fluentui/react-components';
import { TableCellEditRegular } from '@fluentui/react-icons';
import { useId } from 'react';
import { labelOf } from '../../operations/check/labels';
import type { ChoiceParameter, Parameter } from '../../operations/table/parameter';
import { isExpression } from '../formulas/draft/draft';
import { fieldMessage } from './fieldMessage';

interface Properties {
  readonly name: string;
  readonly parameter: Exclude<Parameter, { kind: 'list' }>;
  readonly help: string;
  readonly value: string;
  readonly wrong?: string | undefined;
  /** What is sent when the field is left empty. */
  readonly fallback?: string | undefined;
  /** Offered while typing; anything else is taken too. */
  readonly suggestions?: readonly string[] | undefined;
  /** Takes the whole width of the form. */
  readonly wide: boolean;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  /** Given for arguments, which take references. */
  readonly onUseSelection?: (() => void) | undefined;
}

export function ValueField(properties: Properties) {
  const { name, parameter, help, value, wrong, fallback, suggestions, wide } = properties;
  const { onChange, onBlur, onUseSelection } = properties;
  const listId = useId();
  if (parameter.kind === 'flag') {
    return (
      <div className="sw-field sw-wide">
        <Checkbox
          label={parameter.label}
          checked={value === 'yes'}
          onChange={(_event, { checked }) => onChange(checked === true ? 'yes' : '')}
          aria-describedby={`${name}-help`}
        />
        <span id={`${name}-help`} className="sw-small sw-indent">
          {help}
        </span>
      </div>
    );
  }
  const reference = isExpression(value);
  return (
    <Field
      className={wide ? 'sw-field sw-wide' : 'sw-field'}
      label={parameter.label}
      required={parameter.required === true && fallback === undefined}
      {...fieldMessage(reference ? `Uses the value of ${value.trim().slice(1)}.` : help, wrong)}
    >
      {parameter.kind === 'choice' && !reference ? (
        <ChoiceInput parameter={parameter} value={value} onChange={onChange} onBlur={onBlur} />
      ) : (
        <Input
          size="small"
          name={name}
          type={parameter.kind === 'date' && !reference ? 'date' : 'text'}
          inputMode={parameter.kind === 'integer' && !reference ? 'numeric' : 'text'}
          value={value}
          placeholder={fallback ?? ''}
          onChange={(_event, data) => onChange(data.value)}
          onBlur={onBlur}
          autoComplete="off"
          {...(suggestions && { list: listId })}
          contentAfter={
            onUseSelection || suggestions ? (
              <>
                {suggestions && <Suggestions id={listId} values={suggestions} />}
                {onUseSelection && (
                  <Button
                    appearance="transparent"
                    size="small"
                    icon={<TableCellEditRegular />}
                    aria-label={`${parameter.label}: use the selected cells`}
                    title="Use the selected cells"
                    onClick={onUseSelection}
                  />
                )}
              </>
            ) : null
          }
        />
      )}
    </Field>
  );
}

const Suggestions = ({ id, values }: { readonly id: string; readonly values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
);

interface ChoiceProperties {
  readonly parameter: ChoiceParameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

function ChoiceInput({ parameter, value, onChange, onBlur, ...field }: ChoiceProperties) {
  const known = parameter.values.includes(value) || value === '';
  return (
    <Select
      size="small"
      {...field}
      value={value}
      onChange={(_event, data) => onChange(data.value)}
      onBlur={onBlur}
    >
      <option value="">
        {parameter.default === undefined ? 'Any' : `${labelOf(parameter.default)} (default)`}
      </option>
      {!known && <option value={value}>{value}</option>}
      {parameter.values
        .filter((choice) => choice !== parameter.default || choice === value)
        .map((choice) => (
          <option key={choice} value={choice}>
            {labelOf(choice)}
          </option>
        ))}
    </Select>
  );
}
