// Rows that were not made by a Sheet, within what Excel takes, as the grid of records is.
import type { Cell } from '../cell';
import { cutNotice } from './grid';
import { Payload, rowSize } from './payload';

export interface Bounded {
  readonly rows: Cell[][];
  readonly notes: string[];
  /** Bytes that are left for cards. */
  readonly room: number;
}

/** `left`: rows that were left out before. */
export function bounded(rows: Cell[][], left = 0): Bounded {
  const payload = new Payload();
  const end = rows.findIndex((row) => !payload.takes(row, rowSize(row)));
  if (end < 0 && left === 0) return { rows, notes: [], room: payload.room };
  const kept = end < 0 ? rows : rows.slice(0, end);
  const says = cutNotice(rows.length - kept.length + left);
  const blanks = Array.from({ length: (rows[0]?.length ?? 1) - 1 }, () => '');
  return { rows: [...kept, [says, ...blanks]], notes: [says], room: 0 };
}
