// Which columns, in which order, under which headings; each can be moved and renamed with the keyboard alone.
import { Button } from '@fluentui/react-components';
import { useMemo, useRef, useState } from 'react';
import type { OperationId } from '../../operations';
import { hasFigures, type Column } from '../../spill/read/options/columns';
import { ComboList } from '../controls/lists/comboList';
import { indexChoices, searchChoices } from '../formulas/choices/valueSearch';
import { usePane } from '../shell/paneContext';
import {
  columnChoices,
  columnLabel,
  moveColumn,
  namedColumns,
  renameColumn,
  shownColumns,
} from '../formulas/choices/columnChoices';
import { ColumnRow } from './columnRow';

interface Properties {
  readonly operation: OperationId;
  readonly columns: readonly Column[];
  readonly onChange: (columns: readonly Column[]) => void;
}

export function ColumnPicker({ operation, columns, onChange }: Properties) {
  const { announce } = usePane();
  const [query, setQuery] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const shown = shownColumns(operation, columns);
  const index = useMemo(
    () =>
      indexChoices(
        columnChoices(operation).map(({ path, label }) => ({
          param: 'columns',
          place: '',
          value: path,
          label,
        })),
      ),
    [operation],
  );
  const change = (next: readonly Column[]) => onChange(namedColumns(operation, next));
  const toggle = (path: string) => {
    const has = shown.some((column) => isField(column, path));
    // Fields and figures cannot stand beside each other: what is added is what the others are.
    const added = hasFigures(shown) ? { path, figure: 'first' as const } : { path };
    change(has ? shown.filter((column) => !isField(column, path)) : [...shown, added]);
  };
  const move = (at: number, by: -1 | 1) => {
    change(moveColumn(shown, at, by));
    const column = shown[at];
    if (column) announce(`${columnLabel(operation, column)} is now column ${at + by + 1}`);
    requestAnimationFrame(() => {
      const moved = list.current?.children[at + by];
      moved?.querySelector<HTMLElement>(by === -1 ? '.sw-up' : '.sw-down')?.focus();
    });
  };
  return (
    <div className="sw-stack">
      <ol ref={list} className="sw-columns" aria-label="Column order">
        {shown.map((column, at) => (
          <ColumnRow
            key={column.path === '*' ? '*' : `${column.figure ?? ''} ${column.path} ${before(shown, at)}`}
            label={columnLabel(operation, column)}
            field={columnLabel(operation, without(column))}
            heading={column.heading}
            place={{ first: at === 0, last: at === shown.length - 1 }}
            onRename={column.path === '*' ? undefined : (heading) => change(renameColumn(shown, at, heading))}
            onMove={(by) => move(at, by)}
            onRemove={() => change(shown.filter((_column, index) => index !== at))}
          />
        ))}
      </ol>
      <ComboList
        label="Add or remove columns"
        placeholder="Add a column"
        query={query}
        onQuery={setQuery}
        items={searchChoices(index, query).map(({ value, label }) => ({
          id: value,
          label,
          note: value,
          chosen: shown.some((column) => isField(column, value)),
        }))}
        more={0}
        onToggle={toggle}
        nothing={`No columns match “${query}”.`}
      />
      {columns.length > 0 && (
        <Button size="small" onClick={() => onChange([])}>
          Reset to default columns
        </Button>
      )}
    </div>
  );
}

const isField = (column: Column, path: string): boolean =>
  column.path === path && (column.figure === undefined || column.figure === 'first');

const without = ({ heading: _heading, ...column }: Column): Column => column;

/** A field may be shown twice, under two headings. */
const before = (columns: readonly Column[], at: number): number =>
  columns.slice(0, at).filter(({ path }) => path === columns[at]?.path).length;
