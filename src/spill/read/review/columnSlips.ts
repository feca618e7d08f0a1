// The name of a column that no record can have is refused before a credit is spent, with the one that was probably meant.
import { operationOf, type OperationId } from '../../../operations';
import type { Field, RecordShape } from '../../../operations/table/field';
import { nearest } from '../../../operations/check/nearest';
import { optionMeant } from './optionMeant';
import {
  byIn,
  callIn,
  figureKinds,
  fieldNamed,
  isIndex,
  isKnownColumn,
  readColumn,
  type Column,
} from '../options/columns';
import { resolveShown } from '../../grid/columnReader';
import { InputFault, inQuotes } from '../../inputFault';
import { commas, split } from '../values/optionText';
import { joinedInCells, labelled } from '../../../languages/labels';
import { sayReview } from '../../../operations/check/say';
import { sayInput as sayOfInput } from '../../say';

/** What a step of a path stands on: a record, a list, a plain value, or something of unknown shape. */
type Ground = RecordShape | { readonly list: 'string' | 'unknown' | RecordShape } | 'value' | 'unknown';

const groundOf = (field: Field): Ground =>
  field.kind === 'record' ? field.of : field.kind === 'list' ? { list: field.of } : 'value';

/** Where the step leads, or undefined where no record can have it. */
function stepFrom(ground: Ground, step: string): Ground | undefined {
  if (ground === 'unknown' || ground === 'value') return ground === 'unknown' ? ground : undefined;
  if ('list' in ground) {
    if (ground.list === 'unknown') return 'unknown';
    if (isIndex(step)) return ground.list === 'string' ? 'value' : ground.list;
    // A name behind a list is that of each of its elements.
    return ground.list === 'string' ? undefined : stepFrom(ground.list, step);
  }
  if (step === '@type') return 'value';
  const name = fieldNamed(ground, step);
  return name === undefined ? undefined : groundOf(ground.fields[name]!);
}

const fieldsAt = (ground: Ground): readonly string[] => {
  const shape = typeof ground === 'object' && 'list' in ground ? ground.list : ground;
  return typeof shape === 'object' ? Object.keys(shape.fields) : [];
};

/**
 * The one rule for a field that a formula names, wherever it does: what no record can have is not paid for. What is like a
 * field is a slip; anything else may be a field that the service has added, which shows where a response is known.
 */
export function reviewPath(id: OperationId, path: string): void {
  const steps = path.split('.').map((step) => step.trim());
  let ground: Ground = operationOf(id).record;
  for (const [depth, step] of steps.entries()) {
    const next = stepFrom(ground, step);
    if (next !== undefined) {
      ground = next;
      continue;
    }
    const near = nearest(step, fieldsAt(ground));
    const meant = near === undefined ? undefined : [...steps.slice(0, depth), near].join('.');
    const option = meant === undefined && depth === 0 ? optionMeant(id, step) : undefined;
    throw new InputFault(
      `${sayReview('noSuchColumn', { function: operationOf(id).function, path: inQuotes(path) })} ` +
        (meant !== undefined
          ? `${sayReview('didYouMean', { name: meant })} `
          : option === undefined
            ? ''
            : `${sayReview('meantOption', { option })} `) +
        sayReview('inQuotes'),
      'value',
      near === undefined,
    );
  }
}

/** What the path leads to, as far as the table knows. */
const fieldAt = (id: OperationId, path: string): Field | undefined =>
  resolveShown(operationOf(id).record, path.split('.')).field;

/** A figure of something that has no order is refused before it is paid for. */
function reviewFigure(id: OperationId, { figure, path, by }: Column): void {
  for (const summed of by ?? []) reviewFigure(id, { figure: 'min', path: summed });
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
    sayReview('needsNumbers', {
      figure: `${figure}(${path})`,
      field: labelled(field.label),
      first: `first(${path})`,
      columns: joinedInCells('items', numbers),
    }),
  );
}

function reviewCall(id: OperationId, path: string, [name, inside]: readonly [string, string]): void {
  if (!(figureKinds as readonly string[]).includes(name)) {
    const near = nearest(name, [...figureKinds, 'average', 'mean', 'lowest', 'highest', 'sum']);
    const meant: Readonly<Record<string, string>> = {
      average: 'avg',
      mean: 'avg',
      lowest: 'min',
      highest: 'max',
    };
    const figure = near === undefined ? undefined : (meant[near] ?? (near === 'sum' ? undefined : near));
    throw new InputFault(
      joinedInCells('sentences', [
        sayReview('notFigure', { text: inQuotes(path) }),
        figure !== undefined && sayReview('didYouMean', { name: `${figure}(${inside})` }),
        sayReview('figures'),
      ]),
    );
  }
  if (inside !== '' && inside !== '*' && !/^["']/.test(inside)) {
    const [field, sum] = byIn(inside);
    for (const named of [field, ...(sum?.split('+') ?? [])]) reviewPath(id, named.trim());
  }
  reviewFigure(id, readColumn(id, path));
}

/** Spaces and signs are seldom part of a field's name; a search would be paid before that shows. */
const notAName = (path: string): InputFault =>
  new InputFault(
    `${sayOfInput('neither', { text: inQuotes(path) })} ` +
      (/[<>≠≤≥]|\s(?:has|in|contains|is)\s/i.test(path)
        ? sayReview('useWhere', { text: path })
        : sayReview('inQuotes')),
  );

/** A figure has one value for each item, a field one for each result: they cannot share a row. */
function reviewMixture(parts: readonly string[]): void {
  const names = parts.map((part) => part.split(/\s+as\s+/i)[0]!.trim()).filter((name) => name !== '');
  const figure = names.find((name) => callIn(name));
  const field = names.find((name) => !callIn(name));
  if (figure !== undefined && field !== undefined)
    throw new InputFault(
      sayReview('mixes', { figure, field, first: `first(${field === '*' ? 'name' : field})` }),
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
      reviewPath(id, name);
    }
  }
}
