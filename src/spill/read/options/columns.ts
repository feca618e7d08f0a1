// The columns a formula names: field names or labels, dot paths, list indexes, `*`, figures such as `min(price)`, and
// `price as Price now`.
// A name that is clearly a typo is refused before a credit is spent (columnSlips.ts); any other is looked for in the records.
import { operationOf, type OperationId } from '../../../operations';
import type { Field, RecordShape } from '../../../operations/table/field';
import { InputFault, inQuotes } from '../../inputFault';
import { closingQuote, sameName, unquote } from '../values/optionText';
import { sayInput } from '../../say';

/** Functions that reduce the results of an item to one value. */
export const figureKinds = ['min', 'max', 'median', 'avg', 'first', 'count'] as const;
export type Figure = (typeof figureKinds)[number];

export interface Column {
  /** Steps into the record, joined by dots; `*` stands for every field; empty for `count()`. */
  readonly path: string;
  /** One value for each item instead of one for each record. */
  readonly figure?: Figure;
  /** Of the result in which the sum of these fields is lowest, instead of the first. */
  readonly by?: readonly string[];
  /** Given with `as`. */
  readonly heading?: string;
  /** Named in quotes: a field of exactly this name, known to the table or not. */
  readonly exact?: true;
}

/** Deeper than any record; a longer path is a mistake. */
const deepest = 30;

export const isIndex = (step: string): boolean => /^\d{1,6}$/.test(step);

/** The shape of what a field holds, where the table knows it. */
export const shapeOf = (field: Field | undefined): RecordShape | undefined =>
  field && 'of' in field && typeof field.of === 'object' ? field.of : undefined;

export function fieldNamed(shape: RecordShape, given: string): string | undefined {
  if (Object.hasOwn(shape.fields, given)) return given;
  const wanted = sameName(given);
  const names = Object.keys(shape.fields);
  return (
    names.find((name) => sameName(name) === wanted) ??
    names.find((name) => sameName(shape.fields[name]!.label) === wanted)
  );
}

/** The path with each step as the table spells it. */
function knownPath(id: OperationId, path: string): string {
  const steps = path.split('.').map((step) => step.trim());
  let shape: RecordShape | undefined = operationOf(id).record;
  for (const [depth, step] of steps.entries()) {
    if (step === '') throw new InputFault(sayInput('dotColumn', { path: inQuotes(path) }));
    if (!shape || isIndex(step) || step === '@type') continue;
    const name = fieldNamed(shape, step);
    if (name === undefined) break;
    steps[depth] = name;
    shape = shapeOf(shape.fields[name]);
  }
  return steps.join('.');
}

export const isStar = ({ path, exact }: Column): boolean => path === '*' && !exact;

export const hasFigures = (columns: readonly Column[]): boolean =>
  columns.some(({ figure }) => figure !== undefined);

/** `min(price)` as its name and what stands between the brackets. */
export const callIn = (text: string): readonly [name: string, inside: string] | undefined => {
  const [, name, inside] = /^([\p{L}_]+)\s*\(\s*(.*?)\s*\)$/su.exec(text) ?? [];
  return name === undefined || inside === undefined ? undefined : [name.toLowerCase(), inside];
};

/** `name by price+excluded_charges`. A name in quotes is taken as it is. */
export const byIn = (inside: string): readonly [field: string, sum?: string] => {
  const [, field, sum] = /^(.*?)\s+by\s+(.+)$/is.exec(/^["']/.test(inside) ? '' : inside) ?? [];
  return field === undefined || sum === undefined ? [inside] : [field, sum];
};

const isFigure = (name: string): name is Figure => (figureKinds as readonly string[]).includes(name);

function readFigure(id: OperationId, figure: Figure, inside: string): Column {
  const all = inside === '' || inside === '*';
  if (all !== (figure === 'count'))
    throw new InputFault(sayInput('figureField', { figure: `${figure}(${inside})` }));
  if (all) return { path: '', figure };
  const [field, sum] = byIn(inside);
  if (sum !== undefined && figure !== 'first')
    throw new InputFault(
      sayInput('figureFirst', { figure: `${figure}(${inside})`, first: `first(${inside})` }),
    );
  const { path, exact } = readColumn(id, field);
  const by = sum?.split('+').map((part) => readColumn(id, part.trim()).path);
  return { path, figure, ...(exact && { exact }), ...(by && { by }) };
}

/** Whether the table has this column, so that it can be taken for one without being called one. */
export function isKnownColumn(id: OperationId, text: string): boolean {
  const call = callIn(text.replace(/\s+as\s.*$/is, ''));
  if (call && isFigure(call[0])) return true;
  const [first = ''] = text.split(/\.|\s+as\s+/i);
  const { record } = operationOf(id);
  return first.trim() === '*' || fieldNamed(record, first) !== undefined;
}

/** One column as typed: a path, quoted or not, and what follows `as`. */
export function readColumn(id: OperationId, text: string): Column {
  if (text.split('.').length > deepest)
    throw new InputFault(sayInput('dotsColumn', { path: inQuotes(text) }));
  const quoted = /^["']/.test(text) ? closingQuote(text, 0) : -1;
  const [, typed = '', title] =
    quoted > 0
      ? [text, text.slice(0, quoted + 1), /^\s*as\s+(.+)$/is.exec(text.slice(quoted + 1))?.[1]]
      : (/^(.*?)(?:\s+as\s+(.+))?$/is.exec(text) ?? []);
  const rename = title === undefined ? {} : { heading: unquote(title.trim()) };
  if (quoted > 0) {
    if (title === undefined && quoted + 1 < text.length) {
      throw new InputFault(sayInput('asColumn', { path: inQuotes(text) }));
    }
    return { path: unquote(typed), ...rename, exact: true };
  }
  const path = typed.trim();
  if (path === '*') return { path };
  const call = callIn(path);
  if (call && isFigure(call[0])) return { ...readFigure(id, call[0], call[1]), ...rename };
  return { path: knownPath(id, path), ...rename };
}
