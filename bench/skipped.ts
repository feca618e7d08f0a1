// What could not be measured here is left out of the table and said beside it.
import type { Measure } from './measure';

export const skipped = (what: string, why: unknown): Measure[] => {
  process.stderr.write(`Not measured: ${what} (${why instanceof Error ? why.message : String(why)}).\n`);
  return [];
};
