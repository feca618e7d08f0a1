// What examples of the reference return, asked of the sandbox through the real functions. `npm run generate` keeps the results
// in docs/examples.json, and the help pages show them below their formulas.
import { createMemoryStore } from '../../src/engine/ports/memoryStore';
import { createRuntime } from '../../src/excel/createRuntime';
import { createCellRegistry } from '../../src/excel/recalculation/cellRegistry';
import { memoryStrings } from '../../src/excel/stores/stringStore';
import { silentBroadcast } from '../../src/excel/user/changeBroadcast';
import { createFunctions } from '../../src/functions/createFunctions';
import { listen } from '../../src/sandbox/listen';

/** Formulas of the reference with their arguments; null is an argument that is left out. */
const calls: Readonly<Record<string, readonly [name: string, ...args: unknown[]]>> = {
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
  '=CREDITS.COST("STAYS.SEARCH",60)': ['CREDITS.COST', 'STAYS.SEARCH', 60, null],
};
const mostRows = 5;
const mostColumns = 6;

type Cell = string | number | boolean;

export async function examples(): Promise<Record<string, readonly (readonly Cell[])[]>> {
  // The sandbox's prices and ratings move from day to day.
  const sandbox = await listen({ clock: () => Date.UTC(2026, 10, 15, 9) });
  const runtime = await createRuntime({
    broadcast: silentBroadcast,
    channel: { post: () => undefined, subscribe: () => () => undefined, close: () => undefined },
    cells: createCellRegistry(),
    strings: memoryStrings(),
    store: createMemoryStore(),
  });
  await runtime.settings.update({ baseUrl: sandbox.url, askAbove: 1_000 });
  await runtime.key.save('sandbox-large');
  const functions = createFunctions(runtime, {
    formats: false,
    cards: false,
    marksCells: true,
    namespace: '',
  });
  const results: Record<string, readonly (readonly Cell[])[]> = {};
  for (const [formula, [name, ...args]] of Object.entries(calls)) {
    const result: unknown = await functions[name]!(...args, { address: `Sheet1!${formula.length}` });
    const rows = (Array.isArray(result) ? result : [[result]]) as Cell[][];
    results[formula] = rows.slice(0, mostRows).map((row) => row.slice(0, mostColumns));
  }
  await runtime.engine.close();
  await sandbox.close();
  return results;
}
