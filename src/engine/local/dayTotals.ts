// The stored sums of each day. Every window writes rows of its own, so that none overwrites another's; those of past days
// are folded into one row for each operation. A fold names the rows it holds: cut off half-way, or made by two windows at
// once, it counts nothing twice.
import type { DayTotal } from '../engine';
import type { GuardedStore } from '../ports/guardedStore';

type Row = DayTotal & { readonly v: 1; readonly holds?: readonly string[] };

export const rowKey = (day: string, operation: string, window: string) => `${day} ${operation} ${window}`;

export const sum = (a: DayTotal, b: DayTotal): DayTotal => ({
  ...a,
  spent: a.spent + b.spent,
  saved: a.saved + b.saved,
  requests: a.requests + b.requests,
  hits: a.hits + b.hits,
});

const isRow = (entry: [string, unknown]): entry is [string, Row] =>
  (entry[1] as { v?: unknown } | null)?.v === 1;

/** Reads the rows since `oldest`, folds those before `past`, and lets go of the rest. */
export async function loadDayRows(
  store: GuardedStore,
  { oldest, past }: { readonly oldest: string; readonly past: string },
): Promise<Map<string, DayTotal>> {
  const stored = (await store.entries('days')).filter(isRow);
  const held = new Set(stored.flatMap(([, { holds = [] }]) => holds));
  const gone = stored.filter(([key, { day }]) => held.has(key) || day < oldest).map(([key]) => key);
  const places = new Map<string, [string, Row][]>();
  for (const entry of stored) {
    const [key, { day, operation }] = entry;
    if (held.has(key) || day < oldest) continue;
    const place = day < past ? rowKey(day, operation, '') : key;
    places.set(place, [...(places.get(place) ?? []), entry]);
  }
  const rows = new Map<string, DayTotal>();
  const folds: [string, Row][] = [];
  const folded: string[] = [];
  for (const [place, entries] of places) {
    const { day, operation, spent, saved, requests, hits } = entries
      .map(([, row]): DayTotal => row)
      .reduce(sum);
    const total = { day, operation, spent, saved, requests, hits };
    rows.set(place, total);
    const parts = entries.map(([key]) => key).filter((key) => key !== place);
    const left = gone.filter((key) => key.startsWith(place));
    const named = entries.some(([, { holds }]) => holds);
    // Names are kept until the rows they stand for are really gone.
    if (parts.length > 0 || (named && left.length === 0))
      folds.push([place, { v: 1, ...total, ...(parts.length > 0 && { holds: [...left, ...parts] }) }]);
    folded.push(...parts);
  }
  const kept = await store.put('days', folds);
  void store.delete('days', kept === 'done' ? [...gone, ...folded] : gone);
  return rows;
}
