// Benchmarks that cannot run here are omitted from the table and listed below it.
import type { Measure } from './measure';

export const skipped = (what: string, why: unknown): Measure[] => {
  process.stderr.write(`Not measured: ${what} (${why instanceof Error ? why.message : String(why)}).\n`);
  return [];
};
