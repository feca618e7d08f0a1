// Ids of calls that nobody can guess, drawn many at a time: a draw costs much more than its bytes. They begin with the number
// of the format, so that a response is told from one that a gateway of 0.1 kept under the same name.
import { randomFillSync } from 'node:crypto';

export const idPrefix = '2.';

const size = 18;
const drawn = Buffer.allocUnsafeSlow(size * 128);
let next = drawn.length;

export function randomId(): string {
  if (next >= drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  const id = idPrefix + drawn.toString('base64url', next, next + size);
  next += size;
  return id;
}
