// The conditions of a formula: rows of field, condition and value, with how many of the fetched results meet them. Where the service
// could filter by itself, that form is offered.
import { Act } from '../controls/actions';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { useCallback, useId, useMemo, useRef } from 'react';
import { makeDataRequest } from '../../engine/request/dataRequest';
import { operationOf, type OperationId } from '../../operations';
import type { Values } from '../../history/record';
import type { Formula } from '../../spill/read/formula/formula';
import { readConditions, type Condition } from '../../spill/where/condition';
import { selector } from '../../spill/where/select';
import { serviceFilters } from '../../spill/where/serviceFilter';
import { t, texts } from '../../languages/t';
import { Choice, TextField } from '../controls/fields';
import { columnChoices } from '../formulas/choices/columnChoices';
import { rowOf, rowSigns, takesValue, textOfRow } from '../formulas/choices/conditionRows';
import { knownValues } from '../formulas/choices/knownCodes';
import { setValue, type Draft } from '../formulas/draft/draft';
import { usePane, useLedgerData } from '../shell/usePane';
import { Suggestions } from './suggestions';

interface Properties {
  readonly draft: Draft;
  readonly formula: Formula | undefined;
  /** What was fetched before, for suggestions. */
  readonly records: readonly Values[];
  readonly onChange: (change: (draft: Draft) => Draft) => void;
}

export function Conditions({ draft, formula, records, onChange }: Properties) {
  const change = (next: (where: readonly string[]) => readonly string[]) =>
    onChange((old) => ({ ...old, view: { ...old.view, where: next(old.view.where) } }));
  const another = textOfRow({ field: operationOf(draft.operation).columns[0]!, sign: 'has', value: '' });
  return (
    <div className="sw-stack">
      <p className="sw-small">{t('build.onlyResultsThatMeet')}</p>
      {draft.view.where.map((text, at) => (
        <ConditionFields
          key={at}
          operation={draft.operation}
          records={records}
          text={text}
          label={t('build.condition', { number: at + 1 })}
          onChange={(next) => change((all) => all.map((own, index) => (index === at ? next : own)))}
          onRemove={() => change((all) => all.filter((_own, index) => index !== at))}
        />
      ))}
      <Act
        says={t('build.addACondition')}
        icon={<AddRegular />}
        onClick={() => change((all) => [...all, another])}
      />
      <Remaining draft={draft} formula={formula} />
      <Offers draft={draft} onChange={onChange} />
    </div>
  );
}

interface FieldsProperties extends Pick<Properties, 'records'> {
  readonly operation: OperationId;
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly onRemove: () => void;
}

/** One condition: field, comparison and value, or its text where it is more than one comparison. */
function ConditionFields({ operation, records, text, label, onChange, onRemove }: FieldsProperties) {
  const row = rowOf(operation, text);
  const fields = columnChoices(operation).filter(({ path }) => path !== '*');
  const listId = useId();
  const field = row?.field ?? '';
  const values = useMemo(() => knownValues(operation, field, records), [operation, field, records]);
  const isOther = row && !fields.some(({ path }) => path === row.field);
  return (
    <div className="sw-row sw-condition" role="group" aria-label={label}>
      {row ? (
        <>
          <Choice
            label={t('build.fieldOf', { label })}
            isLabelHidden
            value={row.field}
            choices={[
              ...(isOther ? [[row.field, row.field] as const] : []),
              ...fields.map(({ path, label: name }) => [path, name] as const),
            ]}
            onChange={(field) => onChange(textOfRow({ ...row, field }))}
          />
          <Choice
            label={t('build.comparisonOf', { label })}
            isLabelHidden
            value={row.sign}
            choices={texts(rowSigns)}
            onChange={(sign) => onChange(textOfRow({ ...row, sign }))}
          />
          {takesValue(row.sign) && (
            <TextField
              label={t('build.valueOf2', { label })}
              isLabelHidden
              value={row.value}
              onChange={(value) => onChange(textOfRow({ ...row, value }))}
              autoComplete="off"
              {...(values.length > 0 && {
                list: listId,
                contentAfter: <Suggestions id={listId} values={values} />,
              })}
            />
          )}
        </>
      ) : (
        <TextField label={t('build.textOf', { label })} isLabelHidden value={text} onChange={onChange} />
      )}
      <Act
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={t('common.removeOne', { label })}
        onClick={onRemove}
      />
    </div>
  );
}

const conditionOf = ({ operation, view }: Draft): Condition | undefined => {
  try {
    return readConditions(operation, view.where);
  } catch {
    return undefined;
  }
};

/** How many of the results that are already there meet the conditions. Nothing is requested for it. */
function Remaining({ draft, formula }: Pick<Properties, 'draft' | 'formula'>) {
  const { engine } = usePane().runtime;
  const item = formula?.items.find(({ state }) => state === 'request');
  const request =
    formula && item?.state === 'request'
      ? makeDataRequest(formula.operation, item.params, item.raw)
      : undefined;
  const latest = useRef(request);
  latest.current = request;
  const key = request && `${request.count} ${request.key}`;
  const records = useLedgerData(
    useCallback(
      async () =>
        key === undefined ? undefined : (await engine.remembered(latest.current!))?.response?.records,
      [engine, key],
    ),
    undefined,
  );
  const condition = conditionOf(draft);
  if (!condition || !request) return null;
  let says = t('build.howManyResultsRemain');
  if (records)
    try {
      const left = selector(draft.operation, condition)(records).records.length;
      says = t('build.ofResultsMeetThe', { left, records: records.length });
    } catch {
      return null;
    }
  return (
    <p className="sw-small" role="status">
      {says}
    </p>
  );
}

/** Filters with which the service would select before results are counted and paid for. */
function Offers({ draft, onChange }: Pick<Properties, 'draft' | 'onChange'>) {
  const offers = serviceFilters(draft.operation, conditionOf(draft), draft.values);
  return offers.map(({ param, value, text }) => (
    <p key={text} className="sw-small">
      {t('build.theServiceCanFilter')}{' '}
      <Act says={t('build.add', { text })} onClick={() => onChange((old) => setValue(old, param, value))} />
    </p>
  ));
}
