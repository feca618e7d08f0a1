// The columns of a source as a person picks them: fields with their labels, and the fields inside a record.
import { operationOf, type OperationId } from '../../../operations';
import type { RecordShape } from '../../../operations/table/field';
import { figureHeading } from '../../../spill/grid/figures';
import { shapeOf, type Column } from '../../../spill/read/options/columns';
import { labelled, signInCells } from '../../../languages/labels';
import { t } from '../../../languages/t';

interface ColumnChoice {
  readonly path: string;
  readonly label: string;
  /** In English. */
  readonly also: string;
}

function fieldsOf(shape: RecordShape, holder?: ColumnChoice): ColumnChoice[] {
  const within = (outer: string | undefined, label: string, sign: string) =>
    outer === undefined ? label : outer + sign + label;
  return Object.entries(shape.fields).flatMap(([name, field]) => {
    const own = {
      path: holder ? `${holder.path}.${name}` : name,
      label: within(holder?.label, labelled(field.label, `${shape.type}.${name}`), signInCells('label')),
      also: within(holder?.also, field.label, ': '),
    };
    const inner = field.kind === 'record' ? shapeOf(field) : undefined;
    return inner ? [own, ...fieldsOf(inner, own)] : [own];
  });
}

export const columnChoices = (id: OperationId): ColumnChoice[] => [
  ...fieldsOf(operationOf(id).record),
  { path: '*', label: t('formulas.allFields'), also: '*' },
];

/** The columns a formula shows: the named ones, or the source's own. */
export const shownColumns = (id: OperationId, columns: readonly Column[]): readonly Column[] =>
  columns.length > 0 ? columns : operationOf(id).columns.map((path) => ({ path }));

export const columnLabel = (id: OperationId, column: Column): string =>
  column.heading ??
  (column.figure === undefined
    ? (columnChoices(id).find(({ path }) => path === column.path)?.label ?? column.path)
    : figureHeading(id, column));

export function moveColumn(columns: readonly Column[], from: number, by: -1 | 1): readonly Column[] {
  const to = from + by;
  const moved = columns[from];
  const other = columns[to];
  if (!moved || !other) return columns;
  return columns.map((column, index) => (index === from ? other : index === to ? moved : column));
}

/** Under a heading of its own; without text, as the table names it. */
export function renameColumn(columns: readonly Column[], at: number, heading: string): readonly Column[] {
  return columns.map((column, index) => {
    if (index !== at) return column;
    const { heading: _old, ...plain } = column;
    return heading.trim() === '' ? plain : { ...plain, heading: heading.trim() };
  });
}

/** Naming exactly the default columns in their order is the same as naming none. */
export function namedColumns(id: OperationId, columns: readonly Column[]): readonly Column[] {
  const own = operationOf(id).columns;
  const same =
    columns.length === own.length &&
    columns.every(
      (column, index) =>
        column.path === own[index] &&
        column.heading === undefined &&
        column.figure === undefined &&
        !column.exact,
    );
  return same ? [] : columns;
}
