// All sets with what can be done to each, and import and export.
import { Badge, Button, Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { FocusScope } from '../../controls/focusScope';
import { plural } from '../../text/words';
import { SetTransfer } from './setTransfer';
import type { FilterSetActions, PlacedSet } from './useFilterSets';

export function FilterSetList({ sets }: { readonly sets: FilterSetActions }) {
  return (
    <div className="sw-stack">
      {sets.all.length === 0 && (
        <p className="sw-quiet">No sets yet. Choose filters below, then “Save as…”.</p>
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

function SetItem({ placed, sets }: { readonly placed: PlacedSet; readonly sets: FilterSetActions }) {
  const { set, place, cells } = placed;
  const [mode, setMode] = useState<'shown' | 'rename' | 'delete'>('shown');
  const [name, setName] = useState(set.name);
  const other = place === 'workbook' ? 'library' : 'workbook';
  const remove = () => {
    if (cells > 0 && mode !== 'delete') setMode('delete');
    else void sets.remove(placed);
  };
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
      <FocusScope>
        {mode === 'rename' ? (
          <form
            className="sw-row"
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() !== '') void sets.rename(placed, name.trim());
            }}
          >
            <Field label="New name" className="sw-grow">
              <Input
                size="small"
                autoFocus
                value={name}
                maxLength={60}
                onChange={(_event, { value }) => setName(value)}
              />
            </Field>
            <Button size="small" type="submit" appearance="primary">
              Rename
            </Button>
            <Button size="small" onClick={() => setMode('shown')}>
              Cancel
            </Button>
          </form>
        ) : mode === 'delete' ? (
          <div role="group" aria-label={`Delete ${set.name}?`} className="sw-stack">
            <p>
              {plural(cells, 'cell')} {cells === 1 ? 'uses' : 'use'} @{set.name} and will show #VALUE!.
            </p>
            <div className="sw-row">
              <Button size="small" appearance="primary" autoFocus onClick={remove}>
                Delete it
              </Button>
              <Button size="small" onClick={() => setMode('shown')}>
                Keep it
              </Button>
            </div>
          </div>
        ) : (
          <div className="sw-row">
            <Button size="small" onClick={() => setMode('rename')} aria-label={`Rename ${set.name}`}>
              Rename
            </Button>
            <Button
              size="small"
              onClick={() => void sets.duplicate(placed)}
              aria-label={`Duplicate ${set.name}`}
            >
              Duplicate
            </Button>
            <Button
              size="small"
              onClick={() => void sets.copyTo(other, placed)}
              aria-label={`${copyText[other]}: ${set.name}`}
            >
              {copyText[other]}
            </Button>
            <Button size="small" onClick={remove} aria-label={`Delete ${set.name}`}>
              Delete
            </Button>
          </div>
        )}
      </FocusScope>
    </li>
  );
}
