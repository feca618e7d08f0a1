// The files: the add-in for Excel, its help pages, and on a local start the playground and a copy of office.js.
import path from 'node:path';
import { Hono, type Context, type Handler } from 'hono';
import { dataPolicy, helpPolicy, panePolicy, playgroundPolicy } from '../files/contentSecurity';
import { installed, officeJsCdn, packageFiles, unifiedFolder } from '../files/manifestText.mjs';
import { zip } from '../files/zip.mjs';
import type { GatewayEnv } from '../http/gatewayEnv';
import type { GatewaySettings } from '../settings/settings';
import { bestEncoding, isKnownTag } from '../http/acceptEncoding';
import { createHash } from 'node:crypto';
import { realpath, readFile, stat } from 'node:fs/promises';
import { constants, brotliCompress, brotliDecompress, gzip } from 'node:zlib';
import { promisify } from 'node:util';

// A folder whose files can be asked for by address. Paths come from outside, so only plain names go down into it:
// no dots that climb, no hidden files, no encoded separators, no links that lead out.

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

type Encoding = 'br' | 'gzip' | 'identity';
interface ServedFile {
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

interface FolderOptions {
  /** Changes text files on their way out, such as the address in the manifest. */
  readonly rewrite?: (name: string, text: string) => string;
  /** The files are found by lower-case names, as Microsoft's CDN does. */
  readonly lowerCase?: boolean;
  /** Read on this machine only: packing takes longer than sending. */
  readonly unpacked?: boolean;
}

class FileFolder {
  private readonly root: string;
  private readonly files = new Map<string, { changed: number; file: Promise<ServedFile> }>();

  constructor(
    root: string,
    private readonly options: FolderOptions = {},
  ) {
    this.root = path.resolve(root);
  }

  /** `name` is the decoded rest of the address after the folder's own part. */
  async find(name: string): Promise<ServedFile | undefined> {
    const wanted = this.options.lowerCase ? name.toLowerCase() : name;
    if (!isPlainName(wanted)) return undefined;
    const place = path.join(this.root, ...wanted.split('/'));
    try {
      const real = await realpath(place);
      if (!real.startsWith((await realpath(this.root)) + path.sep)) return undefined;
      const facts = await stat(real);
      if (!facts.isFile()) return undefined;
      const known = this.files.get(wanted);
      if (known?.changed === facts.mtimeMs) return await known.file;
      const file = this.load(wanted, real);
      this.files.set(wanted, { changed: facts.mtimeMs, file });
      file.catch(() => this.files.delete(wanted));
      return await file;
    } catch {
      return undefined;
    }
  }

  private async load(name: string, place: string): Promise<ServedFile> {
    const extension = path.extname(name).toLowerCase();
    const type = types[extension] ?? 'application/octet-stream';
    let body: Uint8Array = await readFile(place);
    const { rewrite, unpacked } = this.options;
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

// Serves GET and HEAD for files: hashed names are kept for ever, pages and metadata are asked for every time,
// the metadata of the functions, in every language, may be read from any origin because Excel on the web does so.

const functionMetadata = /^functions(\.[\w-]+)?\.json$/;
const hashed = /\.[0-9a-f]{10,}\.(js|css|woff2?|ttf|png|svg)(\.map)?$/;

interface FilesOptions {
  readonly folder: FileFolder;
  /** The part of the address that names the folder: `/` or `/playground/`. */
  readonly at: string;
  readonly policy: string;
  /** What stands for a folder's own address. */
  readonly index?: string;
}

const serveFiles =
  ({ folder, at, policy, index }: FilesOptions): Handler =>
  async (c, next) => {
    const rest = c.req.path.slice(at.length);
    const isFolder = rest === '' || rest.endsWith('/');
    const file = await folder.find(isFolder && index !== undefined ? rest + index : rest);
    if (!file) return next();
    c.header('content-type', file.type);
    c.header('etag', file.etag);
    c.header('vary', 'accept-encoding');
    c.header('cache-control', hashed.test(file.name) ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (file.type.startsWith('text/html')) c.header('content-security-policy', policy);
    if (functionMetadata.test(file.name)) c.header('access-control-allow-origin', '*');
    if (isKnownTag(c.req.header('if-none-match'), file.etag)) return c.body(null, 304);
    const encoding = accepted(c, file);
    if (encoding !== 'identity') c.header('content-encoding', encoding);
    const body = file.bodies[encoding];
    return body ? c.body(body) : c.body(null);
  };

/** The unified manifest as Microsoft 365 takes it: with its icons and languages in one archive. */
const servePackage =
  (folder: FileFolder): Handler =>
  async (c, next) => {
    const content = async (name: string) => (await folder.find(`${unifiedFolder}/${name}`))?.bodies.identity;
    const manifest = await content('manifest.json');
    if (!manifest) return next();
    const names = packageFiles(new TextDecoder().decode(manifest));
    const entries = await Promise.all(
      names.map(async (name) => ({ name, content: (await content(name)) ?? new Uint8Array() })),
    );
    c.header('content-type', 'application/zip');
    c.header('cache-control', 'no-cache');
    return c.body(new Uint8Array(zip(entries)));
  };

function accepted(c: Context, file: ServedFile): Encoding {
  const offered = (['br', 'gzip'] as const).filter((encoding) => file.bodies[encoding]);
  return bestEncoding(c.req.header('accept-encoding'), offered) ?? 'identity';
}

export type FileSettings = Pick<
  GatewaySettings,
  'addin' | 'playground' | 'officeJs' | 'publicUrl' | 'namespace' | 'addinId' | 'team'
>;

export function fileRoutes(settings: FileSettings): Hono<GatewayEnv> {
  const { addin, playground, officeJs } = settings;
  const files = new Hono<GatewayEnv>();
  if (playground !== undefined) {
    const folder = new FileFolder(playground, { unpacked: true });
    files.get('/', (c) => c.redirect('/playground/'));
    files.get('/playground', (c) => c.redirect('/playground/'));
    const served = serveFiles({ folder, at: '/playground/', policy: playgroundPolicy, index: 'index.html' });
    files.get('/playground/*', served);
  }
  if (officeJs !== undefined) {
    const folder = new FileFolder(officeJs, { lowerCase: true, unpacked: true });
    files.get('/office-js/*', serveFiles({ folder, at: '/office-js/', policy: dataPolicy }));
  }
  const pages = new FileFolder(path.join(addin, '../help'));
  files.get('/help', (c) => c.redirect('/help/'));
  files.get('/help/*', serveFiles({ folder: pages, at: '/help/', policy: helpPolicy, index: 'index.html' }));
  const installation = {
    ...(settings.publicUrl === undefined ? {} : { address: settings.publicUrl }),
    clientId: settings.team.entra?.clientId ?? '',
    ...(settings.namespace === undefined ? {} : { namespace: settings.namespace }),
    ...(settings.addinId === undefined ? {} : { id: settings.addinId }),
  };
  const folder = new FileFolder(addin, {
    rewrite: (name, text) => {
      const own = installed(name, text, installation);
      const local = name.endsWith('.html') && officeJs !== undefined;
      return local ? own.replaceAll(officeJsCdn, '/office-js/office.js') : own;
    },
  });
  files.get('/manifest.zip', servePackage(folder));
  files.get('/*', serveFiles({ folder, at: '/', policy: panePolicy }));
  return files;
}
