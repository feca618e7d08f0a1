// The right kind of field for a parameter of the table.
import { Button, Checkbox, Field, Input, Select } from '@fluentui/react-components';
import { AddRegular, TableCellEditRegular } from '@fluentui/react-icons';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import type { DataRequest } from '../../engine/request/dataRequest';
import { operationOf } from '../../operations';
import { helpOf } from '../../operations/guides';
import type { ChoiceParameter, Parameter } from '../../operations/table/parameter';
import { named, t } from '../../languages/t';
import { Chips, ComboList } from '../controls/comboList';
import { fieldMessage } from '../controls/fieldMessage';
import type { Suggestion } from '../formulas/choices/knownCodes';
import { choicesOf, indexChoices, searchChoices, valueLabel } from '../formulas/choices/valueSearch';
import {
  isExpression,
  listOf,
  setValue,
  textValue,
  toggleItem,
  withEntries,
  type Draft,
} from '../formulas/draft/draft';
import { selectedReference } from '../formulas/draft/placedDraft';
import { usePane, useDraft } from '../shell/usePane';
import { Lookup } from './lookup';
import { Suggestions } from './suggestions';

interface Properties {
  readonly draft: Draft;
  readonly name: string;
  readonly parameter: Parameter;
  readonly wrong?: string | undefined;
  /** Free suggestions. */
  readonly codes?: readonly Suggestion[] | undefined;
  /** The request that finds more of them, for its price. */
  readonly lookup?: DataRequest | undefined;
  readonly onChange: (change: (draft: Draft) => Draft) => void;
  readonly onLeave: (name: string) => void;
}

/** The field, and under it the search that finds more to pick from. */
export function ParameterField(properties: Properties) {
  const { parameter, lookup } = properties;
  if (!lookup) return <PlainField {...properties} />;
  return (
    <div className="sw-stack sw-wide">
      <PlainField {...properties} />
      <Lookup key={lookup.key} request={lookup} label={named(parameter.label)} />
    </div>
  );
}

function PlainField({ draft, name, parameter, wrong, codes, onChange, onLeave }: Properties) {
  const { workbook } = usePane();
  const [refused, setRefused] = useState<string>();
  const { positional, lookup, defaultCount } = operationOf(draft.operation);
  if (parameter.kind !== 'list') {
    const takeSelection = async () => {
      const selection = await workbook.selection().catch(() => undefined);
      const reference = selection && selectedReference(selection.address);
      if (reference === undefined) return setRefused(t('build.selectOneRangeOf'));
      setRefused(undefined);
      onChange((old) => setValue(old, name, `=${reference}`));
    };
    return (
      <ValueField
        name={name}
        parameter={parameter}
        help={named(helpOf(draft.operation, name))}
        value={textValue(draft.values[name])}
        wrong={wrong ?? refused}
        wide={name === lookup || hasLongChoices(parameter)}
        suggestions={codes}
        fallback={fallbackOf(name, parameter, defaultCount)}
        onChange={(value) => {
          setRefused(undefined);
          onChange((old) => setValue(old, name, value));
        }}
        onBlur={() => onLeave(name)}
        onUseSelection={positional.includes(name) ? () => void takeSelection() : undefined}
      />
    );
  }
  const items = listOf(draft.values[name]);
  if (typeof parameter.of !== 'string') {
    return (
      <ValueList
        name={name}
        label={named(parameter.label)}
        help={named(helpOf(draft.operation, name))}
        values={parameter.of}
        chosen={items}
        wrong={wrong}
        onToggle={(value) => onChange((old) => toggleItem(old, name, value))}
      />
    );
  }
  return (
    <EntryList
      name={`${draft.operation} ${name}`}
      label={named(parameter.label)}
      help={named(helpOf(draft.operation, name))}
      items={items}
      numbers={parameter.of === 'integer'}
      repeats={parameter.sequence === true}
      suggestions={codes}
      wrong={wrong}
      onChange={(value) => onChange((old) => setValue(old, name, value))}
    />
  );
}

function fallbackOf(
  name: string,
  parameter: Parameter,
  defaultCount: number | undefined,
): string | undefined {
  if (name === 'count' && defaultCount !== undefined) return String(defaultCount);
  if (parameter.kind === 'text') return parameter.default ?? parameter.example;
  return parameter.kind === 'integer' && parameter.default !== undefined
    ? String(parameter.default)
    : undefined;
}

interface ValueProperties {
  readonly name: string;
  readonly parameter: Exclude<Parameter, { kind: 'list' }>;
  readonly help: string;
  readonly value: string;
  readonly wrong?: string | undefined;
  /** What is sent when the field is left empty. */
  readonly fallback?: string | undefined;
  /** Offered while typing; anything else is taken too. */
  readonly suggestions?: readonly Suggestion[] | undefined;
  readonly wide: boolean;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  /** Given for arguments, which take references. */
  readonly onUseSelection?: (() => void) | undefined;
}

