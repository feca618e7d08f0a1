// What only a browser can measure, in Chromium and under the product's own Content Security Policy: how soon the functions
// are associated, against a page that only loads office.js, and the grid against JSON.parse.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import webpack from 'webpack';
import { panePolicy } from '../src/gateway/files/contentSecurity';
import { addin } from './bundles';
import type { GridPairs } from './gridPage';
import { againstPair, pairOf, type Measure, type Pair } from './measure';
import { skipped } from './skipped';

const root = path.resolve(import.meta.dirname, '..');
const officeJs = 'https://appsforoffice.microsoft.com/lib/1/hosted/office.js';
const officeFiles = path.join(root, 'node_modules/@microsoft/office-js/dist');
const rounds = 31;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
};

function serve(extra: Readonly<Record<string, string>>): Promise<Server> {
  const server = createServer((request, response) => {
    const file = new URL(request.url ?? '/', 'http://x').pathname;
    try {
      const body = extra[file] ?? readFileSync(path.join(addin, file));
      response.writeHead(200, {
        'content-type': types[path.extname(file)] ?? 'text/plain',
        'content-security-policy': panePolicy,
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** A file of this folder as a script. */
function bundled(name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const compiler = webpack({
      mode: 'production',
      target: ['web', 'es2022'],
      context: root,
      entry: `./bench/${name}.ts`,
      output: { path: path.join(tmpdir(), 'spillway-bench'), filename: `${name}.js` },
      resolve: { extensions: ['.ts', '.js'] },
      module: {
        rules: [
          {
            test: /\.ts$/,
            exclude: /node_modules/,
            loader: 'ts-loader',
            options: { transpileOnly: true, compilerOptions: { noEmit: false } },
          },
        ],
      },
      performance: { hints: false },
    });
    compiler?.run((error, stats) => {
      const failed = error ?? (stats?.hasErrors() ? new Error(stats.toString('errors-only')) : undefined);
      if (failed) reject(failed);
      else resolve(readFileSync(path.join(tmpdir(), `spillway-bench/${name}.js`), 'utf8'));
    });
  });
}

/** office.js creates `associate`; the first call to it ends the measurement. Text, because it runs in the page. */
const watch = `
  let made;
  const get = (inner, name) => name !== 'associate' ? inner[name] : (...args) => {
    window.reached ??= performance.now();
    return inner.associate(...args);
  };
  Object.defineProperty(window, 'CustomFunctions', {
    configurable: true,
    get: () => made && new Proxy(made, { get }),
    set: (value) => { made = value; },
  });`;

/** Milliseconds from navigation until the page sets `reached`. */
async function timeTo(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route(/^https:/, (route) => {
    const file = path.basename(new URL(route.request().url()).pathname);
    return route.fulfill({ path: path.join(officeFiles, file) }).catch(() => route.abort());
  });
  await page.addInitScript({ content: watch });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => 'reached' in window, undefined, { timeout: 20_000 });
  const reached = await page.evaluate(() => (window as unknown as { reached: number }).reached);
  await context.close();
  return reached;
}

async function startMeasure(browser: Browser, origin: string): Promise<Measure[]> {
  const full: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await timeTo(browser, `${origin}/bare.html`));
    full.push(await timeTo(browser, `${origin}/taskpane.html`));
  }
  return [
    againstPair(
      'page load until functions are associated: ms, against office.js alone',
      pairOf(full, bare),
      1.15,
    ),
  ];
}

async function gridMeasure(browser: Browser, origin: string): Promise<Measure[]> {
  const page = await browser.newPage();
  await page.goto(`${origin}/grid.html`);
  await page.waitForFunction(() => 'gridPairs' in window, undefined, { timeout: 120_000 });
  const { first, again } = await page.evaluate(
    () => (window as unknown as { gridPairs: GridPairs }).gridPairs,
  );
  await page.close();
  return [
    againstPair('text → records → grid, Chromium under the CSP: ms, against JSON.parse', first, 1.2),
    againstPair('response in memory → rows for Excel, Chromium: ms, against JSON.parse', again, 1),
  ];
}

async function historyMeasure(browser: Browser, origin: string): Promise<Measure[]> {
  const page = await browser.newPage();
  await page.goto(`${origin}/history.html`);
  await page.waitForFunction(() => 'historyPairs' in window, undefined, { timeout: 300_000 });
  const pairs = await page.evaluate(
    () =>
      (window as unknown as { historyPairs: Record<'instant' | 'refresh' | 'series', Pair> }).historyPairs,
  );
  if (typeof pairs === 'string') throw new Error(pairs);
  await page.close();
  return [
    againstPair(
      'refresh of 10 requests that take 20 ms, kept in the history: ms, against not kept',
      pairs.refresh,
      1.1,
    ),
    againstPair(
      'refresh of 10 requests that take no time, kept in the history: ms, against not kept',
      pairs.instant,
      1.1,
    ),
    againstPair(
      'series of 1,000 points out of 1,000,000 observations in IndexedDB: ms, against one read',
      pairs.series,
      3,
    ),
  ];
}

export async function pageMeasures(): Promise<Measure[]> {
  const executablePath = process.env.SPILLWAY_BROWSER;
  if (!executablePath) return skipped('pages', 'no Chromium, Chrome or Edge was found');
  const page = (scripts: string) => `<!doctype html><meta charset="utf-8"><title>Bench</title>${scripts}`;
  const server = await serve({
    '/bare.html': page(`<script src="${officeJs}"></script><script src="/reached.js" defer></script>`),
    '/reached.js': 'window.reached = performance.now();',
    '/grid.html': page('<script src="/grid.js" defer></script>'),
    '/grid.js': await bundled('gridPage'),
    '/history.html': page('<script src="/history.js" defer></script>'),
    '/history.js': await bundled('historyPage'),
  });
  const { port } = server.address() as { port: number };
  const origin = `http://127.0.0.1:${port}`;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const start = await startMeasure(browser, origin).catch((error: unknown) => skipped('page start', error));
    const grid = await gridMeasure(browser, origin).catch((error: unknown) =>
      skipped('grid in Chromium', error),
    );
    const history = await historyMeasure(browser, origin).catch((error: unknown) =>
      skipped('history in Chromium', error),
    );
    return [...start, ...grid, ...history];
  } finally {
    await browser.close();
    server.close();
  }
}
