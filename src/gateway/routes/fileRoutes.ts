// The files: the add-in for Excel, its help pages, and on a local start the playground and a copy of office.js.
import path from 'node:path';
import { Hono } from 'hono';
import { dataPolicy, helpPolicy, panePolicy, playgroundPolicy } from '../files/contentSecurity';
import { FileFolder } from '../files/fileFolder';
import { installed } from '../files/manifestText.mjs';
import { serveFiles } from '../files/serveFiles';
import type { GatewayEnv } from '../http/gatewayEnv';
import type { Settings } from '../settings/settings';

const officeJsCdn = 'https://appsforoffice.microsoft.com/lib/1/hosted/office.js';

export type FileSettings = Pick<
  Settings,
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
  files.get('/*', serveFiles({ folder, at: '/', policy: panePolicy }));
  return files;
}
