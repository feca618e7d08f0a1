// The digest of a credential, computed once: hashing it anew would be a good part of what a request costs.
import * as crypto from 'node:crypto';
import { memoized } from '../http/memoized';

/** In one step where Node has it (20.12): a hash object costs more than the hash. */
export const sha256: (text: string) => string =
  'hash' in crypto
    ? (text) => crypto.hash('sha256', text, 'base64url')
    : (text) => crypto.createHash('sha256').update(text).digest('base64url');

export const keyDigest = memoized(1_000, sha256);
