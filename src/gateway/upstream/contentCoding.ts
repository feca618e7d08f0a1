// A response that comes compressed although nobody asked for that (a proxy in between may do so) is paid all the same.
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

export const isTooLarge = (cause: unknown): boolean =>
  (cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_BUFFER_TOO_LARGE';

/** Codings are listed in the order in which they were applied (RFC 9110, 8.4). Rejects what it does not know. */
export async function decodeContent(codings: string, body: Buffer, maxBytes: number): Promise<Buffer> {
  let decoded = body;
  const names = codings.split(',').map((name) => name.trim().toLowerCase());
  for (const name of names.reverse()) {
    if (name === '' || name === 'identity' || decoded.length === 0) continue;
    const decode = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : undefined;
    if (!decode) throw new Error('unknown content coding');
    decoded = await decode(decoded, { maxOutputLength: maxBytes });
  }
  return decoded;
}
