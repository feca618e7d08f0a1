// Named filter sets above the form: select one, save to it, save as a new one.
import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Badge,
  Field,
  Textarea,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { Quote } from '../../../engine/engine';
import { operationOf, filterSetOperation } from '../../../operations';
import { Choice, CollapsibleSection, NameForm } from '../../controls/fields';
import { Confirmation, OutcomeText, FocusScope, FileButton } from '../../controls/actions';
import { paramsOf, type Draft } from '../../formulas/draft/draft';
import { savableFilters, withSet } from '../../formulas/draft/draftSet';
import { type PlacedSet, writeSets } from '../../formulas/filterSets/filterSetChanges';
import { differenceFrom, isEmpty, requestsAfter, type Difference } from '../../formulas/filterSets/setChange';
import { usePane, saveFile } from '../../shell/usePane';
import { priceText, plural } from '../../text/words';
import { useFilterSets, type FilterSetActions } from './useFilterSets';
import { joined, named, t } from '../../../languages/t';

function FilterSetList({ sets }: { readonly sets: FilterSetActions }) {
  return (
    <div className="sw-stack">
      {sets.all.length === 0 && <p className="sw-quiet">{t('build.noSetsYetSelect')}</p>}
      <ul className="sw-list">
        {sets.all.map((placed) => (
          <SetItem key={`${placed.place} ${placed.set.name}`} placed={placed} sets={sets} />
        ))}
      </ul>
      <SetTransfer sets={sets} />
    </div>
  );
}

const copyText = { library: 'build.copyToMyLibrary', workbook: 'build.copyToWorkbook' } as const;

interface ItemProperties {
  readonly placed: PlacedSet;
  readonly sets: FilterSetActions;
}

function SetItem({ placed, sets }: ItemProperties) {
  const { set, place, cells, problem } = placed;
  const [mode, setMode] = useState<'shown' | 'rename' | 'delete'>('shown');
  const close = () => setMode('shown');
  return (
    <li className="sw-stack">
      <div className="sw-row">
        <strong className="sw-cut">{set.name}</strong>
        <Badge appearance="tint" color="informative">
          {place === 'workbook' ? t('build.thisWorkbook') : t('build.myLibrary')}
        </Badge>
        <span className="sw-small">
          {t('build.filtersUsedBy', { filters: plural(Object.keys(set.params).length, 'filter'), cells })}
        </span>
      </div>
      {problem !== undefined && <p className="sw-wrong">{problem}</p>}
      <FocusScope>
        {mode === 'rename' && (
          <NameForm
            label={t('common.newName')}
            initial={set.name}
            action={t('common.rename')}
            onSave={(name) => void sets.rename(placed, name)}
            onCancel={close}
          />
        )}
        {mode === 'delete' && (
          <Confirmation
            question={t('build.delete', { name: set.name })}
            action={t('build.deleteSet')}
            onConfirm={() => void sets.remove(placed)}
            onCancel={close}
          >
            <p>{t('build.andWillShowValue', { cells, name: set.name })}</p>
          </Confirmation>
        )}
        {mode === 'shown' && (
          <SetButtons
            placed={placed}
            sets={sets}
            onRename={() => setMode('rename')}
            onDelete={() => (cells > 0 ? setMode('delete') : void sets.remove(placed))}
          />
        )}
      </FocusScope>
    </li>
  );
}

