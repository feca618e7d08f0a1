// The rows of a grid as they grow: each is as wide as the others, and together they stay below Excel's cap.
import type { Cell } from '../cell';
import type { ColumnReader } from './columnReader';
import { Payload, rowSize, type RowSize, booleanBytes, cellBytes, numberBytes } from './payload';
import { overdue } from './numberFormat';
import type { JsonObject } from './readable';
import { tooLarge } from '../../operations/check/numberText';
import { fits } from '../inputFault';

/** A row, and what it was made from. */
export interface Source<Origin> {
  readonly row: Cell[];
  /** Where the record's own columns begin. */
  readonly at: number;
  readonly record: JsonObject;
  readonly origin: Origin;
}

export class Sheet<Origin> {
  readonly rows: Cell[][] = [];
  /** Rows that records were read into, for the columns that turn out not to exist and for cards. */
  readonly fromRecords: Source<Origin>[] = [];
  readonly width: number;
  private readonly blanks: Cell[];
  readonly filler: RowFiller;
  readonly payload = new Payload();
  private left = 0;

  constructor(
    private readonly readers: readonly ColumnReader[],
    readonly lead: number,
    private readonly stamps: number,
    private readonly traced: boolean,
  ) {
    this.width = lead + readers.length + stamps;
    const none = (length: number) => Array.from({ length }, () => '');
    this.blanks = [...none(lead), ...readers.map(({ blank }) => blank), ...none(stamps)];
    this.filler = new RowFiller(readers, lead);
  }

  get cut(): number {
    return this.left;
  }

  /** Keeps the row, unless Excel would refuse the whole result for it. */
  private keep(row: Cell[], size: RowSize = rowSize(row)): boolean {
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

  /** `isMarked`: the record is overdue. */
  record(
    record: JsonObject,
    leads: readonly Cell[],
    stamps: readonly Cell[],
    origin: Origin,
    isMarked = false,
  ): void {
    if (this.left > 0) {
      this.left++;
      return;
    }
    const row = this.blanks.slice();
    for (let index = 0; index < leads.length; index++) row[index] = leads[index]!;
    const filled = this.filler.fill(record, row);
    if (isMarked) for (let at = this.lead; at < row.length; at++) row[at] = overdue(row[at]!);
    const size = isMarked ? rowSize(row) : filled;
    for (let index = 0; index < stamps.length; index++)
      row[this.width - stamps.length + index] = stamps[index]!;
    if (this.keep(row, size) && this.traced) this.fromRecords.push({ row, at: this.lead, record, origin });
  }

  /** A row with a sentence in place of a record. */
  says(cell: Cell, leads: readonly Cell[], stamps: readonly Cell[]): void {
    const blanks = Array.from({ length: this.width - leads.length - 1 - stamps.length }, () => '');
    this.keep([...leads, cell, ...blanks, ...stamps]);
  }

  /** A row that holds the same in every column. */
  fill(cell: Cell, leads: readonly Cell[]): void {
    this.keep([...leads, ...this.readers.map(() => cell), ...Array.from({ length: this.stamps }, () => '')]);
  }
}

// Reads a record into a row. V8 enumerates an object's own names and reads each of them far faster than it looks up one
// name after another when every column has another name, so a record is walked once and each value is dropped in its slot.

const none = -1;
/** Types whose values need no conversion, as small numbers: the loop compares them for every cell. */
const [text, number, flag] = [0, 1, 2];
const types: readonly unknown[] = ['string', 'number', 'boolean'];

class RowFiller {
  /** Top-level fields by name; a field shown twice is read on its own the second time. */
  private readonly slotOf = new Map<string, number>();
  private readonly others: number[] = [];
  /** The names in the last record, place by place, with their slotAt and kinds: the next record mostly has the same. */
  private readonly names: string[] = [];
  private readonly slotAt: number[] = [];
  private readonly kindAt: number[] = [];
  private unplaced = false;
  private readonly size = { length: 0, bytes: 0 };
  private readonly kinds: readonly number[];

  constructor(
    private readonly readers: readonly ColumnReader[],
    private readonly lead: number,
  ) {
    this.kinds = readers.map(({ plain }) => types.indexOf(plain));
    for (const [slot, { field }] of readers.entries()) {
      if (field === undefined || this.slotOf.has(field)) this.others.push(slot);
      else this.slotOf.set(field, slot);
    }
  }

  /** Whether a record had a field that no column shows. */
  get metUnplaced(): boolean {
    return this.unplaced;
  }

  /** Puts the record's cells into a row of blanks, and returns the row's size as the payload counts it. */
  fill(record: JsonObject, row: Cell[]): RowSize {
    const { readers, lead, names, slotAt, kindAt, size } = this;
    let place = 0;
    let length = 0;
    let bytes = 0;
    for (const name in record) {
      if (names[place] !== name) {
        names[place] = name;
        const slot = this.slotOf.get(name);
        slotAt[place] = slot ?? none;
        kindAt[place] = slot === undefined ? none : this.kinds[slot]!;
        if (slot === undefined && name !== '@type') this.unplaced = true;
      }
      const slot = slotAt[place]!;
      // What needs no conversion is checked here, not behind a call.
      const kind = kindAt[place++]!;
      if (slot === none) continue;
      const value = record[name];
      if (kind === text && typeof value === 'string' && fits(value)) {
        row[lead + slot] = value;
        length += value.length;
      } else if (kind === number && typeof value === 'number' && value < tooLarge && value > -tooLarge) {
        row[lead + slot] = value;
        bytes += numberBytes(value);
      } else if (kind === flag && typeof value === 'boolean') {
        row[lead + slot] = value;
        bytes += booleanBytes;
      } else if (value !== null) {
        const cell = readers[slot]!.show(value, record);
        row[lead + slot] = cell;
        if (typeof cell === 'string') length += cell.length;
        else bytes += cellBytes(cell);
      }
    }
    for (const slot of this.others) {
      const cell = readers[slot]!.read(record);
      row[lead + slot] = cell;
      if (typeof cell === 'string') length += cell.length;
      else bytes += cellBytes(cell);
    }
    size.length = length;
    size.bytes = bytes;
    return size;
  }
}
