// Two starts on two ports would share one dist/, and each needs files written for its own address. The one that
// runs is remembered here, so that a second one does not rebuild under its feet.
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
    `Spillway runs at ${address} from this folder, and this start needs another build: end that one first.`,
  );
}
