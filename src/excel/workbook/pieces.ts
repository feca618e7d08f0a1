// Large ranges in pieces: one request to Excel on the web takes at most 5 MB, and a bigger one fails as a whole.
import type { Area } from './area';

/** With formats and types, about 1 MB. */
const mostCells = 10_000;

/** The area as bands of rows of at most this many cells. */
export function piecesOf(area: Area, most = mostCells): Area[] {
  const rows = Math.max(1, Math.floor(most / area.columns));
  const pieces: Area[] = [];
  for (let row = 0; row < area.rows; row += rows)
    pieces.push({ ...area, row: area.row + row, rows: Math.min(rows, area.rows - row) });
  return pieces;
}

/** Does the work of each item and sends it to Excel whenever enough cells have come together. */
export async function syncInBatches<Item extends { readonly piece: Area }>(
  items: readonly Item[],
  work: (item: Item) => void,
  sync: (batch: readonly Item[]) => Promise<void>,
): Promise<void> {
  let batch: Item[] = [];
  let cells = 0;
  for (const item of items) {
    const size = item.piece.rows * item.piece.columns;
    if (batch.length > 0 && cells + size > mostCells) {
      await sync(batch);
      batch = [];
      cells = 0;
    }
    work(item);
    batch.push(item);
    cells += size;
  }
  if (batch.length > 0) await sync(batch);
}
