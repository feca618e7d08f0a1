// An access code: `spw_<name of the record>_<secret>`, or a read code, which begins with `spr_`. The secret has 192 random bits,
// so one SHA-256 is all the hashing it needs; guessing is hopeless and slow hashes would only help whoever floods the sign-in.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What a read code opens. Nobody signs in with such a code, and nothing can be bought with it. */
export interface Grant {
  /** Who made it: the ID of a person. */
  readonly owner: string;
  /** The name of the history (gatewayHistory.ts). */
  readonly history: string;
  readonly tables: readonly string[];
  /** Operations. */
  readonly sources: readonly string[];
  /** One item of one source, where it is not all of them. */
  readonly item?: { readonly id: string; readonly comparable: string };
  /** The request whose latest result is shown; of a table those of its formulas, in their order. */
  readonly request?: string;
  readonly requests?: readonly string[];
  /** Nothing from before or after is shown. */
  readonly from?: number;
  readonly to?: number;
  /** Of an agent, which is stored beside the codes and has none: its limits, in credits. */
  readonly agent?: { readonly budget: number; readonly ask: number };
}

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
  /** Of a read code only. */
  readonly grant?: Grant;
  /** When the grant was last changed. */
  readonly changedAt?: number;
}

/** Milliseconds since 1970, by id. */
export type LastUse = Record<string, number>;

const text = z.string();
const texts = z.array(text);
const time = z.number().optional();
const recordForm = z.object({
  id: text,
  name: text,
  hash: text.regex(/^[0-9a-f]{64}$/),
  createdAt: z.number(),
  revokedAt: time,
  expiresAt: time,
  changedAt: time,
  grant: z
    .object({ owner: text, history: text, tables: texts, sources: texts, requests: texts.optional() })
    .optional(),
  email: text.optional(),
  groups: texts.optional(),
});

export const isCodeRecord = (value: unknown): value is CodeRecord => recordForm.safeParse(value).success;

/** Whether a record tells more than another of the same code: it was revoked, or changed later. */
export const isLater = (record: CodeRecord, before: CodeRecord): boolean =>
  before.revokedAt === undefined &&
  (record.revokedAt !== undefined || (record.changedAt ?? 0) > (before.changedAt ?? 0));

/** All records of both; one that is revoked anywhere is revoked. */
export function joinRecords(known: readonly CodeRecord[], more: readonly CodeRecord[]): CodeRecord[] {
  const all = new Map(known.map((record) => [record.id, record]));
  for (const record of more) {
    const before = all.get(record.id);
    if (!before || isLater(record, before)) all.set(record.id, record);
  }
  return [...all.values()];
}

const form = /^(spw|spr)_([a-z0-9]{10})_[A-Za-z0-9_-]{32}$/;

/** `access` signs a person in; `read` opens feeds and nothing else. */
type CodeKind = 'access' | 'read';
const prefixes: Readonly<Record<CodeKind, string>> = { access: 'spw', read: 'spr' };

export const hashOf = (code: string): string => hash('sha256', code);

/** From 64 bits as hex. */
export const recordIdOf = (hex: string): string =>
  BigInt(`0x${hex}`).toString(36).padStart(10, '0').slice(-10);

export interface NewCode {
  readonly name: string;
  readonly admin?: boolean;
  readonly expiresAt?: number | undefined;
  readonly email?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly grant?: Grant | undefined;
}

export function makeCode(
  { name, admin = false, expiresAt, email, groups = [], grant }: NewCode,
  now: number,
): { code: string; record: CodeRecord } {
  const id = recordIdOf(randomBytes(8).toString('hex'));
  const prefix = prefixes[grant ? 'read' : 'access'];
  const code = `${prefix}_${id}_${randomBytes(24).toString('base64url')}`;
  const more = {
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(grant && { grant }),
  };
  return { code, record: { id, name, hash: hashOf(code), admin, createdAt: now, ...more } };
}

export function codeId(code: string, kind: CodeKind): string | undefined {
  const [, prefix, id] = form.exec(code) ?? [];
  return prefix === prefixes[kind] ? id : undefined;
}

export const fitsCode = (code: string, { hash }: CodeRecord): boolean => sameText(hashOf(code), hash);

export const isEnded = ({ revokedAt, expiresAt }: CodeRecord, now: number): boolean =>
  revokedAt !== undefined || (expiresAt !== undefined && expiresAt <= now);

/** Compares in a time that does not depend on where two texts differ. */
export const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