/** One parameter that takes one value: text, number, date or choice. An argument may hold a cell reference instead. */
function ValueField(properties: ValueProperties) {
  const { name, parameter, help, value, wrong, fallback, suggestions, wide } = properties;
  const { onChange, onBlur, onUseSelection } = properties;
  const listId = useId();
  if (parameter.kind === 'flag') {
    return (
      <div className="sw-field sw-wide">
        <Checkbox
          label={named(parameter.label)}
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
      label={named(parameter.label)}
      required={parameter.required === true && fallback === undefined}
      {...fieldMessage(reference ? t('build.usesTheValueOf', { cell: value.trim().slice(1) }) : help, wrong)}
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
                    aria-label={t('build.useTheSelectedCells', { label: named(parameter.label) })}
                    title={t('build.useTheSelectedCells2')}
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

/** A list in half the width of the pane would cut them off. */
const hasLongChoices = (parameter: Parameter): boolean =>
  parameter.kind === 'choice' && parameter.values.some((choice) => choiceText(parameter, choice).length > 16);

const choiceText = ({ default: usual }: ChoiceParameter, choice: string): string =>
  choice === usual ? t('build.default', { label: valueLabel(choice) }) : valueLabel(choice);

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
        {parameter.default === undefined ? t('build.any') : choiceText(parameter, parameter.default)}
      </option>
      {!known && <option value={value}>{value}</option>}
      {parameter.values
        .filter((choice) => choice !== parameter.default || choice === value)
        .map((choice) => (
          <option key={choice} value={choice}>
            {valueLabel(choice)}
          </option>
        ))}
    </Select>
  );
}

interface ValueListProperties {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly values: readonly string[];
  readonly chosen: readonly string[];
  readonly wrong?: string | undefined;
  readonly onToggle: (value: string) => void;
}

const few = 7;
const shown = 60;

/** A list with closed values: a few as tick boxes, many as chips with a searchable list. */
function ValueList(properties: ValueListProperties) {
  const { label, help, values, chosen, wrong, onToggle } = properties;
  const id = useId();
  return (
    <div
      className="sw-field sw-wide"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-help`}
    >
      <span id={`${id}-label`} className="sw-label">
        {label}
        {chosen.length > 0 && <span className="sw-count"> {chosen.length}</span>}
      </span>
      {values.length <= few ? (
        <div className="sw-ticks">
          {values.map((value) => (
            <Checkbox
              key={value}
              label={valueLabel(value)}
              checked={chosen.includes(value)}
              onChange={() => onToggle(value)}
            />
          ))}
        </div>
      ) : (
        <SearchableList {...properties} />
      )}
      <span id={`${id}-help`} className={wrong ? 'sw-wrong' : 'sw-small'}>
        {wrong ?? help}
      </span>
    </div>
  );
}

function SearchableList({ name, label, values, chosen, onToggle }: ValueListProperties) {
  const [query, setQuery] = useState('');
  const index = useMemo(() => indexChoices(choicesOf(name, label, values)), [name, label, values]);
  const found = searchChoices(index, query);
  return (
    <>
      <Chips
        label={t('build.selected', { label })}
        chips={chosen.map((value) => ({ id: value, label: valueLabel(value) }))}
        onRemove={onToggle}
      />
      <ComboList
        label={label}
        placeholder={t('build.searchValues', { values: values.length })}
        query={query}
        onQuery={setQuery}
        items={found
          .slice(0, shown)
          .map(({ value, label: text }) => ({ id: value, label: text, chosen: chosen.includes(value) }))}
        more={Math.max(found.length - shown, 0)}
        onToggle={onToggle}
        nothing={t('build.noValuesMatch', { query })}
      />
    </>
  );
}

interface EntryListProperties {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly items: readonly string[];
  readonly numbers: boolean;
  /** Two children of five are two entries; brands are listed once. */
  readonly repeats: boolean;
  readonly suggestions?: readonly Suggestion[] | undefined;
  readonly wrong?: string | undefined;
  readonly onChange: (items: readonly string[]) => void;
}

/** A list of free entries (brands, identifiers, children's ages): type one, Enter or a comma adds it. */
function EntryList(properties: EntryListProperties) {
  const { name, label, help, items, numbers, repeats, suggestions, wrong, onChange } = properties;
  const listId = useId();
  const [typed, setTyped] = useDraft(`entry ${name}`, () => '');
  const add = (text: string) => {
    const next = withEntries(items, text, repeats);
    if (next.length > items.length) onChange(next);
    setTyped('');
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && items.length > 0) onChange(items.slice(0, -1));
  };
  return (
    <div className="sw-field sw-wide">
      <Field label={label} {...fieldMessage(help, wrong)}>
        <Input
          size="small"
          value={typed}
          inputMode={numbers ? 'numeric' : 'text'}
          placeholder={t('build.typeAValueThen')}
          onChange={(_event, { value }) => (/[,;\n]/.test(value) ? add(value) : setTyped(value))}
          onKeyDown={keyDown}
          onBlur={() => typed.trim() !== '' && add(typed)}
          autoComplete="off"
          {...(suggestions && { list: listId })}
          contentAfter={
            <>
              {suggestions && <Suggestions id={listId} values={suggestions} />}
              <Button
                appearance="transparent"
                size="small"
                icon={<AddRegular />}
                aria-label={t('build.addTo', { label })}
                disabledFocusable={typed.trim() === ''}
                onClick={() => add(typed)}
              />
            </>
          }
        />
      </Field>
      <Chips
        label={t('build.entries', { label })}
        chips={items.map((item, index) => ({ id: String(index), label: item }))}
        onRemove={(id) => onChange(items.filter((_item, index) => String(index) !== id))}
      />
    </div>
  );
}
