// How many records a response has, read from its bytes. The verdict is that of JSON.parse, so that a response that was cut
// off or damaged is never taken for a list; but nothing is built, which would cost more than all else that is done to it.
import { setImmediate as pause } from 'node:timers/promises';

const [quote, comma, colon, backslash, minus, point, zero] = [
  0x22, 0x2c, 0x3a, 0x5c, 0x2d, 0x2e, 0x30,
] as const;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
const [small, unicode] = [0x20, 0x75] as const;
/** Marks what a string cannot hold as it is. */
const special = new Uint8Array(256).fill(1, 0, small);
special[quote] = special[backslash] = 1;
const escapes = new Set(Buffer.from('"\\/bfnrt'));
const literals = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));

const isDigit = (sign: number | undefined): boolean => sign !== undefined && sign >= zero && sign <= 0x39;
const isHex = (sign: number | undefined): boolean =>
  isDigit(sign) || (sign !== undefined && (sign | small) >= 0x61 && (sign | small) <= 0x66);

function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (sign !== 0x20 && sign !== 0x0a && sign !== 0x0d && sign !== 0x09) break;
  }
  return at;
}

/** All of these give the place behind what begins at `from`, or -1 when it is not there. */
function afterString(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  for (let at = from + 1; at < end; at += 1) {
    const sign = bytes[at] as number;
    if (special[sign] === 0) continue;
    if (sign === quote) return at + 1;
    if (sign !== backslash) return -1;
    at += 1;
    if (bytes[at] === unicode) {
      for (const last = at + 4; at < last; at += 1) if (!isHex(bytes[at + 1])) return -1;
    } else if (!escapes.has(bytes[at] ?? 0)) return -1;
  }
  return -1;
}

function afterDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at])) at += 1;
  return at > from ? at : -1;
}

function afterNumber(bytes: Uint8Array, from: number): number {
  let at = bytes[from] === minus ? from + 1 : from;
  at = bytes[at] === zero ? at + 1 : afterDigits(bytes, at);
  if (at > 0 && bytes[at] === point) at = afterDigits(bytes, at + 1);
  if (at > 0 && ((bytes[at] ?? 0) | small) === 0x65) {
    const isSigned = bytes[at + 1] === minus || bytes[at + 1] === 0x2b;
    at = afterDigits(bytes, at + (isSigned ? 2 : 1));
  }
  return at;
}

function afterLiteral(bytes: Uint8Array, from: number): number {
  const word = literals.get(bytes[from] ?? 0);
  return word?.every((sign, index) => bytes[from + index] === sign) ? from + word.length : -1;
}

/** A key with its colon. */
function afterName(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== quote) return -1;
  const end = afterString(bytes, from);
  const at = end < 0 ? end : afterSpace(bytes, end);
  return at >= 0 && bytes[at] === colon ? afterSpace(bytes, at + 1) : -1;
}

/** Bytes that are looked at without a pause. */
const piece = 512_000;

/** Told of each entry of the list: where it begins and ends, and how many levels deep it is. */
export type OnRecord = (start: number, end: number, depth: number) => void;

/**
 * The entries of a list of records, or null where JSON.parse would give something else: a list of no objects is none. Pauses after
 * each piece.
 */
function* counting(bytes: Uint8Array, onRecord?: OnRecord): Generator<void, number | null> {
  let at = afterSpace(bytes, 0);
  if (bytes[at] !== openList) return null;
  /** What is open: for each list or object what ends it, in a byte, since a response may be nothing but brackets. */
  let open = new Uint8Array(1_024);
  let level = 0;
  let count = 0;
  let hasRecord = false;
  let start = 0;
  let depth = 0;
  let next = piece;
  while (at >= 0 && at < bytes.length) {
    if (at > next) {
      next = at + piece;
      yield;
    }
    // A value begins here.
    if (level === 1) [start, depth] = [at, 0];
    const first = bytes[at];
    let isEmpty = false;
    if (first === openList || first === openObject) {
      const close = first === openList ? closeList : closeObject;
      hasRecord ||= level === 1 && close === closeObject;
      if (level === open.length) {
        const more = new Uint8Array(2 * level);
        more.set(open);
        open = more;
      }
      if (level > depth) depth = level;
      open[level++] = close;
      at = afterSpace(bytes, at + 1);
      isEmpty = bytes[at] === close;
      if (!isEmpty) {
        if (close === closeObject) at = afterName(bytes, at);
        continue;
      }
    } else if (first === quote) at = afterString(bytes, at);
    else at = first === minus || isDigit(first) ? afterNumber(bytes, at) : afterLiteral(bytes, at);
    if (at < 0) return null;
    // It has ended, and with it perhaps what it was in.
    let end = at;
    if (!isEmpty) at = afterSpace(bytes, at);
    if (level === 1 && !isEmpty) {
      count += 1;
      onRecord?.(start, end, depth);
    }
    while (level > 0 && bytes[at] === open[level - 1]) {
      level -= 1;
      end = at + 1;
      at = afterSpace(bytes, end);
      if (level === 1) {
        count += 1;
        onRecord?.(start, end, depth);
      }
    }
    if (level === 0) return at === bytes.length && (count === 0 || hasRecord) ? count : null;
    if (bytes[at] !== comma) return null;
    at = afterSpace(bytes, at + 1);
    if (open[level - 1] === closeObject) at = afterName(bytes, at);
  }
  return null;
}

export function countRecords(bytes: Uint8Array): number | null {
  const steps = counting(bytes);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same for bytes of any size: others are served in between. */
export async function scanRecords(bytes: Uint8Array, onRecord?: OnRecord): Promise<number | null> {
  const steps = counting(bytes, onRecord);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}
