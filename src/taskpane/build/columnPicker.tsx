// Which columns, in which order; each can be moved with the keyboard alone.
import { Button } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular, DismissRegular } from '@fluentui/react-icons';
import { useMemo, useRef, useState } from 'react';
import type { OperationId } from '../../operations';
import type { Column } from '../../spill/columns';
import { ComboList } from '../fields/comboList';
import { indexChoices, searchChoices } from '../filters/valueSearch';
import { usePane } from '../shell/paneContext';
import { columnChoices, columnLabel, moveColumn, namedColumns, shownColumns } from './columnChoices';

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
    const has = shown.some((column) => column.path === path);
    change(has ? shown.filter((column) => column.path !== path) : [...shown, { path }]);
  };
  const move = (at: number, by: -1 | 1) => {
    change(moveColumn(shown, at, by));
    const column = shown[at];
    if (column) announce(`${columnLabel(operation, column)} is now column ${at + by + 1}`);
    requestAnimationFrame(() => {
      const button = list.current?.children[at + by]?.querySelectorAll('button')[by === -1 ? 0 : 1];
      if (button instanceof HTMLButtonElement) button.focus();
    });
  };
  return (
    <div className="sw-stack">
      <ol ref={list} className="sw-columns" aria-label="Columns in order">
        {shown.map((column, at) => {
          const label = columnLabel(operation, column);
          return (
            <li key={`${column.path} ${column.heading ?? ''}`}>
              <span className="sw-cut">{label}</span>
              <Button
                size="small"
                appearance="subtle"
                icon={<ArrowUpRegular />}
                aria-label={`Move ${label} up`}
                disabledFocusable={at === 0}
                onClick={() => move(at, -1)}
              />
              <Button
                size="small"
                appearance="subtle"
                icon={<ArrowDownRegular />}
                aria-label={`Move ${label} down`}
                disabledFocusable={at === shown.length - 1}
                onClick={() => move(at, 1)}
              />
              <Button
                size="small"
                appearance="subtle"
                icon={<DismissRegular />}
                aria-label={`Remove ${label}`}
                disabledFocusable={shown.length === 1}
                onClick={() => toggle(column.path)}
              />
            </li>
          );
        })}
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
          chosen: shown.some((column) => column.path === value),
        }))}
        more={0}
        onToggle={toggle}
        nothing={`No column fits “${query}”.`}
      />
      {columns.length > 0 && (
        <Button size="small" onClick={() => onChange([])}>
          Back to the usual columns
        </Button>
      )}
    </div>
  );
}
