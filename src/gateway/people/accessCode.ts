// An access code: `spw_<name of the record>_<secret>`. The secret has 192 random bits, so one SHA-256 is all the hashing
// it needs; guessing is hopeless and slow hashes would only help whoever floods the sign-in.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface CodeRecord {
  readonly id: string;
  /** Whose it is, in the words of whoever made it. */
  readonly name: string;
  /** SHA-256 of the whole code, hex. */
  readonly hash: string;
  readonly admin: boolean;
  readonly createdAt: number;
  readonly revokedAt?: number;
}

const form = /^spw_([a-z0-9]{10})_[A-Za-z0-9_-]{32}$/;

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

export function makeCode(name: string, admin: boolean, now: number): { code: string; record: CodeRecord } {
  const id = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(10, '0')
    .slice(-10);
  const code = `spw_${id}_${randomBytes(24).toString('base64url')}`;
  return { code, record: { id, name, hash: hashOf(code), admin, createdAt: now } };
}

export const codeId = (code: string): string | undefined => form.exec(code)?.[1];

export const fitsCode = (code: string, { hash, revokedAt }: CodeRecord): boolean =>
  sameText(hashOf(code), hash) && revokedAt === undefined;

/** Compares in a time that does not depend on where two texts differ. */
export function sameText(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
