// Plays the money model in a process of its own (main.ts).
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ConditionName } from './conditions';

const main = join(__dirname, 'main.ts');

/** How many steps were played; rejects with the shortest history that fails. */
export async function holdsUnder(condition: ConditionName): Promise<number> {
  const played = promisify(execFile)(process.execPath, ['--import', 'tsx', main, condition]);
  const { stdout } = await played.catch((error: Error & { stderr: string }) => {
    throw new Error(error.stderr);
  });
  return Number(stdout);
}
