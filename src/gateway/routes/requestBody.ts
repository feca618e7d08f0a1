// Reads a body of bounded size. A body that says it is larger is refused before a byte of it is read.
import { isUtf8 } from 'node:buffer';
import { Problem } from '../http/problem';

const maxBody = 128_000;
const tooLarge = () =>
  new Problem(413, `The body is larger than ${maxBody / 1_000} kB.`, { connection: 'close' });

export function checkBodyHeaders(header: (name: string) => string | undefined): void {
  const type = header('content-type') ?? '';
  if (type !== 'application/json' && !/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    throw new Problem(415, 'The body must be sent as application/json.', { connection: 'close' });
  }
  const encoding = header('content-encoding');
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem(415, 'The body must be sent without compression.', { connection: 'close' });
  }
  if (Number(header('content-length') ?? 0) > maxBody) throw tooLarge();
}

export async function readBody(request: Request): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > maxBody) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

export function decodeBody(body: Uint8Array): string {
  if (!isUtf8(body)) throw new Problem(400, 'The body is not UTF-8 text.');
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
