// The name of a column that is surely a slip is refused before a credit is spent, with the one that was probably meant.
import { operationOf, type OperationId } from '../../../operations';
import type { Field, RecordShape } from '../../../operations/table/field';
import { nearest } from '../../../operations/check/nearest';
import {
  callIn,
  figures,
  fieldNamed,
  isIndex,
  isKnownColumn,
  readColumn,
  shapeOf,
  type Column,
} from '../options/columns';
import { InputFault } from '../../inputFault';
import { commas, split } from '../values/optionText';
import { inQuotes } from '../../shorten';

function reviewPath(id: OperationId, path: string): void {
  const steps = path.split('.').map((step) => step.trim());
  let shape: RecordShape | undefined = operationOf(id).record;
  for (const [depth, step] of steps.entries()) {
    if (!shape || isIndex(step) || step === '@type') continue;
    const name = fieldNamed(shape, step);
    if (name === undefined) {
      const near = nearest(step, Object.keys(shape.fields));
      if (near === undefined) return;
      throw new InputFault(
        `${operationOf(id).function} has no column ${inQuotes(path)}. Did you mean ${[...steps.slice(0, depth), near].join('.')}? ` +
          'To use a field that Spillway does not know, put it in quotes.',
      );
    }
    shape = shapeOf(shape.fields[name]);
  }
}

/** What the path leads to, as far as the table knows; the one field of a record that is shown by it. */
function fieldAt(id: OperationId, path: string): Field | undefined {
  let shape: RecordShape | undefined = operationOf(id).record;
  let field: Field | undefined;
  for (const step of path.split('.')) {
    if (isIndex(step)) return undefined;
    field = shape && Object.hasOwn(shape.fields, step) ? shape.fields[step] : undefined;
    shape = shapeOf(field);
  }
  const [, sole] = (field?.kind === 'record' && /^\{(\w+)\}$/.exec(field.of.shows)) || [];
  return field?.kind === 'record' && sole !== undefined ? field.of.fields[sole] : field;
}

/** A figure of something that has no order is refused before it is paid for. */
function reviewFigure(id: OperationId, { figure, path }: Column): void {
  if (figure === undefined || figure === 'count' || figure === 'first') return;
  const field = fieldAt(id, path);
  if (!field || field.kind === 'date' || field.type === 'number' || field.type === 'integer') return;
  const numbers = operationOf(id)
    .columns.filter((name) => {
      const other = fieldAt(id, name);
      return other?.type === 'number' || other?.type === 'integer';
    })
    .slice(0, 3);
  throw new InputFault(
    `${figure}(${path}) needs numbers, and ${field.label} has none. Use first(${path}), or a column such as ${numbers.join(', ')}.`,
  );
}

function reviewCall(id: OperationId, path: string, [name, inside]: readonly [string, string]): void {
  if (!(figures as readonly string[]).includes(name)) {
    const near = nearest(name, [...figures, 'average', 'mean', 'lowest', 'highest', 'sum']);
    const meant: Readonly<Record<string, string>> = {
      average: 'avg',
      mean: 'avg',
      lowest: 'min',
      highest: 'max',
    };
    const figure = near === undefined ? undefined : (meant[near] ?? (near === 'sum' ? undefined : near));
    throw new InputFault(
      `${inQuotes(path)} is not a figure. ${figure === undefined ? '' : `Did you mean ${figure}(${inside})? `}Use min, max, median, avg or first with a column, or count().`,
    );
  }
  if (inside !== '' && inside !== '*' && !/^["']/.test(inside)) reviewPath(id, inside);
  reviewFigure(id, readColumn(id, path));
}

/** Spaces and signs are seldom part of a field's name; a search would be paid before that shows. */
const notAName = (path: string): InputFault =>
  new InputFault(
    `${inQuotes(path)} is neither an option (name=value) nor a column. To use a field that Spillway does not know, put it in quotes.`,
  );

/** A figure has one value for each item, a field one for each result: they cannot share a row. */
function reviewMixture(parts: readonly string[]): void {
  const names = parts.map((part) => part.split(/\s+as\s+/i)[0]!.trim()).filter((name) => name !== '');
  const figure = names.find((name) => callIn(name));
  const field = names.find((name) => !callIn(name));
  if (figure !== undefined && field !== undefined)
    throw new InputFault(
      `columns mixes ${figure} with ${field}. Use figures only or fields only; first(${field === '*' ? 'name' : field}) is the field of the first result.`,
    );
}

/** Text that names columns, as it was typed; names in quotes are taken as they are. */
export function reviewColumns(id: OperationId, text: string): void {
  const parts = split(text, commas);
  reviewMixture(parts);
  for (const part of parts) {
    if (part === '' || /^["']/.test(part)) continue;
    const [path = ''] = part.split(/\s+as\s+/i);
    const name = path.trim();
    const call = callIn(name);
    if (call) reviewCall(id, name, call);
    else if (name !== '*') {
      if (!isKnownColumn(id, name) && /[^\p{L}\p{M}\p{N}_.@-]/u.test(name)) throw notAName(name);
      if (name.length < 200) reviewPath(id, name);
    }
  }
}
