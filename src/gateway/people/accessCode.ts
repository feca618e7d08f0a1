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
  /** It holds until then; for good where there is none. */
  readonly expiresAt?: number;
  /** The e-mail address of the person, who may also sign in with Microsoft: one budget for both. */
  readonly email?: string;
  /** Budget groups. */
  readonly groups?: readonly string[];
}

/** Milliseconds since 1970, by id. */
export type LastUse = Record<string, number>;

export function isCodeRecord(value: unknown): value is CodeRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, hash, createdAt, revokedAt, expiresAt, email, groups } = value as Record<string, unknown>;
  const isTime = (time: unknown) => time === undefined || typeof time === 'number';
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/.test(hash) &&
    typeof createdAt === 'number' &&
    isTime(revokedAt) &&
    isTime(expiresAt) &&
    (email === undefined || typeof email === 'string') &&
    (groups === undefined ||
      (Array.isArray(groups) && groups.every((group: unknown) => typeof group === 'string')))
  );
}

/** All records of both; one that is revoked anywhere is revoked. */
export function joinRecords(known: readonly CodeRecord[], more: readonly CodeRecord[]): CodeRecord[] {
  const all = new Map(known.map((record) => [record.id, record]));
  for (const record of more) {
    const before = all.get(record.id);
    if (!before || (before.revokedAt === undefined && record.revokedAt !== undefined))
      all.set(record.id, record);
  }
  return [...all.values()];
}

const form = /^spw_([a-z0-9]{10})_[A-Za-z0-9_-]{32}$/;

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

export interface NewCode {
  readonly name: string;
  readonly admin?: boolean;
  readonly expiresAt?: number | undefined;
  readonly email?: string | undefined;
  readonly groups?: readonly string[] | undefined;
}

export function makeCode(
  { name, admin = false, expiresAt, email, groups = [] }: NewCode,
  now: number,
): { code: string; record: CodeRecord } {
  const id = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(10, '0')
    .slice(-10);
  const code = `spw_${id}_${randomBytes(24).toString('base64url')}`;
  const more = {
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
    ...(groups.length === 0 ? {} : { groups }),
  };
  return { code, record: { id, name, hash: hashOf(code), admin, createdAt: now, ...more } };
}

export const codeId = (code: string): string | undefined => form.exec(code)?.[1];

export const fitsCode = (code: string, { hash }: CodeRecord): boolean => sameText(hashOf(code), hash);

export const isEnded = ({ revokedAt, expiresAt }: CodeRecord, now: number): boolean =>
  revokedAt !== undefined || (expiresAt !== undefined && expiresAt <= now);

/** Compares in a time that does not depend on where two texts differ. */
export function sameText(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
