// How every script ends: silently on success, with a sentence and exit code 1 on failure.
import { endAsked, stopChildren } from './children.mjs';
import { failureText } from './failure.mjs';

/**
 * @param {() => Promise<number | void>} work gives the exit code
 * @returns {Promise<void>}
 */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    if (await endAsked()) return;
    await stopChildren();
    console.error(`\n${failureText(error)}`);
    process.exitCode = 1;
  }
}
