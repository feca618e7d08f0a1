// The files: the add-in for Excel, its help pages, and on a local start the playground and a copy of office.js.
import path from 'node:path';
import { Hono, type Context, type Handler } from 'hono';
import { dataPolicy, helpPolicy, panePolicy, playgroundPolicy } from '../files/contentSecurity';
import { FileFolder, type Encoding, type ServedFile } from '../files/fileFolder';
import { installed, officeJsCdn, packageFiles, unifiedFolder } from '../files/manifestText.mjs';
import { zip } from '../files/zip.mjs';
import type { GatewayEnv } from '../http/gatewayEnv';
import type { GatewaySettings } from '../settings/settings';
import { bestEncoding } from '../files/acceptEncoding';

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
    if (isKnown(c.req.header('if-none-match'), file.etag)) return c.body(null, 304);
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

/** Weak comparison (RFC 9110, 13.1.2): a proxy that packs marks what it changed. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

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
