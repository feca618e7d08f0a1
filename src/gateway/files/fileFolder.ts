// A folder whose files can be asked for by address. Paths come from outside, so only plain names go down into it:
// no dots that climb, no hidden files, no encoded separators, no links that lead out.
import { createHash } from 'node:crypto';
import { realpath, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { constants, brotliCompress, brotliDecompress, gzip } from 'node:zlib';
import { promisify } from 'node:util';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};
const packed = new Set(['.html', '.js', '.mjs', '.css', '.json', '.map', '.xml', '.svg', '.txt', '.ttf']);

export type Encoding = 'br' | 'gzip' | 'identity';
export interface ServedFile {
  readonly name: string;
  readonly type: string;
  readonly etag: string;
  readonly bodies: Readonly<Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>>;
}

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const deflate = promisify(gzip);
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

export interface FolderOptions {
  /** Changes text files on their way out, such as the address in the manifest. */
  readonly rewrite?: (name: string, text: string) => string;
  /** The files are found by lower-case names, as Microsoft's CDN does. */
  readonly lowerCase?: boolean;
  /** Read on this machine only: packing takes longer than sending. */
  readonly unpacked?: boolean;
}

export class FileFolder {
  readonly #root: string;
  readonly #options: FolderOptions;
  readonly #files = new Map<string, { changed: number; file: Promise<ServedFile> }>();

  constructor(root: string, options: FolderOptions = {}) {
    this.#root = path.resolve(root);
    this.#options = options;
  }

  /** `name` is the decoded rest of the address after the folder's own part. */
  async find(name: string): Promise<ServedFile | undefined> {
    const wanted = this.#options.lowerCase ? name.toLowerCase() : name;
    if (!isPlainName(wanted)) return undefined;
    const place = path.join(this.#root, ...wanted.split('/'));
    try {
      const real = await realpath(place);
      if (!real.startsWith((await realpath(this.#root)) + path.sep)) return undefined;
      const facts = await stat(real);
      if (!facts.isFile()) return undefined;
      const known = this.#files.get(wanted);
      if (known?.changed === facts.mtimeMs) return await known.file;
      const file = this.#load(wanted, real);
      this.#files.set(wanted, { changed: facts.mtimeMs, file });
      file.catch(() => this.#files.delete(wanted));
      return await file;
    } catch {
      return undefined;
    }
  }

  async #load(name: string, place: string): Promise<ServedFile> {
    const extension = path.extname(name).toLowerCase();
    const type = types[extension] ?? 'application/octet-stream';
    let body: Uint8Array = await readFile(place);
    const { rewrite, unpacked } = this.#options;
    if (rewrite && /\.(html|json|xml)$/.test(name)) {
      body = new TextEncoder().encode(rewrite(name, new TextDecoder().decode(body)));
    }
    // Of what is sent: a changed public address is another page, though the file is the same.
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    const identity = plain(body);
    if (unpacked || !packed.has(extension) || body.length < 1_000)
      return { name, type, etag, bodies: { identity } };
    const [br, gz] = await Promise.all([
      shipped(place, body).then((it) => it ?? brotli(body, quality)),
      deflate(body),
    ]);
    return { name, type, etag, bodies: { identity, br: plain(br), gzip: plain(gz) } };
  }
}

/** A release has its files packed at the best quality; a packed file that is of another version, or of before a rewrite, is not used. */
async function shipped(place: string, body: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const packedFile = await readFile(`${place}.br`);
    return (await unbrotli(packedFile, { maxOutputLength: body.length })).equals(body)
      ? packedFile
      : undefined;
  } catch {
    return undefined;
  }
}

const isPlainName = (name: string): boolean =>
  name.length > 0 &&
  name.length < 512 &&
  name.split('/').every((part) => /^[A-Za-z0-9_@~()+,=-][A-Za-z0-9._@~()+,=-]*$/.test(part));
