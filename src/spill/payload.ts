// How much of Excel's 5 MB cap for one result the rows take, as the JSON they become. Looking at every character would
// cost as much as parsing the answer did, so most rows are judged by their length and by the rows that were looked at.
import type { Cell } from './cell';

/** Below the cap, with room for what the estimate may miss, the notice row and the envelope. */
const limit = 4_900_000;
/** Rows looked at whole: the first ones, every eighth, and all that are long. */
const firstRows = 16;
const every = 8;
const longRow = 20_000;

const formatted = '{"type":"Double","basicValue":,"numberFormat":""},'.length + 20;
const fault = 80;

function bytesOf(text: string): number {
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

  /** Counts the row in, unless Excel would refuse the whole result for it. */
  takes(row: readonly Cell[]): boolean {
    let length = 0;
    let bytes = 2;
    for (let index = 0; index < row.length; index++) {
      const cell = row[index]!;
      if (typeof cell === 'string') {
        length += cell.length;
        bytes += 3;
      } else if (typeof cell === 'number') bytes += cell % 1 === 0 && cell < 1e6 && cell > -1e6 ? 7 : 19;
      else if (typeof cell === 'boolean') bytes += 6;
      else if ('fault' in cell) bytes += fault + 2 * cell.message.length;
      else bytes += formatted + cell.numberFormat.length;
    }
    if (this.rows < firstRows || this.rows % every === 0 || length > longRow) this.look(row, length);
    const taken = this.taken + bytes + length * (this.seenBytes / this.seenLength);
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
