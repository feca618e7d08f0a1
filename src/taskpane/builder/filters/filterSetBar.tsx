// Named filter sets above the form: select one, save to it, save as a new one.
import { Badge, Field, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import type { Quote } from '../../../engine/engine';
import { operationOf, filterSetOperation } from '../../../operations';
import { Choice, CollapsibleSection, NameButton, NameForm } from '../../controls/fields';
import { Confirmation, NoticeBar, OutcomeText, FocusScope, FileButton, Act } from '../../controls/actions';
import { paramsOf, type Draft } from '../../formulas/draft/draft';
import { savableFilters, withSet } from '../../formulas/draft/draftSet';
import {
  copySet,
  importSets,
  renameSet,
  requestsWithout,
  saveNewSet,
  saveSet,
  writeSets,
  type PlacedSet,
} from '../../formulas/filterSets/filterSetChanges';
import {
  differenceFrom,
  isEmpty,
  requestsAfter,
  usesOf,
  type Difference,
} from '../../formulas/filterSets/setChange';
import { usePane, saveFile } from '../../shell/usePane';
import { priceText, plural } from '../../text/words';
import { useFilterSets, type FilterSetActions } from './useFilterSets';
import { stableJson } from '../../../operations/check/canonicalValue';
import { joined, named, t } from '../../../languages/t';

interface ItemProperties {
  readonly placed: PlacedSet;
  readonly sets: FilterSetActions;
}

/** What is asked before a set is deleted that cells use: what they will show, or fetch with the set of that name in the library. */
interface Deletion {
  readonly says: string;
}

function SetItem({ placed, sets }: ItemProperties) {
  const { runtime, now } = usePane();
  const { set, place, cells, problem } = placed;
  const { name } = set;
  const [mode, setMode] = useState<'shown' | 'rename' | Deletion>('shown');
  const close = () => setMode('shown');
  const askToDelete = () =>
    sets.change(async (of) => {
      const requests = requestsWithout(of, placed);
      const price = requests && priceText(await runtime.engine.quote(requests), now());
      const says =
        price === undefined
          ? t('build.andWillShowValue', { cells, name })
          : t('build.isUsedByWhich', { name, cells: plural(cells, 'cell'), price });
      setMode({ says });
      return '';
    });
  const [other, copy] =
    place === 'workbook'
      ? (['library', t('build.copyToMyLibrary')] as const)
      : (['workbook', t('build.copyToWorkbook')] as const);
  return (
    <li className="sw-stack">
      <div className="sw-row">
        <strong className="sw-cut">{name}</strong>
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
            initial={name}
            action={t('common.rename')}
            busy={sets.busy}
            onSave={(next) => sets.change((of) => renameSet(of, placed, next))}
            onCancel={close}
          />
        )}
        {typeof mode === 'object' && (
          <Confirmation
            question={t('build.delete', { name })}
            action={t('build.deleteSet')}
            onConfirm={() => sets.remove(placed)}
            onCancel={close}
          >
            <p>{mode.says}</p>
          </Confirmation>
        )}
        {mode === 'shown' && (
          <div className="sw-row">
            <Act
              says={t('common.rename')}
              aria-label={t('build.rename', { name })}
              onClick={() => setMode('rename')}
            />
            <Act
              says={t('build.duplicate')}
              aria-label={t('build.duplicate2', { name })}
              onClick={() => sets.change((of) => copySet(of, place, t('build.copy', { name }), placed))}
            />
            <Act
              says={copy}
              aria-label={joined('label', [copy, name])}
              onClick={() => sets.change((of) => copySet(of, other, name, placed))}
            />
            <Act
              says={t('common.delete')}
              aria-label={t('build.delete2', { name })}
              onClick={() => (cells > 0 ? askToDelete() : sets.remove(placed))}
            />
          </div>
        )}
      </FocusScope>
    </li>
  );
}

