// The gateway as a fetch handler: the add-in's files, the seven operations, and nothing else.
import { Hono } from 'hono';
import { operationIds, operationOf } from '../operations';
import { tokenStatistic } from '../operations/tokenStatistic';
import { dataPolicy, panePolicy, playgroundPolicy, securityHeaders } from './files/contentSecurity';
import { FileFolder } from './files/fileFolder';
import { serveFiles } from './files/serveFiles';
import { isProblem, Problem } from './problem';
import type { Settings } from './settings/settings';
import { UpstreamError, type Upstream } from './upstream';

const officeJsCdn = 'https://appsforoffice.microsoft.com/lib/1/hosted/office.js';
const builtFor = 'https://localhost:3000';

export interface AppParts {
  readonly settings: Settings;
  readonly upstream: Upstream;
}

export function makeApp({ settings, upstream }: AppParts): Hono {
  const app = new Hono();
  const headers = Object.entries(securityHeaders(settings.publicUrl !== undefined));
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of headers) c.res.headers.set(name, value);
    c.res.headers.set('spillway-gateway', '1');
    if (!c.res.headers.has('content-security-policy'))
      c.res.headers.set('content-security-policy', dataPolicy);
  });

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/gateway/info', async (c) => {
    const info = { mode: settings.mode, signIn: [] };
    return c.json(settings.sandbox ? { ...info, sandbox: true, keys: await sandboxKeys(upstream) } : info);
  });

  const forward = async (path: string, key: string | undefined, body?: string) => {
    const answer = await upstream.call({
      method: body === undefined ? 'GET' : 'POST',
      path,
      key: key ?? '',
      ...(body === undefined ? {} : { body }),
      deadline: 1_530_000,
    });
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: {
        'content-type': answer.type || 'application/json',
        'cache-control': 'no-store',
        ...(answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter }),
      },
    });
  };
  for (const { path } of operationIds.map(operationOf)) {
    app.post(path, async (c) => forward(path, c.req.header('access-token'), await c.req.text()));
  }
  app.get(tokenStatistic.path, (c) => forward(tokenStatistic.path, c.req.header('access-token')));

  if (settings.playground !== undefined) {
    const folder = new FileFolder(settings.playground);
    app.get('/', (c) => c.redirect('/playground/'));
    app.get('/playground', (c) => c.redirect('/playground/'));
    app.get(
      '/playground/*',
      serveFiles({ folder, at: '/playground/', policy: playgroundPolicy, index: 'index.html' }),
    );
  }
  if (settings.officeJs !== undefined) {
    const folder = new FileFolder(settings.officeJs, { lowerCase: true });
    app.get('/office-js/*', serveFiles({ folder, at: '/office-js/', policy: dataPolicy }));
  }
  const addin = new FileFolder(settings.addin, {
    rewrite: (name, text) => {
      const placed = settings.publicUrl === undefined ? text : text.replaceAll(builtFor, settings.publicUrl);
      const local = name.endsWith('.html') && settings.officeJs !== undefined;
      return local ? placed.replaceAll(officeJsCdn, '/office-js/office.js') : placed;
    },
  });
  app.get('/*', serveFiles({ folder: addin, at: '/', policy: panePolicy }));

  app.notFound(() => new Problem(404, 'There is nothing at this address.').response());
  app.onError((error) => {
    if (isProblem(error)) return error.response();
    if (error instanceof UpstreamError) {
      const status = error.sent ? 502 : 500;
      return new Problem(status, 'The data service could not be reached. Try again in a moment.').response();
    }
    return new Problem(500, 'The gateway failed on this request.').response();
  });
  return app;
}

async function sandboxKeys(upstream: Upstream): Promise<unknown> {
  const answer = await upstream.call({ method: 'GET', path: '/sandbox/keys', key: '', deadline: 5_000 });
  return answer.status === 200 ? JSON.parse(answer.body.toString('utf8')) : [];
}
