// The right kind of field for a parameter of the table.
import { Act } from '../controls/actions';
import { Checkbox, Field, Input, Select } from '@fluentui/react-components';
import { AddRegular, TableCellEditRegular } from '@fluentui/react-icons';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import type { DataRequest } from '../../engine/request/dataRequest';
import { operationOf } from '../../operations';
import { indexValues, rankValues } from '../../operations/check/rankValues';
import { helpOf } from '../../operations/guides';
import type { ChoiceParameter, Parameter } from '../../operations/table/parameter';
import { named, t } from '../../languages/t';
import { Chips, ComboList } from '../controls/comboList';
import { fieldMessage } from '../controls/fieldMessage';
import type { Suggestion } from '../formulas/choices/knownCodes';
import { choicesOf, valueLabel } from '../formulas/choices/valueSearch';
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
  readonly onLeave: () => void;
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

type FieldOf<Own extends Parameter> = Omit<Properties, 'parameter'> & { readonly parameter: Own };
type ListParameter = Extract<Parameter, { kind: 'list' }>;
type ValueParameter = Exclude<Parameter, { kind: 'list' }>;

function PlainField({ parameter, ...field }: Properties) {
  if (parameter.kind !== 'list') return <ValueField parameter={parameter} {...field} />;
  const { of } = parameter;
  return typeof of === 'string' ? (
    <EntryList parameter={parameter} {...field} />
  ) : (
    <ValueList parameter={parameter} values={of} {...field} />
  );
}

const helpText = ({ draft, name }: Properties): string => named(helpOf(draft.operation, name));

/** What is sent when the field is left empty. */
function fallbackOf({ draft, name, parameter }: Properties): string | undefined {
  const { defaultCount } = operationOf(draft.operation);
  if (name === 'count' && defaultCount !== undefined) return String(defaultCount);
  if (parameter.kind === 'text') return parameter.default ?? parameter.example;
  return parameter.kind === 'integer' && parameter.default !== undefined
    ? String(parameter.default)
    : undefined;
}

