// Which cells asked for what when Excel last called them: Refresh, recalculation and the pane look here.
// Bounded: past the limit the cells noted longest ago are forgotten; Excel names them again when it calls them.
import { createListeners } from '../../engine/ports/listeners';
import type { CellUse, CellRegistry } from '../runtime';

const mostCells = 50_000;

// One spelling for each cell: `'Sheet1'!$B$2` and `Sheet1!B2` are the same.

function spelled(cell: string): string {
  const mark = cell.lastIndexOf('!');
  const sheet = cell
    .slice(0, mark + 1)
    .replace(/^'(.*)'!$/s, (_, name: string) => `${name.replaceAll("''", "'")}!`);
  return (sheet + cell.slice(mark + 1).replaceAll('$', '')).trim().toLowerCase();
}

/** Excel spells an address the same way at every call: looking it up is cheaper in a large recalculation. */
const spellings = new Map<string, string>();

export function cellSpelling(cell: string): string {
  let known = spellings.get(cell);
  if (known === undefined) {
    if (spellings.size >= 2 * mostCells) spellings.clear();
    spellings.set(cell, (known = spelled(cell)));
  }
  return known;
}

/** Calls of one cell closer together than this belong to one formula: it may call several functions. */
const oneFormula = 1_000;

function merged(all: readonly CellUse[]): CellUse | undefined {
  const [first] = all;
  if (!first || all.length === 1) return first;
  return {
    ...first,
    requests: all.flatMap((use) => use.requests),
    filterSets: [...new Set(all.flatMap((use) => use.filterSets))],
    failed: all.some((use) => use.failed),
    // Of the newest: whoever looks again sees that the cell was called meanwhile.
    at: all.at(-1)!.at,
    calls: all,
  };
}

export function createCellRegistry(limit = mostCells): CellRegistry {
  const cells = new Map<string, readonly CellUse[]>();
  const listeners = createListeners();
  let telling = false;

  const tell = () => {
    if (telling || listeners.isEmpty()) return;
    telling = true;
    // Once for a burst of calls, not once for each cell.
    queueMicrotask(() => {
      telling = false;
      listeners.notify();
    });
  };

  const add = (use: CellUse, noted: readonly CellUse[]) => {
    const others = noted.filter(
      (other) => other.requests !== use.requests && use.at - other.at <= oneFormula,
    );
    const name = cellSpelling(use.cell);
    cells.delete(name);
    cells.set(name, [...others, use]);
    if (cells.size > limit) {
      const [oldest] = cells.keys();
      if (oldest !== undefined) cells.delete(oldest);
    }
    tell();
  };

  return {
    note(use) {
      const noted = cells.get(cellSpelling(use.cell)) ?? [];
      const [only] = noted;
      // Nothing to tell but when.
      if (noted.length === 1 && only?.requests === use.requests && only.failed === use.failed)
        cells.set(cellSpelling(use.cell), [use]);
      else add(use, noted);
    },
    uses: () => [...cells.values()].flatMap((noted) => merged(noted) ?? []),
    forget(gone) {
      for (const cell of gone) cells.delete(cellSpelling(cell));
      tell();
    },
    keepNewest(cell, calls) {
      const noted = cells.get(cellSpelling(cell));
      if (!noted || noted.length <= calls) return;
      cells.set(cellSpelling(cell), noted.slice(-calls));
      tell();
    },
    of: (cell) => merged(cells.get(cellSpelling(cell)) ?? []),
    subscribe: listeners.subscribe,
  };
}
