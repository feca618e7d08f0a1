// What examples of the reference return, asked of the sandbox through the real functions. `npm run generate` keeps the results
// in docs/examples.json, and the help pages show them below their formulas.
import { memoryRuntime } from '../../src/excel/memoryRuntime';
import { browserClock } from '../../src/excel/stores/browserPorts';
import { createFunctions } from '../../src/functions/createFunctions';
import { declarations } from '../functions/metadata/declaration';
import type { Declaration } from '../functions/metadata/declared';
import { createMemoryRows } from '../../src/history/rows';
import { serialOf } from '../../src/operations/serialDate';
import type { Example } from '../../src/operations/table/operation';
import { listen } from '../../sandbox/listen';
import type { FormattedNumber } from '../../src/spill/cell';
import { dayFormat } from '../../src/spill/grid/numberFormat';
import { readFormulaText, readLiteral } from '../../src/spill/read/formula/formulaText';
import { readDay } from '../../src/spill/read/values/excelDate';

interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** What Excel passes for an argument as it is written: a text, a number, a date or a cell. */
function valueOf(written: string, cells: Readonly<Record<string, string>>): unknown {
  if (written === '') return null;
  const literal = readLiteral(written);
  if (literal !== undefined) return literal;
  if (/^\d+$/.test(written)) return Number(written);
  const [, year, month, day] = /^DATE\((\d+),(\d+),(\d+)\)$/.exec(written) ?? [];
  if (year !== undefined) return serialOf(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const cell = cells[written];
  if (cell === undefined) throw new Error(`The example says nothing about ${written}.`);
  return cell;
}

/** A range arrives as rows; an argument that is left out as null. */
function callOf(declaration: Declaration, { formula, cells = {} }: Example): Call {
  const call = readFormulaText(formula);
  if (call?.function !== declaration.name)
    throw new Error(`${formula} is not one call of ${declaration.name}.`);
  const args = declaration.arguments.map(({ range }, place) => {
    const value = valueOf(call.args[place] ?? '', cells);
    return range && value !== null ? [[value]] : value;
  });
  return { name: call.function, args };
}

/** What depends on the others goes where it belongs: the points before anything is spent, the history after it. */
const order = ({ name, operation }: Declaration) =>
  name.startsWith('HISTORY.') ? 2 : operation === undefined ? 0 : 1;

const calls = (): [formula: string, call: Call][] =>
  [...declarations]
    .sort((a, b) => order(a) - order(b))
    .flatMap((declaration) =>
      declaration.examples
        .filter(({ cells }) => cells !== undefined)
        .map((example): [string, Call] => [example.formula, callOf(declaration, example)]),
    );

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
  for (const [formula, { name, args }] of calls()) {
    if (name.startsWith('HISTORY.')) await isKept;
    const result: unknown = await functions[name]!(...args, { address: `Sheet1!${formula.length}` });
    const rows = (Array.isArray(result) ? result : [[result]]) as (Cell | FormattedNumber)[][];
    results[formula] = rows.slice(0, mostRows).map((row) => row.slice(0, mostColumns).map(shown));
  }
  await runtime.engine.close();
  await sandbox.close();
  return results;
}
