// What examples of the reference return, asked of the sandbox through the real functions. `npm run generate` keeps the results
// in docs/examples.json, and the help pages show them below their formulas.
import { memoryRuntime } from '../../bench/memoryRuntime';
import { browserClock } from '../../src/excel/stores/browserPorts';
import { createFunctions } from '../../src/functions/createFunctions';
import { createMemoryRows } from '../../src/history/rows';
import { listen } from '../../src/sandbox/listen';
import type { FormattedNumber } from '../../src/spill/cell';
import { dayFormat } from '../../src/spill/grid/numberFormat';
import { readDay } from '../../src/spill/read/values/excelDate';

/** Formulas of the reference with their arguments; null is an argument that is left out. */
const calls: Readonly<Record<string, readonly [name: string, ...args: unknown[]]>> = {
  // Before anything is spent.
  '=TOKEN.USAGE("points")': ['TOKEN.USAGE', 'points'],
  '=RURETAIL.SEARCH("iphone 15",10)': ['RURETAIL.SEARCH', [['iphone 15']], 10, null, null],
  '=BIZBUREAU.SEARCH("roofing",15,"Austin, TX")': ['BIZBUREAU.SEARCH', [['roofing']], 15, 'Austin, TX', null],
  '=NLRETAIL.SEARCH("koffiemachine")': ['NLRETAIL.SEARCH', [['koffiemachine']], null, null],
  '=HKPROPERTY.VALUE(A2,,"price")': ['HKPROPERTY.VALUE', [['TKS-01-12-B']], null, [['price']]],
  '=JOBSBOARD.COMPANY(A2,"en","follower_count")': [
    'JOBSBOARD.COMPANY',
    [['1500000']],
    'en',
    [['follower_count']],
  ],
  '=STAYS.SEARCH("Amsterdam",DATE(2027,5,3),DATE(2027,5,7),2)': [
    'STAYS.SEARCH',
    [['Amsterdam']],
    [[46_510]],
    [[46_514]],
    [[2]],
    null,
    null,
    null,
  ],
  '=STAYS.FILTERS("family")': ['STAYS.FILTERS', 'family'],
  '=HISTORY.SERIES("HKPROPERTY.VALUE","TKS-01-12-B","price",DATE(2026,1,1),,3)': [
    'HISTORY.SERIES',
    'HKPROPERTY.VALUE',
    [['TKS-01-12-B']],
    'price',
    46_023,
    null,
    3,
    null,
  ],
  '=CREDITS.COST("STAYS.SEARCH",60)': ['CREDITS.COST', 'STAYS.SEARCH', 60, null],
};
const mostRows = 5;
const mostColumns = 6;

type Cell = string | number | boolean;

/** A date as people read it. */
function shown(cell: Cell | FormattedNumber): Cell {
  if (typeof cell !== 'object') return cell;
  return cell.numberFormat === dayFormat ? (readDay(cell.basicValue) ?? cell.basicValue) : cell.basicValue;
}

export async function examples(): Promise<Record<string, readonly (readonly Cell[])[]>> {
  // The sandbox's prices and ratings move from day to day.
  const now = () => Date.UTC(2026, 10, 15, 9);
  const sandbox = await listen({ clock: now });
  const runtime = await memoryRuntime({ clock: { ...browserClock, now }, historyRows: createMemoryRows() });
  await runtime.library.save({
    name: 'family',
    params: { children_ages: [4, 7], star_ratings: ['4', '5'], property_amenities: ['swimming_pool'] },
    changedAt: now(),
  });
  await runtime.settings.update({ baseUrl: sandbox.url, askAbove: 1_000 });
  await runtime.key.save('sandbox-large');
  const functions = createFunctions(runtime, {
    formats: true,
    cards: false,
    marksCells: true,
    namespace: '',
  });
  // The history is written a moment after the cells have their results.
  const history = await runtime.history();
  const isKept = new Promise<void>((resolve) =>
    history.subscribe((operations) => operations.has('hkproperty') && resolve()),
  );
  const results: Record<string, readonly (readonly Cell[])[]> = {};
  for (const [formula, [name, ...args]] of Object.entries(calls)) {
    if (name.startsWith('HISTORY.')) await isKept;
    const result: unknown = await functions[name]!(...args, { address: `Sheet1!${formula.length}` });
    const rows = (Array.isArray(result) ? result : [[result]]) as (Cell | FormattedNumber)[][];
    results[formula] = rows.slice(0, mostRows).map((row) => row.slice(0, mostColumns).map(shown));
  }
  await runtime.engine.close();
  await sandbox.close();
  return results;
}
