// Records as the rectangle a formula spills. The records are already paid for, so they are shown as far as they can be:
// whatever they hold, this gives a rectangle and never throws.
import { operationOf } from '../operations';
import type { Cell, CellFault } from './cell';
import { columnReader, noSuchColumn, type ColumnReader } from './columnReader';
import type { Column } from './columns';
import { localSerial } from './excelDate';
import { showDate, type Showing } from './fieldReader';
import type { Formula, Item } from './formula';
import { Payload, sizeOf, type RowSize } from './payload';
import { isObject, type JsonObject } from './readable';
import { RowFiller } from './rowFiller';
import { shorten } from './shorten';

export type Outcome =
  | {
      readonly records: readonly Readonly<Record<string, unknown>>[];
      readonly fetchedAt: number;
      readonly from: string;
      readonly note?: string;
    }
  | { readonly fault: CellFault };

type Answered = Extract<Outcome, { readonly records: unknown }>;

export interface Grid {
  readonly cells: Cell[][];
  readonly warnings: readonly string[];
}

/** More than any record has; a flood of made-up names would push the grid past every limit. */
const mostExtras = 100;
const mostWarnings = 20;

type Outcomes = readonly (Outcome | undefined)[];

const recordsOf = (outcomes: Outcomes): readonly (readonly JsonObject[])[] =>
  outcomes.map((outcome) => (outcome && 'records' in outcome ? outcome.records : []));

/** Names that occur in records and not in the table, in the order they are met. */
function extraFields(known: Readonly<Record<string, unknown>>, outcomes: Outcomes): string[] {
  const extras = new Set<string>();
  const seen: string[] = [];
  for (const records of recordsOf(outcomes)) {
    for (const record of records) {
      if (!isObject(record)) continue;
      let place = 0;
      // Records of one answer mostly have the same names in the same order: comparing with the last is all it takes.
      for (const name in record) {
        if (seen[place] !== name) {
          seen[place] = name;
          if (!Object.hasOwn(known, name) && name !== '@type' && extras.size < mostExtras) extras.add(name);
        }
        place++;
      }
    }
  }
  return [...extras];
}

/** The columns asked for, with `*` spelled out. */
function columnsOf({ operation, view }: Formula, outcomes: Outcomes): Column[] {
  const { record, columns } = operationOf(operation);
  const asked = view.columns.length ? view.columns : columns.map((path): Column => ({ path }));
  const isStar = ({ path, exact }: Column) => path === '*' && !exact;
  if (!asked.some(isStar)) return [...asked];
  const named = new Set(asked.map(({ path }) => path));
  const all = [...Object.keys(record.fields), ...extraFields(record.fields, outcomes)];
  return asked.flatMap((column) =>
    isStar(column)
      ? all.filter((path) => !named.has(path)).map((path): Column => ({ path, exact: true }))
      : [column],
  );
}

class Sheet {
  readonly rows: Cell[][] = [];
  /** Rows that records were read into, for the columns that turn out not to exist. */
  readonly fromRecords: Cell[][] = [];
  readonly width: number;
  private readonly blanks: Cell[];
  private readonly filler: RowFiller;
  private readonly payload = new Payload();
  private left = 0;

  constructor(
    private readonly readers: readonly ColumnReader[],
    lead: number,
    private readonly stamps: number,
  ) {
    this.width = lead + readers.length + stamps;
    this.blanks = Array.from({ length: this.width }, () => '');
    this.filler = new RowFiller(readers, lead);
  }

  get cut(): number {
    return this.left;
  }

  /** Keeps the row, unless Excel would refuse the whole result for it. */
  private keep(row: Cell[], size: RowSize = sizeOf(row)): boolean {
    if (this.left === 0 && this.payload.takes(row, size)) {
      this.rows.push(row);
      return true;
    }
    this.left++;
    return false;
  }

  add(row: Cell[]): void {
    this.keep(row);
  }

  record(record: JsonObject, leads: readonly Cell[], stamps: readonly Cell[]): void {
    if (this.left > 0) {
      this.left++;
      return;
    }
    const row = this.blanks.slice();
    for (let index = 0; index < leads.length; index++) row[index] = leads[index]!;
    const size = this.filler.fill(record, row);
    for (let index = 0; index < stamps.length; index++)
      row[this.width - stamps.length + index] = stamps[index]!;
    if (this.keep(row, size)) this.fromRecords.push(row);
  }

  /** A row that holds the same in every column. */
  fill(cell: Cell, leads: readonly Cell[]): void {
    this.keep([...leads, ...this.readers.map(() => cell), ...Array.from({ length: this.stamps }, () => '')]);
  }
}

const noRecord: JsonObject = {};

