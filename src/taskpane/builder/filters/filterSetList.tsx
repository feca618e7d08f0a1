// All sets with what can be done to each, and import and export.
import { Badge, Button, Field, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { Confirmation } from '../../controls/confirmation';
import { FileButton } from '../../controls/fileButton';
import { FocusScope } from '../../controls/focusScope';
import { NameForm } from '../../controls/nameForm';
import type { PlacedSet } from '../../formulas/filterSets/filterSetChanges';
import { writeSets } from '../../formulas/filterSets/setFile';
import { saveFile } from '../../shell/saveFile';
import { plural } from '../../text/words';
import type { FilterSetActions } from './useFilterSets';

export function FilterSetList({ sets }: { readonly sets: FilterSetActions }) {
  return (
    <div className="sw-stack">
      {sets.all.length === 0 && (
        <p className="sw-quiet">No sets yet. Select filters below, and then select “Save as…”.</p>
      )}
      <ul className="sw-list">
        {sets.all.map((placed) => (
          <SetItem key={`${placed.place} ${placed.set.name}`} placed={placed} sets={sets} />
        ))}
      </ul>
      <SetTransfer sets={sets} />
    </div>
  );
}

const copyText = { library: 'Copy to my library', workbook: 'Copy to workbook' } as const;

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
          {place === 'workbook' ? 'this workbook' : 'my library'}
        </Badge>
        <span className="sw-small">
          {plural(Object.keys(set.params).length, 'filter')}
          {cells > 0 && `, used by ${plural(cells, 'cell')}`}
        </span>
      </div>
      {problem !== undefined && <p className="sw-wrong">{problem}</p>}
      <FocusScope>
        {mode === 'rename' && (
          <NameForm
            label="New name"
            initial={set.name}
            action="Rename"
            onSave={(name) => void sets.rename(placed, name)}
            onCancel={close}
          />
        )}
        {mode === 'delete' && (
          <Confirmation
            question={`Delete ${set.name}?`}
            action="Delete set"
            onConfirm={() => void sets.remove(placed)}
            onCancel={close}
          >
            <p>
              {plural(cells, 'cell')} {cells === 1 ? 'uses' : 'use'} @{set.name} and will show #VALUE!.
            </p>
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
      <Button size="small" onClick={onRename} aria-label={`Rename ${name}`}>
        Rename
      </Button>
      <Button size="small" onClick={() => void sets.duplicate(placed)} aria-label={`Duplicate ${name}`}>
        Duplicate
      </Button>
      <Button
        size="small"
        onClick={() => void sets.copyTo(other, placed)}
        aria-label={`${copyText[other]}: ${name}`}
      >
        {copyText[other]}
      </Button>
      <Button size="small" onClick={onDelete} aria-label={`Delete ${name}`}>
        Delete
      </Button>
    </div>
  );
}

/** Filter sets out of and into a JSON file. */
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
          Export as JSON
        </Button>
        <FileButton label="Filter set file" onChoose={(file) => void take(file)} />
        <Button
          size="small"
          aria-expanded={text !== undefined}
          onClick={() => setText(text === undefined ? '' : undefined)}
        >
          Import text
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
          <Field label="Filter sets as JSON">
            <Textarea autoFocus value={text} onChange={(_event, { value }) => setText(value)} />
          </Field>
          <Button size="small" type="submit" appearance="primary">
            Import
          </Button>
        </form>
      )}
    </div>
  );
}