interface ButtonProperties extends ItemProperties {
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

function SetButtons({ placed, sets, onRename, onDelete }: ButtonProperties) {
  const { name } = placed.set;
  const other = placed.place === 'workbook' ? 'library' : 'workbook';
  return (
    <div className="sw-row">
      <Button size="small" onClick={onRename} aria-label={t('build.rename', { name })}>
        {t('common.rename')}
      </Button>
      <Button
        size="small"
        onClick={() => void sets.duplicate(placed)}
        aria-label={t('build.duplicate2', { name })}
      >
        {t('build.duplicate')}
      </Button>
      <Button
        size="small"
        onClick={() => void sets.copyTo(other, placed)}
        aria-label={joined('label', [t(copyText[other]), name])}
      >
        {t(copyText[other])}
      </Button>
      <Button size="small" onClick={onDelete} aria-label={t('build.delete2', { name })}>
        {t('common.delete')}
      </Button>
    </div>
  );
}

function SetTransfer({ sets }: { readonly sets: FilterSetActions }) {
  const [text, setText] = useState<string>();
  const exportSets = () =>
    saveFile('spillway-filter-sets.json', writeSets(sets.all.map(({ set }) => set)), 'application/json');
  const take = async (chosen: File) => sets.importText('workbook', await chosen.text());
  return (
    <div className="sw-stack">
      <div className="sw-row">
        <Button
          size="small"
          disabledFocusable={sets.all.length === 0}
          onClick={() => void sets.attempt(exportSets)}
        >
          {t('build.exportAsJson')}
        </Button>
        <FileButton label={t('build.filterSetFile')} onChoose={(file) => void take(file)} />
        <Button
          size="small"
          aria-expanded={text !== undefined}
          onClick={() => setText(text === undefined ? '' : undefined)}
        >
          {t('build.importText')}
        </Button>
      </div>
      {text !== undefined && (
        <form
          className="sw-stack"
          onSubmit={(event) => {
            event.preventDefault();
            void sets.importText('workbook', text).then((done) => done && setText(undefined));
          }}
        >
          <Field label={t('build.filterSetsAsJson')}>
            <Textarea autoFocus value={text} onChange={(_event, { value }) => setText(value)} />
          </Field>
          <Button size="small" type="submit" appearance="primary">
            {t('common.import')}
          </Button>
        </form>
      )}
    </div>
  );
}

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
    <section className="sw-card sw-stack" aria-label={t('build.filterSets')}>
      <Choice
        label={t('build.filterSet')}
        hint={current ? t('build.theFormulaUses', { name: current.set.name }) : t('build.useOneSetOf')}
        value={current?.set.name ?? ''}
        choices={[
          ['', t('common.none')],
          ...sets.all.filter(({ problem }) => problem === undefined).map(choiceOf),
        ]}
        onChange={select}
      />
      {draft.set !== '' && !current && (
        <p className="sw-wrong">{t('build.thisWorkbookHasNo', { set: draft.set })}</p>
      )}
      {current?.problem !== undefined && <p className="sw-wrong">{current.problem}</p>}
      {current?.problem === undefined && current && difference && !isEmpty(difference) && (
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
          <MessageBarBody>{t('build.wasDeleted', { name: sets.deleted.set.name })}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => void sets.undo()}>
              {t('common.undo')}
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      <OutcomeText says={sets.says} />
      <CollapsibleSection title={t('build.manageSets')} filled={sets.all.length}>
        <FilterSetList sets={sets} />
      </CollapsibleSection>
    </section>
  );
}

const choiceOf = ({ set: { name }, place }: PlacedSet) =>
  [name, place === 'library' ? t('build.myLibrary2', { name }) : name] as const;

function differenceText({ changed, removed }: Difference): string {
  const { params } = operationOf(filterSetOperation);
  const labels = (names: readonly string[]) =>
    joined(
      'items',
      names.map((name) => named(params[name]?.label ?? name)),
    );
  return joined('sentences', [
    Object.keys(changed).length > 0 &&
      t('build.differentFromTheSet', { labels: labels(Object.keys(changed)) }),
    removed.length > 0 && t('build.toRemoveSaveThe', { labels: labels(removed) }),
  ]);
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
          label={t('build.setName')}
          action={t('build.saveSet')}
          onSave={(name) => void save(name)}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <div className="sw-row">
          <Button size="small" disabledFocusable={blocked} onClick={() => setNaming(true)}>
            {t('build.saveAs')}
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
            {t('build.saveTo', { name: set.name, cells })}
          </Button>
        </div>
      ) : (
        <Confirmation
          question={t('build.save', { name: set.name })}
          action={t('build.saveAndUpdate')}
          onConfirm={() => void save()}
          onCancel={() => setQuote(undefined)}
        >
          <p>
            {t('build.isUsedByWhich', {
              name: set.name,
              cells: plural(cells, 'cell'),
              price: priceText(quote, now()),
            })}
          </p>
        </Confirmation>
      )}
    </FocusScope>
  );
}
