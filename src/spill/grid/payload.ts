// How much of Excel's 5 MB cap for one result the rows take, as the JSON they become. Looking at every character would
// cost as much as parsing the response, so the size of most rows is estimated from their length and from a sample.
import type { Cell } from '../cell';

/** Below the limit, with room for the error of the estimate, the notice row and the envelope. */
const limit = 4_900_000;
/** Rows looked at whole: the first ones, every sixteenth, and all that are long. */
const firstRows = 16;
const every = 16;
const longRow = 20_000;

/** Bytes of a cell beyond the three of an empty text. A number with decimals may have 17 digits. */
export const numberBytes = (value: number): number => ((value | 0) === value ? 8 : 18);
export const booleanBytes = 3;
const formattedBytes = '{"type":"FormattedNumber","basicValue":,"numberFormat":""}'.length;
const faultBytes = 80;

export function cellBytes(cell: Exclude<Cell, string>): number {
  if (typeof cell === 'number') return numberBytes(cell);
  if (typeof cell === 'boolean') return booleanBytes;
  return 'fault' in cell
    ? faultBytes + 2 * cell.message.length
    : formattedBytes + numberBytes(cell.basicValue) + cell.numberFormat.length;
}

export interface RowSize {
  /** Characters of all texts. */
  readonly length: number;
  /** Bytes of everything else. */
  readonly bytes: number;
}

export function rowSize(row: readonly Cell[]): RowSize {
  let length = 0;
  let bytes = 0;
  for (const cell of row) {
    if (typeof cell === 'string') length += cell.length;
    else bytes += cellBytes(cell);
  }
  return { length, bytes };
}

export function bytesOf(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // Escapes take two or six bytes, other alphabets two or three.
    if (code > 0x7f) bytes += code > 0x7ff ? 2 : 1;
    else if (code < 0x20) bytes += 5;
    else if (code === 0x22 || code === 0x5c) bytes += 1;
  }
  return bytes;
}

export class Payload {
  private taken = 0;
  private rows = 0;
  private seenLength = 1;
  private seenBytes = 1;

  /** Bytes that are left. */
  get room(): number {
    return limit - this.taken;
  }

  /** Counts the row in, unless Excel would refuse the whole result for it. */
  takes(row: readonly Cell[], { length, bytes }: RowSize): boolean {
    if (this.rows < firstRows || this.rows % every === 0 || length > longRow) this.look(row, length);
    const taken = this.taken + 2 + 3 * row.length + bytes + length * (this.seenBytes / this.seenLength);
    if (taken > limit) return false;
    this.taken = taken;
    this.rows++;
    return true;
  }

  private look(row: readonly Cell[], length: number): void {
    this.seenLength += length;
    for (const cell of row) if (typeof cell === 'string') this.seenBytes += bytesOf(cell);
  }
}
