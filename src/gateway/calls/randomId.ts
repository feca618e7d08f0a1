// Ids that nobody can guess, drawn many at a time: a draw costs much more than its bytes.
import { randomFillSync } from 'node:crypto';

const size = 18;
const drawn = Buffer.allocUnsafeSlow(size * 128);
let next = drawn.length;

export function randomId(): string {
  if (next >= drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  const id = drawn.toString('base64url', next, next + size);
  next += size;
  return id;
}
