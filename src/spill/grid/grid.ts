// Records as the rectangle a formula spills. The records are already paid for, so they are shown as far as they can be:
// whatever they contain, the result is a rectangle and nothing throws.
import { labelled, signInCells } from '../../languages/labels';
import { operationOf, type OperationId } from '../../operations';
import type { Cell, CellFault } from '../cell';
import { columnReader, noSuchColumn, type ColumnReader, type WantedColumn } from './columnReader';
import { isStar } from '../read/options/columns';
import { localSerial, readDay, serialOfIso } from '../read/values/excelDate';
import { showDate, type Showing } from './fieldReader';
import type { Formula, FormulaItem } from '../read/formula/formula';
import type { View } from '../read/options/view';
import { isObject, textOf } from './readable';
import { Sheet, type Source } from './sheet';
import { fit, inQuotes, shorten } from '../inputFault';
import { sayInput } from '../say';

export type ItemOutcome =
  | {
      readonly records: readonly Readonly<Record<string, unknown>>[];
      readonly fetchedAt: number;
      /** The same on the clock of the gateway that gave it. */
      readonly at?: number | undefined;
      readonly from: string;
      readonly note?: string | undefined;
      /** Older than the formula wants it, or it could not be fetched again: its numbers carry a mark. */
      readonly isOverdue?: true | undefined;
      /** How many there were before conditions were applied. */
      readonly of?: number;
      /** What to say where none of them is left. */
      readonly none?: string;
    }
  /** `brief`: said in one row, for all searches that wait for the same. */
  | { readonly fault: CellFault; readonly brief?: boolean };

export type RecordsOutcome = Extract<ItemOutcome, { readonly records: unknown }>;

/** The item whose response holds a record. */
export interface Origin {
  readonly item: FormulaItem;
  readonly outcome: RecordsOutcome;
}

/** Adds cards and pictures to finished rows, within the bytes that are left; returns what the user should know. */
export type Decorate = (
  sources: readonly Source<Origin>[],
  columns: readonly { readonly path: string }[],
  room: number,
) => readonly string[];

/** What was decided about an item: the identities of the accepted records, none if no record is the item. */
export type AcceptedOf = (operation: OperationId, item: string) => ReadonlySet<string> | undefined;

export interface GridHost {
  readonly formats: boolean;
  readonly acceptedOf?: AcceptedOf;
  readonly decorate?: Decorate;
}

export interface Grid {
  readonly cells: Cell[][];
  readonly warnings: readonly string[];
}

/** A grid with what warnings are made from; a cell needs none. */
export interface Table {
  readonly cells: Cell[][];
  readonly notes: readonly string[];
  readonly readers: readonly ColumnReader[];
  /** How many rows were left out, which the last row says. */
  readonly cut: number;
}

export type Outcomes = readonly (ItemOutcome | undefined)[];

/** `outcomes` run parallel to the formula's items; undefined for blank items. */
export type MakeGrid = (formula: Formula, outcomes: Outcomes, host: GridHost) => Grid;

/** With the names of fields, formulas may compare it: it is then the same in every language. */
export function stampsOf(outcome: RecordsOutcome, { headers }: View, formats: boolean): Cell[] {
  const { records, of, note, fetchedAt, from } = outcome;
  const isCode = headers === 'fields';
  const some = of !== undefined && { shown: records.length, of };
  const parts = isCode
    ? [from, some && `${some.shown} of ${of}`]
    : [labelled(from), some && sayInput('shownOf', some)];
  const part = parts.filter(Boolean).join(isCode ? ', ' : signInCells('facts'));
  const said = note === undefined ? part : part + signInCells('label') + note;
  return [showDate(localSerial(fetchedAt), formats), shorten(said, 1_000)];
}

/** The arguments whose values stand before the results: those that vary, unless a lookup's rows already follow its one range. */
const leadNames = ({ operation, view, varying }: Formula): readonly string[] =>
  view.bare || (operationOf(operation).results === 'one' && varying.length < 2) ? [] : varying;

/** What an item was asked with; a date as Excel shows one. */
export function leadCells(formula: Formula, item: FormulaItem, formats: boolean): Cell[] {
  const { params } = operationOf(formula.operation);
  return leadNames(formula).map((name, place) => {
    const value = item.state === 'blank' ? '' : item.leads[place]!;
    const day = params[name]!.kind === 'date' && value !== '' ? readDay(value) : undefined;
    const serial = day === undefined ? undefined : serialOfIso(day);
    return serial === undefined ? value : showDate(serial, formats);
  });
}

export function headings(formula: Formula, readers: readonly { readonly heading: string }[]): Cell[] {
  const { operation, view } = formula;
  const { params } = operationOf(operation);
  const fields = view.headers === 'fields';
  return [
    ...leadNames(formula).map((name) => (fields ? name : labelled(params[name]!.label))),
    ...readers.map(({ heading }) => fit(heading, 250)),
    ...(view.stamp ? (fields ? ['fetched_at', 'from'] : [labelled('Fetched at'), labelled('From')]) : []),
  ];
}

/** Columns of a sheet. */
const mostColumns = 16_384;

/** A row beyond the last column of a sheet would make the whole result an error, so a last column says that there are more. */
export function transposed(rows: readonly Cell[][]): Cell[][] {
  const left = rows.length - mostColumns;
  const shown = left > 0 ? rows.slice(0, mostColumns - 1) : rows;
  const says = left > 0 ? sayInput('cutColumns', { most: String(mostColumns), left: String(left + 1) }) : '';
  return rows[0]!.map((_, column) => [
    ...shown.map((row) => row[column]!),
    ...(left > 0 ? [column === 0 ? says : ''] : []),
  ]);
}