/** One parameter that takes one value: text, number, date or choice. An argument may hold a cell reference instead. */
function ValueField(field: FieldOf<ValueParameter>) {
  const { draft, name, parameter, wrong, codes, onChange, onLeave } = field;
  const { workbook } = usePane();
  const [refused, setRefused] = useState<string>();
  const listId = useId();
  const { positional, lookup } = operationOf(draft.operation);
  const value = textValue(draft.values[name]);
  const change = (text: string) => {
    setRefused(undefined);
    onChange((old) => setValue(old, name, text));
  };
  const takeSelection = async () => {
    const selection = await workbook.selection().catch(() => undefined);
    const reference = selection && selectedReference(selection.address);
    if (reference === undefined) setRefused(t('build.selectOneRangeOf'));
    else change(`=${reference}`);
  };
  if (parameter.kind === 'flag') {
    return (
      <div className="sw-field sw-wide">
        <Checkbox
          label={named(parameter.label)}
          checked={value === 'yes'}
          onChange={(_event, { checked }) => change(checked === true ? 'yes' : '')}
          aria-describedby={`${name}-help`}
        />
        <span id={`${name}-help`} className="sw-small sw-indent">
          {helpText(field)}
        </span>
      </div>
    );
  }
  const fallback = fallbackOf(field);
  const isArgument = positional.includes(name);
  const isReference = isExpression(value);
  const isWide = name === lookup || hasLongChoices(parameter);
  const help = isReference ? t('build.usesTheValueOf', { cell: value.trim().slice(1) }) : helpText(field);
  const input = {
    value,
    onBlur: onLeave,
    onChange: (_event: unknown, data: { value: string }) => change(data.value),
  };
  return (
    <Field
      className={isWide ? 'sw-field sw-wide' : 'sw-field'}
      label={named(parameter.label)}
      required={parameter.required === true && fallback === undefined}
      {...fieldMessage(help, wrong ?? refused)}
    >
      {parameter.kind === 'choice' && !isReference ? (
        <Select size="small" {...input}>
          <ChoiceOptions parameter={parameter} value={value} />
        </Select>
      ) : (
        <Input
          {...input}
          size="small"
          name={name}
          type={parameter.kind === 'date' && !isReference ? 'date' : 'text'}
          inputMode={parameter.kind === 'integer' && !isReference ? 'numeric' : 'text'}
          placeholder={fallback ?? ''}
          autoComplete="off"
          {...(codes && { list: listId })}
          contentAfter={
            codes || isArgument ? (
              <>
                {codes && <Suggestions id={listId} values={codes} />}
                {isArgument && (
                  <Act
                    appearance="transparent"
                    icon={<TableCellEditRegular />}
                    aria-label={t('build.useTheSelectedCells', { label: named(parameter.label) })}
                    title={t('common.useTheSelectedCells')}
                    onClick={takeSelection}
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
}

function ChoiceOptions({ parameter, value }: ChoiceProperties) {
  const { values, default: usual } = parameter;
  const others = values.filter((choice) => choice !== usual || choice === value);
  const all = value === '' || values.includes(value) ? others : [value, ...others];
  return (
    <>
      <option value="">{usual === undefined ? t('build.any') : choiceText(parameter, usual)}</option>
      {all.map((choice) => (
        <option key={choice} value={choice}>
          {values.includes(choice) ? valueLabel(choice) : choice}
        </option>
      ))}
    </>
  );
}

const few = 7;
const shown = 60;

type ValueListProperties = FieldOf<ListParameter> & { readonly values: readonly string[] };

/** A list with closed values: a few as tick boxes, many as chips with a searchable list. */
function ValueList(field: ValueListProperties) {
  const { draft, name, parameter, values, wrong, onChange } = field;
  const id = useId();
  const chosen = listOf(draft.values[name]);
  return (
    <div
      className="sw-field sw-wide"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-help`}
    >
      <span id={`${id}-label`} className="sw-label">
        {named(parameter.label)}
        {chosen.length > 0 && <span className="sw-count"> {chosen.length}</span>}
      </span>
      {values.length <= few ? (
        <div className="sw-ticks">
          {values.map((value) => (
            <Checkbox
              key={value}
              label={valueLabel(value)}
              checked={chosen.includes(value)}
              onChange={() => onChange((old) => toggleItem(old, name, value))}
            />
          ))}
        </div>
      ) : (
        <SearchableList {...field} />
      )}
      <span id={`${id}-help`} className={wrong ? 'sw-wrong' : 'sw-small'}>
        {wrong ?? helpText(field)}
      </span>
    </div>
  );
}

function SearchableList({ draft, name, parameter, values, onChange }: ValueListProperties) {
  const label = named(parameter.label);
  const [query, setQuery] = useState('');
  const index = useMemo(() => indexValues(choicesOf(name, label, values)), [name, label, values]);
  const found = rankValues(index, query);
  const chosen = listOf(draft.values[name]);
  const toggle = (value: string) => onChange((old) => toggleItem(old, name, value));
  return (
    <>
      <Chips
        label={t('build.selected', { label })}
        chips={chosen.map((value) => ({ id: value, label: valueLabel(value) }))}
        onRemove={toggle}
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
        onToggle={toggle}
        nothing={t('build.noValuesMatch', { query })}
      />
    </>
  );
}

/** A list of free entries (brands, identifiers, children's ages): type one, Enter or a comma adds it. */
function EntryList(field: FieldOf<ListParameter>) {
  const { draft, name, parameter, wrong, codes, onChange } = field;
  const label = named(parameter.label);
  const items = listOf(draft.values[name]);
  const listId = useId();
  const [typed, setTyped] = useDraft(`entry ${draft.operation} ${name}`, () => '');
  const change = (next: readonly string[]) => onChange((old) => setValue(old, name, next));
  const add = (text: string) => {
    // Two children of five are two entries; brands are listed once.
    const next = withEntries(items, text, parameter.sequence === true);
    if (next.length > items.length) change(next);
    setTyped('');
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && items.length > 0) change(items.slice(0, -1));
  };
  return (
    <div className="sw-field sw-wide">
      <Field label={label} {...fieldMessage(helpText(field), wrong)}>
        <Input
          size="small"
          value={typed}
          inputMode={parameter.of === 'integer' ? 'numeric' : 'text'}
          placeholder={t('build.typeAValueThen')}
          onChange={(_event, { value }) => (/[,;\n]/.test(value) ? add(value) : setTyped(value))}
          onKeyDown={keyDown}
          onBlur={() => typed.trim() !== '' && add(typed)}
          autoComplete="off"
          {...(codes && { list: listId })}
          contentAfter={
            <>
              {codes && <Suggestions id={listId} values={codes} />}
              <Act
                appearance="transparent"
                icon={<AddRegular />}
                aria-label={t('build.addTo', { label })}
                isOff={typed.trim() === ''}
                onClick={() => add(typed)}
              />
            </>
          }
        />
      </Field>
      <Chips
        label={t('build.entries', { label })}
        chips={items.map((item, index) => ({ id: String(index), label: item }))}
        onRemove={(id) => change(items.filter((_item, index) => String(index) !== id))}
      />
    </div>
  );
}
