// Reads a record into a row. V8 enumerates an object's own names and reads each of them far faster than it looks up one
// name after another when every column has another name, so a record is walked once and each value is dropped in its slot.
import type { Cell } from '../cell';
import type { ColumnReader } from './columnReader';
import { booleanBytes, cellBytes, numberBytes, type RowSize } from './payload';
import type { JsonObject } from './readable';
import { tooLarge } from './numberText';
import { fits } from '../shorten';

const none = -1;
/** Types whose values need no conversion, as small numbers: the loop compares them for every cell. */
const [text, number, flag] = [0, 1, 2];
const types: readonly unknown[] = ['string', 'number', 'boolean'];

export class RowFiller {
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
