// Named filter sets above the form: select one, save to it, save as a new one.
import {
  Button,
  Field,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Select,
} from '@fluentui/react-components';
import { operationOf } from '../../../operations';
import { filterSetOperation } from '../../../operations/filterSetOperation';
import { CollapsibleSection } from '../../controls/collapsibleSection';
import { paramsOf, type Draft } from '../../formulas/draft/draft';
import type { PlacedSet } from '../../formulas/filterSets/filterSetChanges';
import { savableFilters, withSet } from '../../formulas/draft/draftSet';
import { differenceFrom, isSame, type Difference } from '../../formulas/filterSets/setChange';
import { FilterSetList } from './filterSetList';
import { SaveAsSet } from './saveAsSet';
import { SaveToSet } from './saveToSet';
import { useFilterSets, type FilterSetActions } from './useFilterSets';

interface Properties {
  readonly draft: Draft;
  readonly onChange: (change: (draft: Draft) => Draft) => void;
}

export function FilterSetBar({ draft, onChange }: Properties) {
  const sets = useFilterSets();
  const current = sets.all.find(({ set }) => set.name.toLowerCase() === draft.set.toLowerCase());
  const difference = current && differenceFrom(current.set.params, paramsOf(draft).params);
  const { params, valid } = savableFilters(draft);
  const select = (name: string) => {
    const set = sets.all.find((each) => each.set.name === name && each.problem === undefined)?.set;
    onChange((old) => withSet(old, set));
  };
  return (
    <section className="sw-card sw-stack" aria-label="Filter sets">
      <SetSelect sets={sets} current={current} onSelect={select} />
      {draft.set !== '' && !current && (
        <p className="sw-wrong">This workbook has no filter set named {draft.set}.</p>
      )}
      {current?.problem !== undefined && <p className="sw-wrong">{current.problem}</p>}
      {current?.problem === undefined && current && difference && !isSame(difference) && (
        <>
          <p className="sw-small">{differenceText(difference)}</p>
          <SaveToSet key={current.set.name} target={current} params={params} sets={sets} blocked={!valid} />
        </>
      )}
      <SaveAsSet
        blocked={Object.keys(params).length === 0 || !valid}
        onSave={async (name) => {
          const saved = await sets.save('workbook', name, params);
          if (saved) onChange((old) => ({ ...old, set: name }));
          return saved;
        }}
      />
      {sets.deleted && (
        <MessageBar intent="info">
          <MessageBarBody>{sets.deleted.set.name} was deleted.</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => void sets.undo()}>
              Undo
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      {sets.failure && <p className="sw-wrong">{sets.failure}</p>}
      <CollapsibleSection title="Manage sets" filled={sets.all.length}>
        <FilterSetList sets={sets} />
      </CollapsibleSection>
    </section>
  );
}

interface SelectProperties {
  readonly sets: FilterSetActions;
  readonly current: PlacedSet | undefined;
  readonly onSelect: (name: string) => void;
}

const SetSelect = ({ sets, current, onSelect }: SelectProperties) => (
  <Field
    label="Filter set"
    hint={current ? `The formula uses @${current.set.name}.` : 'Use one set of filters in many formulas.'}
  >
    <Select size="small" value={current?.set.name ?? ''} onChange={(_event, { value }) => onSelect(value)}>
      <option value="">None</option>
      {sets.all.map(({ set, place, problem }) => (
        <option key={`${place} ${set.name}`} value={set.name} disabled={problem !== undefined}>
          {place === 'library' ? `${set.name} (my library)` : set.name}
        </option>
      ))}
    </Select>
  </Field>
);

function differenceText({ changed, removed }: Difference): string {
  const { params } = operationOf(filterSetOperation);
  const labels = (names: readonly string[]) => names.map((name) => params[name]?.label ?? name).join(', ');
  const sentences = [
    Object.keys(changed).length > 0 && `Different from the set: ${labels(Object.keys(changed))}.`,
    removed.length > 0 && `To remove ${labels(removed)}, save the set or stop using it.`,
  ];
  return sentences.filter(Boolean).join(' ');
}
