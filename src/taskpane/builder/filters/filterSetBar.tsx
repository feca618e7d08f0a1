// Named filter sets above the form: choose one, save to it, save as a new one.
import {
  Button,
  Field,
  Input,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Select,
} from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import { operationOf } from '../../../operations';
import { paramsOf, valuesOf, type Draft } from '../../formulas/draft';
import { formFaults } from '../../formulas/formFaults';
import { CollapsibleSection } from '../../controls/collapsibleSection';
import { FocusScope } from '../../controls/focusScope';
import { FilterSetList } from './filterSetList';
import { SaveToSet } from './saveToSet';
import { differenceFrom, isSame, settable } from '../../formulas/setChange';
import { useFilterSets } from './useFilterSets';

interface Properties {
  readonly draft: Draft;
  readonly onChange: (change: (draft: Draft) => Draft) => void;
}

export function FilterSetBar({ draft, onChange }: Properties) {
  const sets = useFilterSets();
  const [name, setName] = useState<string>();
  const current = sets.all.find(({ set }) => set.name.toLowerCase() === draft.set.toLowerCase());
  const params = paramsOf(draft).params;
  const difference = current && differenceFrom(current.set.params, params);
  const chosen = settable(params);
  const wrong = Object.keys(formFaults(draft).fields).filter((field) => chosen[field] !== undefined);
  const labels = (names: readonly string[]) =>
    names.map((field) => operationOf('stays').params[field]?.label ?? field).join(', ');

  const choose = (next: string) => {
    const set = sets.all.find((each) => each.set.name === next)?.set;
    onChange((old) => {
      const kept = valuesOf('stays', withoutSettable(paramsOf(old).params));
      const references = Object.fromEntries(
        Object.entries(old.values).filter(([field]) => operationOf('stays').positional.includes(field)),
      );
      return {
        ...old,
        set: set?.name ?? '',
        values: { ...(set && valuesOf('stays', set.params)), ...kept, ...references },
      };
    });
  };
  const saveAs = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name?.trim() ?? '';
    if (wanted === '') return;
    if (await sets.save('workbook', wanted, chosen)) {
      onChange((old) => ({ ...old, set: wanted }));
      setName(undefined);
    }
  };
  return (
    <section className="sw-card sw-stack" aria-label="Filter sets">
      <Field
        label="Filter set"
        hint={
          current ? `The formula uses @${current.set.name}.` : 'A named set can be used by many formulas.'
        }
      >
        <Select size="small" value={current?.set.name ?? ''} onChange={(_event, { value }) => choose(value)}>
          <option value="">None</option>
          {sets.all.map(({ set, place }) => (
            <option key={`${place} ${set.name}`} value={set.name}>
              {place === 'library' ? `${set.name} (my library)` : set.name}
            </option>
          ))}
        </Select>
      </Field>
      {draft.set !== '' && !current && (
        <p className="sw-wrong">There is no filter set named {draft.set} in this workbook.</p>
      )}
      {current && difference && !isSame(difference) && (
        <>
          <p className="sw-small">
            {Object.keys(difference.changed).length > 0 &&
              `Other than in the set: ${labels(Object.keys(difference.changed))}. `}
            {difference.removed.length > 0 &&
              `${labels(difference.removed)} can only be left out by saving the set or not using it.`}
          </p>
          <SaveToSet
            key={current.set.name}
            target={current}
            params={chosen}
            sets={sets}
            blocked={wrong.length > 0}
          />
        </>
      )}
      <FocusScope>
        {name === undefined ? (
          <div className="sw-row">
            <Button
              size="small"
              disabledFocusable={Object.keys(chosen).length === 0 || wrong.length > 0}
              onClick={() => setName('')}
            >
              Save as…
            </Button>
          </div>
        ) : (
          <form className="sw-row" onSubmit={(event) => void saveAs(event)}>
            <Field label="Name of the set" className="sw-grow">
              <Input
                size="small"
                autoFocus
                value={name}
                onChange={(_event, { value }) => setName(value)}
                maxLength={60}
              />
            </Field>
            <Button size="small" type="submit" appearance="primary">
              Save set
            </Button>
            <Button size="small" onClick={() => setName(undefined)}>
              Cancel
            </Button>
          </form>
        )}
      </FocusScope>
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

const withoutSettable = (params: Readonly<Record<string, unknown>>) => {
  const own = settable(params);
  return Object.fromEntries(Object.entries(params).filter(([field]) => own[field] === undefined));
};