function stampsOf(outcome: Answered, formats: boolean): Cell[] {
  const from = outcome.note === undefined ? outcome.from : `${outcome.from}: ${outcome.note}`;
  return [showDate(localSerial(outcome.fetchedAt), formats), shorten(from, 1_000)];
}

function headings({ operation, view }: Formula, readers: readonly ColumnReader[], lead: number): Cell[] {
  const { lookup, params } = operationOf(operation);
  const fields = view.headers === 'fields';
  return [
    ...(lead ? [fields ? lookup : params[lookup]!.label] : []),
    ...readers.map(({ heading }) => shorten(heading, 250)),
    ...(view.stamp ? (fields ? ['fetched_at', 'from'] : ['Fetched at', 'From']) : []),
  ];
}

function transposed(rows: readonly Cell[][]): Cell[][] {
  return rows[0]!.map((_, column) => rows.map((row) => row[column]!));
}

/** One item's rows. */
function place(
  sheet: Sheet,
  formula: Formula,
  item: Item,
  outcome: Outcome | undefined,
  formats: boolean,
): string[] {
  const { view, single } = formula;
  const one = operationOf(formula.operation).answers === 'one';
  const lead = item.state !== 'blank' && leads(formula) ? [item.shown] : [];
  if (item.state === 'fault') {
    sheet.fill(item.fault, lead);
    return [];
  }
  if (item.state === 'blank' || !outcome) {
    if (one) sheet.fill('', lead);
    return [];
  }
  if ('fault' in outcome) {
    sheet.fill(outcome.fault, lead);
    return [];
  }
  const { records } = outcome;
  const stamps = view.stamp ? stampsOf(outcome, formats) : [];
  const notes = outcome.note === undefined ? [] : [outcome.note];
  if (one && !single) {
    if (records.length === 0) sheet.fill('', lead);
    else sheet.record(isObject(records[0]) ? records[0] : noRecord, lead, stamps);
    if (records.length > 1) notes.push(`${item.shown}: ${records.length} records came, the first is shown.`);
    return notes;
  }
  for (const record of records) sheet.record(isObject(record) ? record : noRecord, lead, stamps);
  return notes;
}

/** Searches over a range are stacked under what was searched for. */
const leads = ({ operation, view, single }: Formula): boolean =>
  operationOf(operation).answers === 'many' && !single && !view.bare;

/** A single formula's failure stands in its own cell, where Excel shows it. */
function soleFault({ single, items }: Formula, outcomes: Outcomes): CellFault | undefined {
  const [item] = items;
  if (!single || !item) return undefined;
  if (item.state === 'fault') return item.fault;
  const [outcome] = outcomes;
  return outcome && 'fault' in outcome ? outcome.fault : undefined;
}

function oddities(readers: readonly ColumnReader[]): string[] {
  return readers
    .filter(({ tally }) => tally.odd > 0)
    .map(({ path, tally: { odd } }) => {
      const values = odd === 1 ? '1 value is' : `${odd} values are`;
      return `${shorten(path, 60)}: ${values} not of the promised type and shown as text.`;
    });
}

/** `outcomes` run parallel to the formula's items; undefined for blank items. */
export function makeGrid(formula: Formula, outcomes: Outcomes, host: { readonly formats: boolean }): Grid {
  const sole = soleFault(formula, outcomes);
  if (sole) return { cells: [[sole]], warnings: [] };

  const { operation, view } = formula;
  const showing: Showing = { formats: view.formats && host.formats, convert: view.formats };
  const readers = columnsOf(formula, outcomes).map((column) =>
    columnReader(operation, column, view.headers, showing),
  );
  const lead = leads(formula) ? 1 : 0;
  const sheet = new Sheet(readers, lead, view.stamp ? 2 : 0);
  if (view.headers !== 'none') sheet.add(headings(formula, readers, lead));
  const notes = formula.items.flatMap((item, index) =>
    place(sheet, formula, item, outcomes[index], showing.formats),
  );

  for (const [index, reader] of readers.entries()) {
    if (!reader.unknown || reader.tally.found || sheet.fromRecords.length === 0) continue;
    const fault = noSuchColumn(operation, reader.path, recordsOf(outcomes).flat());
    for (const row of sheet.fromRecords) row[lead + index] = fault;
  }

  const { rows } = sheet;
  if (sheet.cut > 0) {
    const says = `Cut here: Excel takes at most 5 MB, so ${sheet.cut} more rows are not shown. Ask for fewer columns or results.`;
    rows.push([says, ...Array.from({ length: sheet.width - 1 }, () => '')]);
    notes.push(says);
  }
  const cells = rows.length === 0 || sheet.width === 0 ? [['']] : view.transpose ? transposed(rows) : rows;
  return { cells, warnings: [...new Set([...notes, ...oddities(readers)])].slice(0, mostWarnings) };
}
