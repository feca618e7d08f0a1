// Two instances on two ports would share one dist/, but each needs files built for its own address. The running one is
// recorded here, so that a second one does not replace its files.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Failure } from '../setup/failure.mjs';
import { at } from '../setup/root.mjs';
import { answerOf } from './server.mjs';

const memory = at('dist', '.running');

/** @param {string} address */
export async function isSpillway(address) {
  return (await answerOf(`${address}/playground/`))?.text.includes('Spillway') ?? false;
}

/** @param {string} address */
export const rememberRunning = (address) => writeFileSync(memory, address);

export async function requireNoneRunning() {
  const address = existsSync(memory) ? readFileSync(memory, 'utf8') : '';
  if (!address || !(await isSpillway(address))) return;
  throw new Failure(
    `Spillway is already running from this folder at ${address}, and these settings need a different build. Stop it first.`,
  );
}
