// Reads a body of bounded size. A body that says it is larger is refused before a byte of it is read.
import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import type { z } from 'zod';
import { Problem } from '../http/problem';

const maxBody = 128_000;
const tooLarge = (most: number) =>
  new Problem(413, `The body is larger than ${most / 1_000} kB.`, { connection: 'close' });

const cutOff = () => new Problem(400, 'The body did not arrive to its end.');

export function checkBodyHeaders(header: (name: string) => string | undefined, most = maxBody): void {
  const type = header('content-type') ?? '';
  if (type !== 'application/json' && !/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    throw new Problem(415, 'The body must be sent as application/json.', { connection: 'close' });
  }
  const encoding = header('content-encoding');
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem(415, 'The body must be sent without compression.', { connection: 'close' });
  }
  if (Number(header('content-length') ?? 0) > most) throw tooLarge(most);
}

export async function readBody(request: Request, most = maxBody): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    // Whoever sends it may go away meanwhile, which is no fault of the gateway.
    const { done, value } = await reader.read().catch(() => Promise.reject(cutOff()));
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw tooLarge(most);
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

/** Levels of lists and objects; no form has nearly as many. */
const deepest = 50;

/** As JSON.parse, which reads any depth. Whatever goes through what was read would not come to an end with it. */
export function parseJson(text: string): unknown {
  if (depthOf(text) > deepest) throw new SyntaxError('The JSON is nested too deeply.');
  return JSON.parse(text);
}

function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === 0x22) at = endOfText(text, at);
    else if (sign === 0x5b || sign === 0x7b) most = Math.max(most, (depth += 1));
    else if (sign === 0x5d || sign === 0x7d) depth -= 1;
  }
  return most;
}

/** The place of the quote that ends what the one at this place begins. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
}

/** A body of JSON, checked. */
export async function readForm<T>({ req }: Context, form: z.ZodType<T>, most = maxBody): Promise<T> {
  checkBodyHeaders((name) => req.header(name), most);
  const text = decodeBody(await readBody(req.raw, most));
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw new Problem(422, 'The body is not valid JSON, or is nested too deeply.');
  }
  const found = form.safeParse(value);
  if (found.success) return found.data;
  const faults = found.error.issues.slice(0, 20);
  throw new Problem(
    422,
    faults.map(({ path, message }) => ({
      loc: ['body', ...path.map(String)],
      msg: message,
      type: 'value_error',
    })),
  );
}
