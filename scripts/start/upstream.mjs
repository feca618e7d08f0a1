// The address of the real service, if the playground uses it instead of the sandbox.
import { Failure } from '../setup/failure.mjs';

/**
 * @param {string | undefined} text the variable SPILLWAY_UPSTREAM
 * @returns {string | undefined}
 */
export function readUpstream(text) {
  if (!text) return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new Failure(`SPILLWAY_UPSTREAM is "${text}". It must be an address such as https://service.example.`);
}
