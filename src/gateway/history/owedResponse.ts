// A paid response on its way into the history: the request and the body as it came, which is read when it is written.
import { setImmediate as pause } from 'node:timers/promises';
import { z } from 'zod';
import { observe, type ListEntry, type ObservedResponse } from '../../history/observation';
import { isValues } from '../../history/record';
import { operationIds } from '../../operations';
import { scanRecords } from '../calls/countRecords';
import { unpack } from '../calls/finishedCall';

const headForm = z.object({
  scope: z.string(),
  operation: z.enum(operationIds),
  request: z.string(),
  params: z.record(z.string(), z.unknown()),
  raw: z.record(z.string(), z.unknown()),
  asked: z.number().nullable(),
  at: z.number(),
});

export interface OwedResponse extends z.infer<typeof headForm> {
  /** The body, gzip or not. */
  readonly packed: Buffer;
}

/** Bytes beside the body, roughly. */
const headSize = 500;

export const owedSize = ({ packed }: OwedResponse): number => packed.length + headSize;

export function encodeOwed({ packed, ...head }: OwedResponse): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const size = Buffer.allocUnsafe(4);
  size.writeUInt32BE(text.length);
  return Buffer.concat([size, text, packed]);
}

/** Undefined where the bytes are damaged. */
export function decodeOwed(bytes: Buffer): OwedResponse | undefined {
  try {
    const end = 4 + bytes.readUInt32BE(0);
    const head: unknown = JSON.parse(bytes.toString('utf8', 4, end));
    return { ...headForm.parse(head), packed: bytes.subarray(end) };
  } catch {
    return undefined;
  }
}

/** What is nested deeper is not a record that anybody compares, and more than some stores take. */
const deepest = 100;
/** Bytes that are parsed without a pause. */
const parsedAtOnce = 512_000;

export interface OwedRecords {
  readonly records: readonly unknown[];
  /** Records that were left out. */
  readonly tooDeep: number;
}

/** Undefined where it is no list of records after all. */
export async function recordsOf({ packed }: OwedResponse): Promise<OwedRecords | undefined> {
  try {
    const bytes = await unpack(packed);
    const places: (readonly [number, number])[] = [];
    let tooDeep = 0;
    const count = await scanRecords(bytes, (start, end, depth) => {
      if (depth > deepest) tooDeep += 1;
      else places.push([start, end]);
    });
    if (count === null) return undefined;
    const records: unknown[] = [];
    let next = parsedAtOnce;
    for (const [start, end] of places) {
      records.push(JSON.parse(bytes.toString('utf8', start, end)));
      if (end < next) continue;
      next = end + parsedAtOnce;
      await pause();
    }
    return { records, tooDeep };
  } catch {
    return undefined;
  }
}

/** Records that are looked at without a pause. */
const partSize = 200;

/**
 * What it says, in parts, so that others are served in between. Parts before the last have sightings and no list: the list is
 * there when everything in it is.
 */
export function* partsOf(
  { operation, request, params, raw, asked, at }: OwedResponse,
  records: readonly unknown[],
): Generator<ObservedResponse> {
  const list: ListEntry[] = [];
  const known = new Set<string | null>();
  for (let start = 0; start === 0 || start < records.length; start += partSize) {
    const some = records.slice(start, start + partSize).filter(isValues);
    const seen = observe({ operation, request, params, raw, asked: asked ?? undefined, at, records: some });
    // The second record of an item is kept as it is, also in another part.
    const again = new Set<string | null>();
    seen.list.forEach((entry, index) => {
      const isAgain = 'id' in entry && known.has(entry.id);
      if (isAgain) again.add(entry.id);
      const record = some[index];
      list.push(isAgain && record ? { record } : entry);
    });
    for (const entry of seen.list) if ('id' in entry) known.add(entry.id);
    const sightings = seen.sightings.filter(({ item }) => !again.has(item.id));
    const isLast = start + partSize >= records.length;
    if (isLast || sightings.length > 0) yield { ...seen, sightings, list: isLast ? list : [] };
  }
}
