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

export function bounded(rows: Cell[][]): Bounded {
  const payload = new Payload();
  const end = rows.findIndex((row) => !payload.takes(row, rowSize(row)));
  if (end < 0) return { rows, notes: [], room: payload.room };
  const says = cutNotice(rows.length - end);
  const blanks = Array.from({ length: (rows[0]?.length ?? 1) - 1 }, () => '');
  return { rows: [...rows.slice(0, end), [says, ...blanks]], notes: [says], room: 0 };
}