const nothingAsked = ({ operation }: Formula): string =>
  sayInput('lookupEmpty', { lookup: operationOf(operation).lookup });

/** One item's rows. */
function place(
  sheet: Sheet<Origin>,
  formula: Formula,
  item: FormulaItem,
  outcome: ItemOutcome | undefined,
  formats: boolean,
): string[] {
  const { view, single } = formula;
  const one = operationOf(formula.operation).results === 'one';
  const lead = leadCells(formula, item, formats);
  if (item.state === 'fault') {
    sheet.fill(item.fault, lead);
    return [];
  }
  if (item.state === 'blank' || !outcome) {
    if (one) sheet.fill('', lead);
    else if (single && item.state === 'blank') sheet.says(nothingAsked(formula), lead, []);
    return [];
  }
  if ('fault' in outcome) {
    if (outcome.brief) sheet.says(outcome.fault, [], []);
    else sheet.fill(outcome.fault, lead);
    return [];
  }
  const { records } = outcome;
  const isMarked = formats && outcome.isOverdue === true;
  const origin = { item, outcome };
  const stamps = view.stamp ? stampsOf(outcome, view, formats) : [];
  const notes = outcome.note === undefined ? [] : [outcome.note];
  if (records.length === 0) {
    sheet.says(
      outcome.none ?? sayInput('noResultsFor', { item: inQuotes(String(item.shown)) }),
      lead,
      stamps,
    );
    return notes;
  }
  if (one && !single) {
    const record = records.find(isObject);
    if (record) sheet.record(record, lead, stamps, origin, isMarked);
    else notes.push(invalidRecord(sheet, 0, records[0], lead, stamps));
    if (records.length > 1)
      notes.push(sayInput('onlyFirst', { item: String(item.shown), count: records.length }));
    return notes;
  }
  for (let place = 0; place < records.length; place++) {
    const record = records[place]!;
    if (isObject(record)) sheet.record(record, lead, stamps, origin, isMarked);
    else notes.push(invalidRecord(sheet, place, record, lead, stamps));
  }
  return notes;
}

/** A row that says what the service sent in place of a record; the other records are shown. */
function invalidRecord(
  sheet: Sheet<Origin>,
  place: number,
  value: unknown,
  lead: readonly Cell[],
  stamps: readonly Cell[],
): string {
  const says = sayInput('notRecord', {
    number: String(place + 1),
    value: value === null ? 'null' : inQuotes(fit(textOf(value))),
  });
  sheet.says(says, lead, stamps);
  return says;
}

/** The failure of a formula with one item is the error of its cell, where Excel shows it. */
export function soleFault({ single, items }: Formula, outcomes: Outcomes): CellFault | undefined {
  const [item] = items;
  if (!single || !item) return undefined;
  if (item.state === 'fault') return item.fault;
  const [outcome] = outcomes;
  return outcome && 'fault' in outcome ? outcome.fault : undefined;
}

/** The columns a formula names, or the operation's own. */
export function makeRows(
  formula: Formula,
  outcomes: Outcomes,
  showing: Showing,
  columns: readonly WantedColumn[] = formula.view.columns,
) {
  const { operation, view, items } = formula;
  const wanted = columns.length > 0 ? columns : operationOf(operation).columns.map((path) => ({ path }));
  const readers = wanted.map((column) => columnReader(operation, column, view.headers, showing));
  const traced = view.cards || view.images || readers.some(({ unknown }) => unknown);
  const sheet = new Sheet<Origin>(readers, leadNames(formula).length, view.stamp ? 2 : 0, traced);
  if (view.headers !== 'none') sheet.add(headings(formula, readers));
  const notes = items.flatMap((item, index) => place(sheet, formula, item, outcomes[index], showing.formats));
  return { sheet, readers, notes };
}

export const cutNotice = (rows: number): string => sayInput('cutRows', { rows: String(rows) });

export const showingOf = (view: View, host: GridHost): Showing => ({
  formats: view.formats && host.formats,
  convert: view.formats,
});

/** `*`, figures and matrices need code of their own (`gridOf.ts`), and conditions too (`where`). */
export const isPlainTable = ({ matrix, view }: Formula): boolean =>
  !matrix &&
  view.where.length === 0 &&
  !view.matched &&
  view.columns.every((column) => column.figure === undefined && !isStar(column));

export function makeGrid(formula: Formula, outcomes: Outcomes, host: GridHost, make = makeRows): Table {
  const sole = soleFault(formula, outcomes);
  if (sole) return { cells: [[sole]], notes: [], readers: [], cut: 0 };

  const { view } = formula;
  const showing = showingOf(view, host);
  const { sheet, readers, notes } = make(formula, outcomes, showing);
  const { rows, fromRecords, cut, width, lead, payload } = sheet;

  if (cut > 0) {
    const says = cutNotice(cut);
    rows.push([says, ...Array.from({ length: width - 1 }, () => '')]);
    notes.push(says);
  } else {
    for (const [index, { unknown, tally, path }] of readers.entries()) {
      if (!unknown || tally.found) continue;
      const fault = noSuchColumn(path);
      for (const { row } of fromRecords) row[lead + index] = fault;
    }
  }
  if (host.decorate) notes.push(...host.decorate(fromRecords, readers, payload.room));
  const cells = rows.length === 0 || width === 0 ? [['']] : view.transpose ? transposed(rows) : rows;
  return { cells, notes, readers, cut };
}
