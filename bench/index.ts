// `npm run bench`: every performance goal, each against a baseline in the same run. A missed goal does not fail the run.
import { bundleMeasures } from './bundles';
import { cardMeasures } from './cards';
import { creditMeasures } from './credits';
import { demoMeasures } from './demo';
import { gatewayBench } from './gateway/gateway';
import { gridMeasures } from './grid';
import { historyMeasures } from './history';
import { openingMeasures, rowMeasures, typingMeasures } from './host';
import { makespanMeasures } from './makespan';
import type { Measure } from './measure';
import { matchMeasures } from './match';
import { matrixMeasures } from './matrix';
import { memoryMeasures } from './memory';
import { pageMeasures } from './pages';
import { recalculationMeasures } from './recalculation';
import { skipped } from './skipped';
import { templateMeasures } from './templates';
import { watchMeasures } from './watches';

const parts: readonly [name: string, measure: () => Promise<Measure[]>][] = [
  ['grid', gridMeasures],
  ['match', matchMeasures],
  ['cards', cardMeasures],
  ['recalculation', recalculationMeasures],
  ['credits', creditMeasures],
  ['matrix', matrixMeasures],
  ['templates', templateMeasures],
  ['makespan', makespanMeasures],
  ['memory', memoryMeasures],
  ['history', historyMeasures],
  ['watches', watchMeasures],
  ['bundles', bundleMeasures],
  ['pages', pageMeasures],
  ['demo', demoMeasures],
  ['opening', openingMeasures],
  ['typing', typingMeasures],
  ['rows', rowMeasures],
  ['gateway', gatewayBench],
];

function print(measures: readonly Measure[]): void {
  const rows = measures.map(({ name, value, baseline, ratio, goal, met }) => [
    name,
    String(value),
    String(baseline),
    ratio.toFixed(2),
    goal,
    met ? 'yes' : 'no',
  ]);
  const table = [['what', 'value', 'baseline', 'ratio', 'goal', 'met'], ...rows];
  const widths = table[0]!.map((_, column) =>
    Math.max(...table.map((row) => [...(row[column] ?? '')].length)),
  );
  for (const row of table)
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  '),
    );
}

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const measures: Measure[] = [];
for (const [name, measure] of parts) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  measures.push(...(await measure().catch((error: unknown) => skipped(name, error))));
}
if (args.includes('--json')) console.log(JSON.stringify(measures, null, 2));
else print(measures);
// An open channel or browser must not keep the process alive.
process.exit(0);
