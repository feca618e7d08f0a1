// The digest of a credential, computed once: hashing it anew would be a good part of what a request costs.
import { hash } from 'node:crypto';
import { memoized } from '../http/memoized';

export const sha256 = (text: string): string => hash('sha256', text, 'base64url');

export const keyDigest = memoized(1_000, sha256);
