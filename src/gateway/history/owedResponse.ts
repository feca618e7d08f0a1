// A paid response on its way into the history: the request and the body as it came, which is read when it is written.
import { z } from 'zod';
import { observe, type ObservedResponse } from '../../history/observation';
import { operationIds } from '../../operations';
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

export const sizeOf = ({ packed }: OwedResponse): number => packed.length + headSize;

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

/** What it says; undefined where it is no list of records after all. */
export async function observed(owed: OwedResponse): Promise<ObservedResponse | undefined> {
  try {
    const records: unknown = JSON.parse((await unpack(owed.packed)).toString('utf8'));
    if (!Array.isArray(records)) return undefined;
    const { operation, request, params, raw, asked, at } = owed;
    return observe({ operation, request, params, raw, asked: asked ?? undefined, at, records });
  } catch {
    return undefined;
  }
}
