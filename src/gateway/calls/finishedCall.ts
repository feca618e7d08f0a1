// What a call came back with, as it is kept: a few facts in JSON, then the body, compressed once and sent many times.
import { promisify } from 'node:util';
import { crc32, gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import { problemBody } from '../http/problem';
import { Turns } from '../stores/turns';
import { scanRecords } from './countRecords';
import { safeRetryAfter, safeType } from './keyMask';

export interface CallFacts {
  readonly status: number;
  readonly type: string;
  /** What was asked for; null where the operation has no count. */
  readonly count: number | null;
  /** How many records came; null when the response is no list of records. */
  readonly records: number | null;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** What it cost; null when nobody knows, because the response was lost. */
  readonly credits: number | null;
  readonly retryAfter?: string;
  /** The gateway made this response; the service did not. */
  readonly own?: true;
}

export interface FinishedCall {
  readonly facts: CallFacts;
  /** The body, gzip where it is kept for long or large; `isPacked` tells. */
  readonly packed: Buffer;
  /** The same bytes as a string with a character for each, where the call has just been made. It is not kept. */
  readonly latin1?: string | undefined;
}

const gzipLater = promisify(gzip);
const gunzipLater = promisify(gunzip);
/** Up to here a thread of its own would take longer than the work. */
const small = 16_384;

/** JSON never begins with these bytes. */
export const isPacked = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** `short`: it is given once and soon forgotten, so a small one is left as it is. */
export function pack(text: string | Buffer, short = false): Buffer | Promise<Buffer> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  if (bytes.length > small) return gzipLater(bytes);
  return short ? bytes : gzipSync(bytes);
}

type OwnFacts = Pick<CallFacts, 'status' | 'at' | 'credits' | 'retryAfter'> & {
  readonly count?: number | null | undefined;
};

/** A call that ends in a message of the gateway's own instead of a response of the service. */
export async function ownCall(detail: string, { count = null, ...facts }: OwnFacts): Promise<FinishedCall> {
  return {
    facts: { ...facts, type: 'application/json', count, records: null, own: true },
    packed: await pack(problemBody(detail), true),
  };
}

/** Another thread would take longer to hear of so little than it takes. */
const unpackedAtOnce = 8_192;
/** No response is larger; whoever shares the store may have written something that is. */
const maxOutputLength = 100_000_000;

export const unpack = (bytes: Buffer): Buffer | Promise<Buffer> => {
  if (!isPacked(bytes)) return bytes;
  return bytes.length <= unpackedAtOnce ? gunzipSync(bytes) : gunzipLater(bytes, { maxOutputLength });
};

export function encodeCall({ facts, packed }: FinishedCall): Buffer {
  const head = JSON.stringify({ ...facts, sum: crc32(packed) });
  const size = Buffer.byteLength(head);
  const bytes = Buffer.allocUnsafe(4 + size + packed.length);
  bytes.writeUInt32BE(size);
  bytes.write(head, 4);
  packed.copy(bytes, 4 + size);
  return bytes;
}

/** What is told of a call goes into headers, so it is looked at: whoever shares the store may have written it. */
const isFacts = ({ status, type, count, records, at, credits, retryAfter }: CallFacts): boolean =>
  [status, at, count ?? 0, records ?? 0, credits ?? 0].every(Number.isFinite) &&
  (type === '' || safeType(type) === type) &&
  safeRetryAfter(retryAfter) === retryAfter;

/** Undefined where the bytes are damaged, or were never a call: it is as if it was not kept. */
export function decodeCall(bytes: Buffer): FinishedCall | undefined {
  try {
    const end = 4 + bytes.readUInt32BE(0);
    const packed = bytes.subarray(end);
    // Versions before kept no sum of the body.
    const { sum = crc32(packed), ...facts } = JSON.parse(bytes.toString('utf8', 4, end)) as CallFacts & {
      readonly sum?: number;
    };
    return isFacts(facts) && sum === crc32(packed) ? { facts, packed } : undefined;
  } catch {
    return undefined;
  }
}

/** A list that came shorter than asked for is whole and serves any count. */
export function servesCount({ status, count, records }: CallFacts, wanted: number | undefined): boolean {
  if (status !== 200) return count === (wanted ?? null);
  if (records === null) return false;
  return wanted === undefined || count === null || count >= wanted || records < count;
}

/** Unpacked, one may take as much memory as a thousand others, and anybody may ask for a part of it many times at once. */
const cutting = new Turns();

/** The first `wanted` records. */
export async function cutCall(call: FinishedCall, wanted = Infinity): Promise<FinishedCall> {
  if ((call.facts.records ?? 0) <= wanted) return call;
  const cut = () => firstRecords(call, wanted);
  return call.packed.length > small ? cutting.take('', cut) : cut();
}

async function firstRecords(call: FinishedCall, wanted: number): Promise<FinishedCall> {
  const bytes = await unpack(call.packed);
  let end = 0;
  let seen = 0;
  await scanRecords(bytes, (_start, last) => {
    if ((seen += 1) === wanted) end = last;
  });
  // As they came, byte for byte: a number that JavaScript would round stays as it is.
  const packed = await pack(Buffer.concat([bytes.subarray(0, end), Buffer.from(']')]));
  return { facts: { ...call.facts, records: wanted }, packed };
}
