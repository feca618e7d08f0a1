// The digest of a credential, computed once: hashing it anew would be a good part of what a request costs.
import { createHash } from 'node:crypto';

const most = 1_000;
const known = new Map<string, string>();

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

export function keyDigest(key: string): string {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= most) known.clear();
  const made = sha256(key);
  known.set(key, made);
  return made;
}
