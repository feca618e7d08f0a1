import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { testGateway, type TestGateway } from '../support/testGateway';
import { removeFolder } from '../../removeFolder';

const cdn = '<script src="https://appsforoffice.microsoft.com/lib/1/hosted/office.js"></script>';
let root: string;
let site: TestGateway;
const at = (...parts: string[]) => path.join(root, ...parts);
const start = async (env: Record<string, string> = {}) => {
  site = await testGateway({ SPILLWAY_ADDIN: at('addin'), ...env });
};

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'spillway-files-'));
  for (const folder of ['addin/assets', 'playground', 'office/en-us'])
    mkdirSync(at(folder), { recursive: true });
  writeFileSync(at('addin/taskpane.html'), `<!doctype html>${cdn}`);
  writeFileSync(at('addin/functions.json'), '{"helpUrl":"https://localhost:3000/x"}');
  writeFileSync(at('addin/functions.ru.json'), '{"helpUrl":"https://localhost:3000/ru"}');
  writeFileSync(at('addin/manifest.xml'), '<a href="https://localhost:3000/taskpane.html"/>');
  writeFileSync(at('addin/functions.0123456789.js'), `${'let a;'.repeat(500)}`);
  writeFileSync(at('addin/assets/icon.png'), 'png');
  writeFileSync(at('addin/.env'), 'SECRET');
  writeFileSync(at('secret.txt'), 'SECRET');
  symlinkSync(at('secret.txt'), at('addin/link.txt'));
  writeFileSync(at('playground/index.html'), '<!doctype html>');
  writeFileSync(at('playground/playground.js'), 'let sheet;'.repeat(500));
  writeFileSync(at('office/office.js'), 'office');
  writeFileSync(at('office/en-us/strings.js'), 'strings');
});
afterAll(() => removeFolder(root));
afterEach(() => site.close());

test('pages are served under a strict policy that lets Excel frame them', async () => {
  await start();
  const page = await site.get('/taskpane.html');
  expect(await page.text()).toContain(cdn);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'self' https:\/\/appsforoffice\.microsoft\.com;/);
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  expect(policy).toMatch(/frame-ancestors 'self' [^;]*https:\/\/\*\.officeapps\.live\.com/);
  expect(page.headers.get('x-frame-options')).toBeNull();
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect((await site.get('/taskpane.html', { 'if-none-match': page.headers.get('etag') ?? '' })).status).toBe(
    304,
  );
});

test('hashed files are kept for ever and sent compressed, metadata may be read from anywhere', async () => {
  await start({ SPILLWAY_PUBLIC_URL: 'https://excel.team.test' });
  const script = await site.get('/functions.0123456789.js', { 'accept-encoding': 'gzip, br' });
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(Buffer.from(await script.arrayBuffer())).toString()).toMatch(/^let a;/);
  const plain = await site.get('/functions.0123456789.js', { 'accept-encoding': 'br;q=0, gzip;q=0' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const metadata = await site.get('/functions.json');
  expect(metadata.headers.get('access-control-allow-origin')).toBe('*');
  expect(metadata.headers.get('cache-control')).toBe('no-cache');
  expect(await metadata.text()).toContain('https://excel.team.test/x');
  const russian = await site.get('/functions.ru.json');
  expect(russian.headers.get('access-control-allow-origin')).toBe('*');
  expect(await russian.text()).toContain('https://excel.team.test/ru');
  expect(await (await site.get('/manifest.xml')).text()).toContain('https://excel.team.test/taskpane.html');
  expect(metadata.headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect((await site.get('/assets/icon.png')).headers.get('content-type')).toBe('image/png');
});

test.each([
  '/.env',
  '/assets/../.env',
  '/assets/%2e%2e/.env',
  '/assets/..%2f..%2fsecret.txt',
  '/..%5csecret.txt',
  '/link.txt',
  '/assets',
  '/assets/',
  '//etc/passwd',
  '/%00',
  '/taskpane.html%00.png',
  '/assets/%252e%252e/%252e%252e/secret.txt',
])('%s leads nowhere', async (address) => {
  await start();
  const response = await site.get(address);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('SECRET');
});

test('a changed public address is another page, though its file is the same', async () => {
  await start({ SPILLWAY_PUBLIC_URL: 'https://one.team.test' });
  const etag = (await site.get('/manifest.xml')).headers.get('etag') ?? '';
  for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
    expect((await site.get('/manifest.xml', { 'if-none-match': header })).status).toBe(304);
  await site.close();
  await start({ SPILLWAY_PUBLIC_URL: 'https://two.team.test' });
  const page = await site.get('/manifest.xml', { 'if-none-match': etag });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('https://two.team.test');
});

test.each([
  ['gzip, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['BR', 'br'],
  ['x-gzip', 'gzip'],
  ['gzip ; Q=0.001', 'gzip'],
  ['gzip;q=0', null],
  ['gzip; q=0.000, br; q = 0', null],
  ['*;q=0', null],
  ['identity, gzip;q=0.5', null],
  ['gzip;q=nonsense', null],
  ['deflate, zstd', null],
  ['', null],
  ['notgzip, brotli', null],
])('%s is answered with %s', async (header, encoding) => {
  await start();
  const script = await site.get('/functions.0123456789.js', { 'accept-encoding': header });
  expect(script.headers.get('content-encoding')).toBe(encoding);
});

test('on a local start there is a playground and an office.js of its own', async () => {
  await start({ SPILLWAY_PLAYGROUND: at('playground'), SPILLWAY_OFFICE_JS: at('office') });
  expect((await site.get('/')).headers.get('location')).toBe('/playground/');
  // Nothing is gained by packing megabytes for the same machine.
  const script = await site.get('/playground/playground.js', { 'accept-encoding': 'br' });
  expect(script.headers.get('content-encoding')).toBeNull();
  const page = await site.get('/playground/');
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(await (await site.get('/taskpane.html')).text()).toContain('<script src="/office-js/office.js">');
  expect(await (await site.get('/office-js/EN-US/Strings.js')).text()).toBe('strings');
});
