// Named filter sets above the form: select one, save to it, save as a new one.
import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import type { Quote } from '../../../engine/engine';
import { operationOf } from '../../../operations';
import { filterSetOperation } from '../../../operations/filterSetOperation';
import { Choice } from '../../controls/choice';
import { CollapsibleSection } from '../../controls/collapsibleSection';
import { Confirmation } from '../../controls/confirmation';
import { Outcome } from '../../controls/failureMessage';
import { FocusScope } from '../../controls/focusScope';
import { NameForm } from '../../controls/nameForm';
import { paramsOf, type Draft } from '../../formulas/draft/draft';
import { savableFilters, withSet } from '../../formulas/draft/draftSet';
import type { PlacedSet } from '../../formulas/filterSets/filterSetChanges';
import { differenceFrom, isSame, requestsAfter, type Difference } from '../../formulas/filterSets/setChange';
import { usePane } from '../../shell/paneContext';
import { priceText } from '../../text/price';
import { plural } from '../../text/words';
import { FilterSetList } from './filterSetList';
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
      <Choice
        label="Filter set"
        hint={current ? `The formula uses @${current.set.name}.` : 'Use one set of filters in many formulas.'}
        value={current?.set.name ?? ''}
        choices={[['', 'None'], ...sets.all.filter(({ problem }) => problem === undefined).map(choiceOf)]}
        onChange={select}
      />
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
      <Outcome says={sets.says} />
      <CollapsibleSection title="Manage sets" filled={sets.all.length}>
        <FilterSetList sets={sets} />
      </CollapsibleSection>
    </section>
  );
}

const choiceOf = ({ set: { name }, place }: PlacedSet) =>
  [name, place === 'library' ? `${name} (my library)` : name] as const;

function differenceText({ changed, removed }: Difference): string {
  const { params } = operationOf(filterSetOperation);
  const labels = (names: readonly string[]) => names.map((name) => params[name]?.label ?? name).join(', ');
  const sentences = [
    Object.keys(changed).length > 0 && `Different from the set: ${labels(Object.keys(changed))}.`,
    removed.length > 0 && `To remove ${labels(removed)}, save the set or stop using it.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

interface SaveAsProperties {
  readonly blocked: boolean;
  /** True when it was saved; the field then closes. */
  readonly onSave: (name: string) => Promise<boolean>;
}

/** The filters of the form as a new set: a button, which a field for the name replaces. */
function SaveAsSet({ blocked, onSave }: SaveAsProperties) {
  const [naming, setNaming] = useState(false);
  const save = async (name: string) => {
    if (await onSave(name)) setNaming(false);
  };
  return (
    <FocusScope>
      {naming ? (
        <NameForm
          label="Set name"
          action="Save set"
          onSave={(name) => void save(name)}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <div className="sw-row">
          <Button size="small" disabledFocusable={blocked} onClick={() => setNaming(true)}>
            Save as…
          </Button>
        </div>
      )}
    </FocusScope>
  );
}

interface SaveToProperties {
  readonly target: PlacedSet;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sets: FilterSetActions;
  readonly blocked: boolean;
}

/** Saving a set that cells use changes those cells: how many, and what it costs, is said before. */
function SaveToSet({ target, params, sets, blocked }: SaveToProperties) {
  const { runtime, now } = usePane();
  const [quote, setQuote] = useState<Quote>();
  const { set, place, cells } = target;
  const save = async () => {
    await sets.save(place, set.name, params);
    setQuote(undefined);
  };
  const start = async () => {
    const uses = sets.usesOf(set.name);
    if (uses.length === 0) return save();
    await sets.attempt(async () => {
      setQuote(await runtime.engine.quote(requestsAfter(uses, set.params, params)));
      return '';
    });
  };
  return (
    <FocusScope>
      {!quote ? (
        <div className="sw-row">
          <Button size="small" appearance="primary" disabledFocusable={blocked} onClick={() => void start()}>
            Save to {set.name}
            {cells > 0 ? ` (used by ${plural(cells, 'cell')})` : ''}
          </Button>
        </div>
      ) : (
        <Confirmation
          question={`Save ${set.name}?`}
          action="Save and update"
          onConfirm={() => void save()}
          onCancel={() => setQuote(undefined)}
        >
          <p>
            {set.name} is used by {plural(cells, 'cell')}, which will be updated. {priceText(quote, now())}.
          </p>
        </Confirmation>
      )}
    </FocusScope>
  );
}
