// The form of one source, made from the table.
import { useCallback, useState } from 'react';
import { operationOf } from '../../operations';
import { FilterSearch } from './filters/filterSearch';
import { CollapsibleSection } from '../controls/collapsibleSection';
import { usePane } from '../shell/paneContext';
import { useLedgerData } from '../shell/useEngine';
import { filledIn, toggleItem, type Draft } from '../formulas/draft/draft';
import type { FormFaults } from '../formulas/draft/formFaults';
import { knownCodes, type KnownCodes } from '../formulas/choices/knownCodes';
import { LayoutFields } from './layoutFields';
import { ParameterField } from './parameterField';
import { parameterGroups, type ParameterGroup } from '../formulas/choices/parameterGroups';

interface Properties {
  readonly draft: Draft;
  readonly faults: FormFaults;
  /** Set once the user tried to go on: everything that is missing is then said. */
  readonly tried: boolean;
  readonly onChange: (change: (draft: Draft) => Draft) => void;
}

const noCodes: KnownCodes = {};

export function BuildForm({ draft, faults, tried, onChange }: Properties) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { engine } = usePane().runtime;
  const { operation } = draft;
  const codes = useLedgerData(
    useCallback(async () => knownCodes(operation, await engine.ledger()), [engine, operation]),
    noCodes,
  );
  const wrongOf = (name: string) =>
    faults.fields[name] ??
    (faults.missing.includes(name) && (tried || left.has(name)) ? 'This field is required.' : undefined);
  const fields = ({ params }: ParameterGroup) =>
    params.map(([name, parameter]) => (
      <ParameterField
        key={`${draft.operation} ${name}`}
        draft={draft}
        name={name}
        parameter={parameter}
        wrong={wrongOf(name)}
        codes={codes[name]}
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
              title={group.group}
              filled={filledIn(draft, names)}
              wrong={names.some((name) => faults.fields[name])}
            >
              <div className="sw-grid">{fields(group)}</div>
            </CollapsibleSection>
          </div>
        );
      })}
      <CollapsibleSection title="Columns and layout" filled={draft.view.columns.length} wrong={false}>
        <LayoutFields draft={draft} onChange={(next) => onChange(() => next)} />
      </CollapsibleSection>
    </>
  );
}
