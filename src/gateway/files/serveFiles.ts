// Answers GET and HEAD for files: hashed names are kept for ever, pages and metadata are asked for every time,
// functions.json may be read from any origin because Excel on the web does so.
import type { Context, Handler } from 'hono';
import { bestEncoding } from './acceptEncoding';
import type { Encoding, FileFolder, ServedFile } from './fileFolder';

const hashed = /\.[0-9a-f]{10,}\.(js|css|woff2?|ttf|png|svg)(\.map)?$/;

export interface FilesOptions {
  readonly folder: FileFolder;
  /** The part of the address that names the folder: `/` or `/playground/`. */
  readonly at: string;
  readonly policy: string;
  /** What stands for a folder's own address. */
  readonly index?: string;
}

export const serveFiles =
  ({ folder, at, policy, index }: FilesOptions): Handler =>
  async (c, next) => {
    const rest = c.req.path.slice(at.length);
    const file = await folder.find(rest === '' && index !== undefined ? index : rest);
    if (!file) return next();
    c.header('content-type', file.type);
    c.header('etag', file.etag);
    c.header('vary', 'accept-encoding');
    c.header('cache-control', hashed.test(file.name) ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (file.type.startsWith('text/html')) c.header('content-security-policy', policy);
    if (file.name === 'functions.json') c.header('access-control-allow-origin', '*');
    if (isKnown(c.req.header('if-none-match'), file.etag)) return c.body(null, 304);
    const encoding = accepted(c, file);
    if (encoding !== 'identity') c.header('content-encoding', encoding);
    const body = file.bodies[encoding];
    return body ? c.body(body) : c.body(null);
  };

/** Weak comparison (RFC 9110, 13.1.2): a proxy that packs marks what it changed. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

function accepted(c: Context, file: ServedFile): Encoding {
  const offered = (['br', 'gzip'] as const).filter((encoding) => file.bodies[encoding]);
  return bestEncoding(c.req.header('accept-encoding'), offered) ?? 'identity';
}