function SetTransfer({ sets }: { readonly sets: FilterSetActions }) {
  const [text, setText] = useState<string>();
  const exportSets = () =>
    saveFile('spillway-filter-sets.json', writeSets(sets.all.map(({ set }) => set)), 'application/json');
  const take = async (chosen: File) =>
    sets.change(async (of) => importSets(of, 'workbook', await chosen.text()));
  return (
    <div className="sw-stack">
      <div className="sw-row">
        <Act
          says={t('build.exportAsJson')}
          isOff={sets.all.length === 0}
          onClick={() => sets.change(exportSets)}
        />
        <FileButton label={t('build.filterSetFile')} onChoose={(file) => void take(file)} />
        <Act
          says={t('build.importText')}
          aria-expanded={text !== undefined}
          onClick={() => setText(text === undefined ? '' : undefined)}
        />
      </div>
      {text !== undefined && (
        <form
          className="sw-stack"
          onSubmit={(event) => {
            event.preventDefault();
            void sets
              .change((of) => importSets(of, 'workbook', text))
              .then((done) => done && setText(undefined));
          }}
        >
          <Field label={t('build.filterSetsAsJson')}>
            <Textarea autoFocus value={text} onChange={(_event, { value }) => setText(value)} />
          </Field>
          <Act says={t('common.import')} type="submit" isMain />
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
  const { deleted } = sets;
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
          <SaveToSet
            key={stableJson([current, params])}
            target={current}
            params={params}
            sets={sets}
            blocked={!valid}
          />
        </>
      )}
      <NameButton
        says={t('build.saveAs')}
        label={t('build.setName')}
        action={t('build.saveSet')}
        isOff={Object.keys(params).length === 0 || !valid}
        onSave={async (name) => {
          const saved = await sets.change((of) => saveNewSet(of, name, params));
          if (saved) onChange((old) => ({ ...old, set: name }));
          return saved;
        }}
      />
      {deleted && (
        <NoticeBar intent="info" says={t('build.wasDeleted', { name: deleted.set.name })}>
          <Act says={t('common.undo')} onClick={() => sets.undo(deleted)} />
        </NoticeBar>
      )}
      <OutcomeText says={sets.says} />
      <CollapsibleSection title={t('build.manageSets')} filled={sets.all.length}>
        {sets.all.length === 0 && <p className="sw-quiet">{t('build.noSetsYetSelect')}</p>}
        <ul className="sw-list">
          {sets.all.map((placed) => (
            <SetItem key={`${placed.place} ${placed.set.name}`} placed={placed} sets={sets} />
          ))}
        </ul>
        <SetTransfer sets={sets} />
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

interface SaveToProperties {
  readonly target: PlacedSet;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sets: FilterSetActions;
  readonly blocked: boolean;
}

/** Saving a set that cells use changes those cells: how many, and what it costs, is said before, and again where it became more. */
function SaveToSet({ target, params, sets, blocked }: SaveToProperties) {
  const { runtime, now } = usePane();
  const [quote, setQuote] = useState<Quote>();
  const { set, place, cells } = target;
  const { name } = set;
  const save = (shown?: Quote) =>
    sets.change(async (of) => {
      const uses = usesOf(of.cells.uses(), name);
      const price = await runtime.engine.quote(requestsAfter(uses, set.params, params));
      const isAgreed = uses.length === 0 || (shown !== undefined && price.credits <= shown.credits);
      setQuote(isAgreed ? undefined : price);
      return isAgreed ? saveSet(of, place, name, params) : '';
    });
  return (
    <FocusScope>
      {!quote ? (
        <Act says={t('build.saveTo', { name, cells })} isMain isOff={blocked} onClick={() => save()} />
      ) : (
        <Confirmation
          question={t('build.save', { name })}
          action={t('build.saveAndUpdate')}
          onConfirm={() => save(quote)}
          onCancel={() => setQuote(undefined)}
        >
          <p>
            {t('build.isUsedByWhich', { name, cells: plural(cells, 'cell'), price: priceText(quote, now()) })}
          </p>
        </Confirmation>
      )}
    </FocusScope>
  );
}
