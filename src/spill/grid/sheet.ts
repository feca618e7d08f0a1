// The rows of a grid as they grow: each is as wide as the others, and together they stay below Excel's cap.
import type { Cell } from '../cell';
import type { ColumnReader } from './columnReader';
import { Payload, sizeOf, type RowSize } from './payload';
import type { JsonObject } from './readable';
import { RowFiller } from './rowFiller';

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

  record(record: JsonObject, leads: readonly Cell[], stamps: readonly Cell[], origin: Origin): void {
    if (this.left > 0) {
      this.left++;
      return;
    }
    const row = this.blanks.slice();
    for (let index = 0; index < leads.length; index++) row[index] = leads[index]!;
    const size = this.filler.fill(record, row);
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
