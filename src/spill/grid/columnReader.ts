// A column compiled for one grid: its heading, and a function from a record to a cell.
import { labelled, signInCells, unlabelled } from '../../languages/labels';
import { operationOf, type OperationId } from '../../operations';
import type { Field, RecordShape } from '../../operations/table/field';
import type { Cell, CellFault } from '../cell';
import { isIndex, shapeOf, type Column } from '../read/options/columns';
import { blankOf, showOf, shownField, soleField, type Show, type Showing, type Tally } from './fieldReader';
import { cellOf, isObject, type JsonObject } from './readable';
import { inQuotes } from '../inputFault';
import { sayInput } from '../say';

export interface WantedColumn extends Column {
  /** Stands for `*`: nobody named it, so it may be missing from every record. */
  readonly implied?: true;
}

export interface ColumnReader {
  readonly path: string;
  readonly heading: string;
  readonly read: (record: JsonObject) => Cell;
  /** The field's name, if the path has a single step. */
  readonly field: string | undefined;
  /** How that field's value becomes a cell. */
  readonly show: Show;
  /** The cell if the record has no value. */
  readonly blank: string;
  /** Values of this type need no conversion. */
  readonly plain: 'string' | 'number' | 'boolean' | undefined;
  readonly tally: Tally;
  /** Not in the table: it must occur in a record. */
  readonly unknown: boolean;
}

/** What a path leads to: the steps before the last known holder, and the field there. */
interface ResolvedField {
  readonly field: Field | undefined;
  readonly label: string;
}

const human = (step: string): string => {
  const text = step.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/**
 * Follows the table along the path; the label includes as many steps as are needed to tell it from others. Which steps these are
 * is the same in every language.
 */
export function resolveField(shape: RecordShape, steps: readonly string[], named = labelled): ResolvedField {
  let here: RecordShape | undefined = shape;
  let field: Field | undefined;
  let english = '';
  let label = '';
  for (const step of steps) {
    if (isIndex(step) && field?.kind === 'list') {
      english += ` ${Number(step) + 1}`;
      label += ` ${Number(step) + 1}`;
      field =
        typeof field.of === 'object' ? { type: 'record', kind: 'record', label, of: field.of } : undefined;
      continue;
    }
    field = here && Object.hasOwn(here.fields, step) ? here.fields[step] : undefined;
    const own = field?.label ?? human(step);
    const shown = named(own, `${here?.type}.${step}`);
    const whole = english === '' || own.toLowerCase().includes(english.toLowerCase());
    english = whole ? own : `${english}: ${own}`;
    label = whole ? shown : label + (named === unlabelled ? ': ' : signInCells('label')) + shown;
    here = shapeOf(field);
  }
  return { field, label };
}

/** The value at the end of the steps; for a list without an index, that of each element. */
export function readPath(value: unknown, steps: readonly string[], from: number): unknown {
  for (let depth = from; depth < steps.length; depth++) {
    const step = steps[depth]!;
    if (Array.isArray(value)) {
      if (!isIndex(step)) {
        const found = value
          .filter(isObject)
          .map((element) => readPath(element, steps, depth))
          .filter((each) => each !== undefined);
        return found.length ? found : undefined;
      }
      value = value[Number(step)] as unknown;
    } else if (isObject(value) && Object.hasOwn(value, step)) {
      value = value[step];
    } else {
      return undefined;
    }
  }
  return value;
}

/** Every object has a `constructor` and the like; of other names, it is enough to look. */
export const ownField = (name: string): ((record: JsonObject) => unknown) =>
  name in Object.prototype
    ? (record) => (Object.hasOwn(record, name) ? record[name] : undefined)
    : (record) => record[name];

/** What a path leads to, where a record that reads as one field is that field, and how to read it in what holds it. */
export function resolveShown(shape: RecordShape, path: readonly string[]) {
  const { field: holding } = resolveField(shape, path);
  const sole = holding?.kind === 'record' ? soleField(holding.of) : undefined;
  const steps = sole === undefined ? path : [...path, sole];
  const ofName = ownField(steps.at(-1) ?? '');
  const inWords = ownField((holding?.kind === 'record' && holding.of.says) || (steps.at(-1) ?? ''));
  return {
    steps,
    field: shownField(holding),
    read: (holder: unknown): unknown => {
      if (isObject(holder)) return ofName(holder) ?? inWords(holder);
      // In place of such a record, the service may send what it says.
      return sole === undefined || Array.isArray(holder) ? readPath(holder, steps.slice(-1), 0) : holder;
    },
  };
}

function readerOf(steps: readonly string[], show: Show, blank: string): (record: JsonObject) => Cell {
  const holding = steps.slice(0, -1);
  const last = steps.slice(-1);
  return (record) => {
    const holder = readPath(record, holding, 0);
    const value = readPath(holder, last, 0);
    if (value === undefined) return blank;
    // The same field of every element of a list is no longer that field.
    return Array.isArray(holder) && !isIndex(last[0]!) ? cellOf(value) : show(value, holder as JsonObject);
  };
}

/** The type whose values need no conversion. */
function plainType(field: Field | undefined, { formats }: Showing): ColumnReader['plain'] {
  if (!field || field.type === 'list' || field.type === 'record') return undefined;
  if (field.kind === 'date' || field.kind === 'percent' || (formats && field.kind === 'money'))
    return undefined;
  if (field.type !== 'integer') return field.type;
  return field.kind === 'identifier' ? undefined : 'number';
}

export function columnReader(
  id: OperationId,
  column: WantedColumn,
  headers: 'labels' | 'fields' | 'none',
  showing: Showing,
): ColumnReader {
  // A name in quotes may hold dots; `*` finds such fields.
  const steps = column.implied ? [column.path] : column.path.split('.');
  const { field, label } = resolveField(operationOf(id).record, steps);
  const tally: Tally = { odd: 0, converted: 0, found: false };
  const blank = steps.length === 1 ? blankOf(field) : '';
  const show: Show = field
    ? showOf(field, showing, tally)
    : (value) => {
        tally.found = true;
        return cellOf(value);
      };
  return {
    path: column.path,
    heading: column.heading ?? (headers === 'fields' ? column.path : label),
    read: readerOf(steps, show, blank),
    blank,
    field: steps.length === 1 ? steps[0] : undefined,
    show,
    plain: plainType(field, showing),
    tally,
    unknown: !column.implied && !field && !knownList(operationOf(id).record, steps),
  };
}

/** An element of a list in the table may be missing from every record. */
function knownList(shape: RecordShape, steps: readonly string[]): boolean {
  const [first = '', second] = steps;
  return second !== undefined && Object.hasOwn(shape.fields, first) && shape.fields[first]!.kind === 'list';
}

/** Shown in a column that neither the table nor any record has. */
export const noSuchColumn = (path: string): CellFault => ({
  fault: 'value',
  message: sayInput('noColumn', { path: inQuotes(path) }),
});
