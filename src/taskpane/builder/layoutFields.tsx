// The options every function has: columns, headings, direction, age.
import { Act } from '../controls/actions';
import { Input } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular, DismissRegular, RenameRegular } from '@fluentui/react-icons';
import { useRef, useState, type FormEvent } from 'react';
import type { OperationId } from '../../operations';
import { hasFigures, type Column } from '../../spill/read/options/columns';
import type { View } from '../../spill/read/options/view';
import { t, type PlainKey } from '../../languages/t';
import { AgeChoice, Choice, Tick } from '../controls/fields';
import { ComboList } from '../controls/comboList';
import {
  columnChoices,
  columnLabel,
  moveColumn,
  namedColumns,
  renameColumn,
  shownColumns,
} from '../formulas/choices/columnChoices';
import { indexValues, rankValues } from '../../operations/check/rankValues';
import type { Draft } from '../formulas/draft/draft';
import { usePane } from '../shell/usePane';

interface Properties {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** `inverted`: the box is ticked where the option is off. */
const ticks: readonly {
  readonly name: 'transpose' | 'stamp' | 'cards' | 'images' | 'formats' | 'offline' | 'matched';
  readonly label: PlainKey;
  readonly inverted?: boolean;
}[] = [
  { name: 'transpose', label: 'build.switchRowsAndColumns' },
  { name: 'stamp', label: 'build.addTimeFetched' },
  { name: 'cards', label: 'build.cardsInTheFirst' },
  { name: 'images', label: 'build.pictures' },
  { name: 'formats', label: 'build.plainNumbers', inverted: true },
  { name: 'offline', label: 'build.cachedResultsOnly' },
  { name: 'matched', label: 'build.matchedProductsOnly' },
];

export function LayoutFields({ draft, onChange }: Properties) {
  const { view } = draft;
  const set = (change: Partial<View>) => onChange({ ...draft, view: { ...view, ...change } });
  const { maxAge, ...others } = view;
  return (
    <div className="sw-stack">
      <ColumnPicker
        operation={draft.operation}
        columns={view.columns}
        onChange={(columns) => set({ columns, ...(columns.length === 0 && { bare: false }) })}
      />
      <Choice
        label={t('build.headings')}
        value={view.headers}
        choices={{ labels: t('build.displayNames'), fields: t('build.fieldNames'), none: t('common.none') }}
        onChange={(headers) => set({ headers })}
      />
      <AgeChoice
        label={t('build.fetchAgainWhenOlder')}
        hint={t('build.otherwiseAResultStays')}
        value={maxAge}
        none={t('build.settingForThisSource')}
        onChange={(age) =>
          onChange({ ...draft, view: age === undefined ? others : { ...others, maxAge: age } })
        }
      />
      <div className="sw-ticks">
        {ticks.map(({ name, label, inverted = false }) => (
          <Tick
            key={name}
            label={t(label)}
            checked={view[name] !== inverted}
            onChange={(checked) => set({ [name]: checked !== inverted })}
          />
        ))}
      </div>
    </div>
  );
}

interface PickerProperties {
  readonly operation: OperationId;
  readonly columns: readonly Column[];
  readonly onChange: (columns: readonly Column[]) => void;
}

/** Which columns, in which order, under which headings; each can be moved and renamed with the keyboard alone. */
function ColumnPicker({ operation, columns, onChange }: PickerProperties) {
  const { announce } = usePane();
  const [query, setQuery] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const shown = shownColumns(operation, columns);
  const index = indexValues(
    columnChoices(operation).map(({ path, label, also }) => ({
      param: 'columns',
      place: '',
      value: path,
      label,
      also,
    })),
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
    if (column)
      announce(t('build.isNowColumn', { column: columnLabel(operation, column), number: at + by + 1 }));
    requestAnimationFrame(() => {
      const moved = list.current?.children[at + by];
      moved?.querySelector<HTMLElement>(by === -1 ? '.sw-up' : '.sw-down')?.focus();
    });
  };
  return (
    <div className="sw-stack">
      <ol ref={list} className="sw-columns" aria-label={t('build.columnOrder')}>
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
        label={t('build.addOrRemoveColumns')}
        placeholder={t('build.addAColumn')}
        query={query}
        onQuery={setQuery}
        items={rankValues(index, query).map(({ value, label }) => ({
          id: value,
          label,
          note: value,
          chosen: shown.some((column) => isField(column, value)),
        }))}
        more={0}
        onToggle={toggle}
        nothing={t('build.noColumnsMatch', { query })}
      />
      {columns.length > 0 && <Act says={t('build.resetToDefaultColumns')} onClick={() => onChange([])} />}
    </div>
  );
}

const isField = (column: Column, path: string): boolean =>
  column.path === path && (column.figure === undefined || column.figure === 'first');

const without = ({ heading: _heading, ...column }: Column): Column => column;

/** A field may be shown twice, under two headings. */
const before = (columns: readonly Column[], at: number): number =>
  columns.slice(0, at).filter(({ path }) => path === columns[at]?.path).length;

interface RowProperties {
  /** The heading the column will have. */
  readonly label: string;
  /** How the table names the field. */
  readonly field: string;
  /** Set if the user gave one. */
  readonly heading: string | undefined;
  readonly place: { readonly first: boolean; readonly last: boolean };
  /** Undefined for “All fields”, which have their own headings. */
  readonly onRename: ((heading: string) => void) | undefined;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

const longest = 120;

const moves = [
  { by: -1, way: 'up', end: 'first', icon: <ArrowUpRegular /> },
  { by: 1, way: 'down', end: 'last', icon: <ArrowDownRegular /> },
] as const;

/** One column of the list: its heading, which can be changed, and buttons that move or remove it. */
function ColumnRow({ label, field, heading, place, onRename, onMove, onRemove }: RowProperties) {
  const [typed, setTyped] = useState<string>();
  const row = useRef<HTMLLIElement>(null);
  const editing = useRef(false);
  const close = (name?: string) => {
    // Removing the field also triggers blur, which must not save what Escape discarded.
    if (!editing.current) return;
    editing.current = false;
    setTyped(undefined);
    if (name !== undefined && name.trim() !== label) onRename?.(name === field ? '' : name);
  };
  const finish = (name?: string) => {
    close(name);
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('.sw-rename')?.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    finish(typed);
  };
  if (typed !== undefined) {
    return (
      <li ref={row}>
        <form onSubmit={submit}>
          <Input
            size="small"
            autoFocus
            aria-label={t('build.headingFor', { field })}
            placeholder={field}
            value={typed}
            maxLength={longest}
            onChange={(_event, { value }) => setTyped(value)}
            onFocus={(event) => event.target.select()}
            onBlur={() => close(typed)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') finish();
            }}
          />
        </form>
      </li>
    );
  }
  return (
    <li ref={row}>
      <span className={onRename ? 'sw-cut' : 'sw-cut sw-no-rename'} title={label}>
        {label}
        {heading !== undefined && heading !== field && <span className="sw-small"> {field}</span>}
      </span>
      {onRename && (
        <Act
          appearance="subtle"
          className="sw-rename"
          icon={<RenameRegular />}
          title={t('common.rename')}
          aria-label={t('build.rename2', { label })}
          onClick={() => {
            editing.current = true;
            setTyped(label);
          }}
        />
      )}
      <MoveButtons label={label} place={place} onMove={onMove} />
      <Act
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={t('common.removeOne', { label })}
        isOff={place.first && place.last}
        onClick={onRemove}
      />
    </li>
  );
}

const MoveButtons = ({ label, place, onMove }: Pick<RowProperties, 'label' | 'place' | 'onMove'>) =>
  moves.map(({ by, way, icon, end }) => (
    <Act
      key={way}
      appearance="subtle"
      className={`sw-${way}`}
      icon={icon}
      aria-label={t('build.move', { label, way: t(`build.${way}`) })}
      isOff={place[end]}
      onClick={() => onMove(by)}
    />
  ));
