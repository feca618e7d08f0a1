// The form of one source, made from the table.
import { Act } from '../controls/actions';
import { Field, Input, Textarea } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { operationOf } from '../../operations';
import { rankValues } from '../../operations/check/rankValues';
import type { Values } from '../../history/record';
import type { Formula } from '../../spill/read/formula/formula';
import { typedFormula } from '../../spill/read/formula/typedFormula';
import { named, t } from '../../languages/t';
import { Chips, ComboList } from '../controls/comboList';
import { CollapsibleSection } from '../controls/fields';
import {
  cachedRecords,
  isPickable,
  knownCodes,
  lookupOf,
  type KnownCodes,
} from '../formulas/choices/knownCodes';
import { parameterGroups, type ParameterGroup } from '../formulas/choices/parameterGroups';
import { filterIndex, isSelected, selectedFilters } from '../formulas/choices/valueSearch';
import { filledIn, rawText, toggleItem, type Draft, type FormFaults } from '../formulas/draft/draft';
import { usePane, useLedgerData } from '../shell/usePane';
import { Conditions } from './conditions';
import { LayoutFields } from './layoutFields';
import { ParameterField } from './parameterField';

interface Properties {
  readonly draft: Draft;
  readonly faults: FormFaults;
  /** What the draft asks for, where it can be read. */
  readonly formula: Formula | undefined;
  readonly onChange: (change: (draft: Draft) => Draft) => void;
}

interface Known {
  readonly codes: KnownCodes;
  /** Paid for already. */
  readonly records: readonly Values[];
}

const nothing: Known = { codes: {}, records: [] };
const noneYet: KnownCodes[string] = [];

export function BuildForm({ draft, faults, formula, onChange }: Properties) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { engine, cells } = usePane().runtime;
  const { operation } = draft;
  const { codes, records } = useLedgerData(
    useCallback(async () => {
      const ledger = await engine.ledger();
      const used = cells.uses().flatMap(({ requests }) => requests);
      const records = await cachedRecords(operation, ledger, used, engine);
      return { codes: knownCodes(operation, ledger, records), records };
    }, [engine, cells, operation]),
    nothing,
  );
  const asked =
    formula?.operation === operation ? formula.items.find(({ state }) => state === 'request') : undefined;
  const askedFor = asked?.state === 'request' ? asked : undefined;
  const wrongOf = (name: string) =>
    faults.fields[name] ??
    (faults.missing.includes(name) && left.has(name) ? t('build.thisFieldIsRequired') : undefined);
  const fields = ({ params }: ParameterGroup) =>
    params.map(([name, parameter]) => (
      <ParameterField
        key={`${draft.operation} ${name}`}
        draft={draft}
        name={name}
        parameter={parameter}
        wrong={wrongOf(name)}
        codes={codes[name] ?? (isPickable(operation, name) ? noneYet : undefined)}
        lookup={lookupOf(operation, name, askedFor)}
        onChange={onChange}
        onLeave={() => setLeft((old) => new Set(old).add(name))}
      />
    ));
  return (
    <>
      {parameterGroups(draft.operation).map((group, index) => {
        const names = group.params.map(([name]) => name);
        if (group.open) {
          return (
            <div key={group.group} className="sw-grid">
              {fields(group)}
            </div>
          );
        }
        return (
          <div key={group.group}>
            {operationOf(draft.operation).filterSets && index === 1 && (
              <FilterSearch
                draft={draft}
                onToggle={(name, value) => onChange((old) => toggleItem(old, name, value))}
              />
            )}
            <CollapsibleSection
              title={named(group.group)}
              filled={filledIn(draft, names)}
              wrong={names.some((name) => faults.fields[name])}
            >
              <div className="sw-grid">{fields(group)}</div>
            </CollapsibleSection>
          </div>
        );
      })}
      <CollapsibleSection title={t('build.conditions')} filled={draft.view.where.length} wrong={false}>
        <Conditions draft={draft} formula={formula} records={records} onChange={onChange} />
      </CollapsibleSection>
      <CollapsibleSection
        title={t('build.columnsAndLayout')}
        filled={draft.view.columns.length}
        wrong={false}
      >
        <LayoutFields draft={draft} onChange={(next) => onChange(() => next)} />
      </CollapsibleSection>
    </>
  );
}

interface SearchProperties {
  readonly draft: Draft;
  readonly onToggle: (param: string, value: string) => void;
}

const shown = 40;

/** One search over everything a place can have; selected values are shown above it as chips. */
function FilterSearch({ draft, onToggle }: SearchProperties) {
  const [query, setQuery] = useState('');
  const found = rankValues(filterIndex(), query);
  const toggle = (id: string) => {
    const [param = '', value = ''] = id.split(' ');
    onToggle(param, value);
  };
  return (
    <div className="sw-field sw-search">
      <span className="sw-label" id="filter-search">
        {t('build.findAFilter')}
      </span>
      <Chips label={t('build.selectedFilters')} chips={selectedFilters(draft)} onRemove={toggle} />
      <ComboList
        label={t('build.findAFilter')}
        labelledBy="filter-search"
        placeholder={t('build.wifiPoolWheelchairBreakfast')}
        query={query}
        onQuery={setQuery}
        items={found.slice(0, shown).map(({ param, value, label, place }) => ({
          id: `${param} ${value}`,
          label,
          note: place,
          chosen: isSelected(draft, param, value),
        }))}
        more={Math.max(found.length - shown, 0)}
        onToggle={toggle}
        nothing={t('build.noFiltersMatchTry', { query })}
      />
    </div>
  );
}

interface PreservedProperties {
  readonly draft: Draft;
  readonly onChange: (change: (draft: Draft) => Draft) => void;
}

/** Parts of a formula the form has no field for, shown as text that can be edited and is written back unchanged. */
export function PreservedText({ draft, onChange }: PreservedProperties) {
  const around = draft.before !== '=' || draft.after !== '';
  const raw = Object.entries(draft.raw);
  if (!around && draft.optionsText === '' && raw.length === 0) return null;
  return (
    <div className="sw-card sw-stack">
      {around && (
        <p className="sw-small">
          {t('build.partOfALarger')}
          <code>{typedFormula(`${draft.before}…${draft.after}`)}</code>{' '}
          <Act
            says={t('build.keepOnlyThisCall')}
            onClick={() => onChange((old) => ({ ...old, before: '=', after: '' }))}
          />
        </p>
      )}
      {raw.length > 0 && (
        <div>
          <span className="sw-label">{t('build.sentWithoutValidation')}</span>
          <Chips
            label={t('build.sentWithoutValidation')}
            chips={raw.map(([name, value]) => ({ id: name, label: `${name}=${rawText(value)}` }))}
            onRemove={(name) =>
              onChange(({ raw: { [name]: _gone, ...others }, ...rest }) => ({ ...rest, raw: others }))
            }
          />
        </div>
      )}
      {draft.optionsText !== '' && (
        <>
          <Field label={t('build.optionsFromTheFormula')} hint={t('build.theFormCantShow')}>
            {draft.optionsText.length > 40 ? (
              <Textarea
                size="small"
                value={draft.optionsText}
                onChange={(_event, { value }) => onChange((old) => ({ ...old, optionsText: value }))}
              />
            ) : (
              <Input
                size="small"
                value={draft.optionsText}
                onChange={(_event, { value }) => onChange((old) => ({ ...old, optionsText: value }))}
              />
            )}
          </Field>
          <Act
            says={t('build.replaceWithTheForm')}
            onClick={() => onChange((old) => ({ ...old, optionsText: '' }))}
          />
        </>
      )}
    </div>
  );
}
