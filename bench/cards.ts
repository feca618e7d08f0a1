// Response text → records → grid of 500 realistic records, with cards against without, and what a card adds to the payload.
import { readFileSync } from 'node:fs';
import { operationIds, type OperationId } from '../src/operations';
import { checkRequest } from '../src/operations/check/request';
import { richGrid } from '../src/spill/grid/cards/richGrid';
import { readFormula, type Formula } from '../src/spill/read/formula/formula';
import { smallestArguments } from '../test/operations/fixtures';
import { against, againstPair, pairs, type Measure } from './measure';

const rows = 500;
/** One round is too short for the clock. */
const repeats = 10;
const bytesPerCard = 4_000;

function textOf(id: OperationId): string {
  const golden = new URL(`../test/spill/grid/golden/${id}.json`, import.meta.url);
  const { records } = JSON.parse(readFileSync(golden, 'utf8')) as { records: Record<string, unknown>[] };
  return JSON.stringify(Array.from({ length: rows }, (_, nth) => records[nth % records.length]));
}

const formulaOf = (id: OperationId, options: string): Formula =>
  readFormula(id, [...smallestArguments(id), options], () => undefined, checkRequest);

export function cardMeasures(): Promise<Measure[]> {
  return Promise.resolve(
    operationIds.flatMap((id) => {
      const text = textOf(id);
      const host = { formats: true, cards: true };
      const [plain, cards] = ['', 'cards=yes'].map((options) => {
        const formula = formulaOf(id, options);
        return () => {
          const records = JSON.parse(text) as Record<string, unknown>[];
          return richGrid(formula, [{ records, fetchedAt: 0, from: 'service' }], host);
        };
      }) as [() => ReturnType<typeof richGrid>, () => ReturnType<typeof richGrid>];
      const repeated = (make: () => unknown) => () => {
        for (let time = 0; time < repeats; time++) make();
      };
      const bytes = (grid: ReturnType<typeof richGrid>) => Buffer.byteLength(JSON.stringify(grid.cells));
      return [
        againstPair(
          `${id}: ${rows} rows with cards: CPU ms, against plain cells`,
          pairs(41, repeated(cards), repeated(plain)),
          3,
        ),
        against(
          `${id}: bytes of a card, against ${bytesPerCard}`,
          (bytes(cards()) - bytes(plain())) / rows,
          bytesPerCard,
          1,
        ),
      ];
    }),
  );
}
