// The archives as somebody gets them: unpacked in an empty folder and run there, with nothing installed.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { listen as startSandbox } from '../../sandbox/listen';
import { freePort } from '../gateway/support/redisServer';
import { eventually } from '../gateway/support/eventually';
import {
  address,
  addinZip,
  folder,
  gatewayArchive,
  publish,
  removeFolders,
  root,
  unpack,
  version,
} from './published';

let said: string;
beforeAll(() => void (said = publish()));
afterAll(removeFolders);

const sumsOf = () => readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8');
const text = (place: string, name: string) => readFileSync(path.join(place, name), 'utf8');

it('lists a checksum of every file, and prints their sizes', () => {
  const files = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
  const lines = files.map((name) => {
    const hash = createHash('sha256').update(readFileSync(path.join(folder, name)));
    return `${hash.digest('hex')}  ${name}\n`;
  });
  expect(files).toHaveLength(4);
  expect(sumsOf()).toBe(lines.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join(''));
  for (const name of files) expect(said).toMatch(new RegExp(`dist/release/${name} +\\d+\\.\\d\\d MB`));
  expect(statSync(gatewayArchive).size).toBeLessThanOrEqual(15_000_000);
});

it('makes the same bytes when it is made again', () => {
  const before = sumsOf();
  publish();
  expect(sumsOf()).toBe(before);
});

it('has an add-in whose manifest leads to files of the archive, at the address it was made for', () => {
  const place = unpack(addinZip);
  const script = `require('office-addin-manifest').OfficeAddinManifest.readManifestFile(process.argv[1])
    .then((info) => console.log(JSON.stringify(info)))`;
  const manifest = path.join(place, 'manifest.xml');
  const info = execFileSync(process.execPath, ['--eval', script, manifest], { cwd: root, encoding: 'utf8' });
  expect(JSON.parse(info)).toMatchObject({
    version: `${version}.0`,
    hosts: ['Workbook'],
    officeAppType: 'TaskPaneApp',
  });
  const urls = [...readFileSync(manifest, 'utf8').matchAll(/DefaultValue="(https:[^"]*)"/g)].map(
    ([, url]) => url!,
  );
  expect(urls.length).toBeGreaterThan(10);
  for (const url of urls) {
    expect(new URL(url).origin).toBe(address);
    const { pathname } = new URL(url);
    const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    expect([file, existsSync(path.join(place, file))]).toEqual([file, true]);
  }
  for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.txt', 'taskpane.html'])
    expect(existsSync(path.join(place, name))).toBe(true);
  expect(text(place, 'functions.json')).not.toContain('localhost');
});

const sentences: readonly [string, string][] = [
  ['addin', addinZip],
  ['gateway', gatewayArchive],
];
it.each(sentences)(
  'names the same packages in the %s’s bill of materials and its notices',
  (kind, archive) => {
    const notices = text(unpack(archive), 'THIRD-PARTY-NOTICES.txt');
    const bill = JSON.parse(text(folder, `spillway-${kind}-${version}.cdx.json`)) as {
      bomFormat: string;
      components: { name: string; version: string; purl: string; licenses: { license: { id: string } }[] }[];
      metadata: { component: { hashes: { content: string }[] } };
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
    expect(bill.metadata.component.hashes[0]!.content).toBe(hash);
    for (const { name, version: its, licenses } of bill.components)
      expect(notices).toContain(`${name} ${its} (${licenses[0]!.license.id})`);
    expect(notices.match(/^\S+ \d\S+ \([\w.-]+\)$/gm)).toHaveLength(bill.components.length);
    const names = bill.components.map(({ name }) => name);
    expect(new Set(bill.components.map(({ purl }) => purl)).size).toBe(names.length);
    const expected =
      kind === 'addin'
        ? ['react', 'zod', 'minisearch']
        : ['hono', 'ioredis', 'classic-level', 'leveldb', 'pino'];
    expect(names).toEqual(expect.arrayContaining(expected));
    // Tools of the build and parts of the other archive are not in it.
    for (const other of ['typescript', 'jest', kind === 'addin' ? 'ioredis' : 'react'])
      expect(names).not.toContain(other);
  },
);

it('has a gateway that imports nothing but Node, with native code for each platform beside it', () => {
  const place = unpack(gatewayArchive);
  const imported = [...text(place, 'server/gateway.mjs').matchAll(/^import .*? from ["'](.+?)["'];?$/gm)];
  expect(imported.length).toBeGreaterThan(5);
  expect(imported.map(([, name]) => name!).filter((name) => !isBuiltin(name))).toEqual([]);
  const files = readdirSync(place, { recursive: true }).map(String);
  expect(files.filter((name) => /node_modules|\.map$|sandbox/.test(name))).toEqual([]);
  const platforms = readdirSync(path.join(place, 'server/prebuilds'));
  for (const name of ['linux-x64', 'linux-arm64', 'win32-x64', 'darwin-x64+arm64'])
    expect(platforms).toContain(name);
});

it('has a gateway that runs where nothing is installed, and keeps on disk what was paid for', async () => {
  const place = unpack(gatewayArchive);
  const sandbox = await startSandbox();
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    SPILLWAY_HOST: '127.0.0.1',
    SPILLWAY_TLS: 'off',
    SPILLWAY_UPSTREAM: sandbox.url,
    SPILLWAY_PUBLIC_URL: 'https://sheets.example.org',
    SPILLWAY_CACHE_AGE: '7d',
  };
  const at = `http://127.0.0.1:${port}`;
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ['server/gateway.mjs'], { cwd: place, env, stdio: 'ignore' });
    await eventually(async () => (await fetch(`${at}/healthz`).catch(() => undefined))?.ok === true);
    return child;
  };
  const end = (child: ChildProcess) =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  const ask = () =>
    fetch(`${at}/api/ruretail/products/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'access-token': 'sandbox-large' },
      body: '{"query":"tv","count":3}',
    });
  let gateway = await start();
  try {
    expect(await (await fetch(`${at}/healthz`)).json()).toMatchObject({ version, store: { kind: 'disk' } });
    const paid = await ask();
    expect([paid.status, paid.headers.get('spillway-credits')]).toEqual([200, '1']);
    const rows: unknown = await paid.json();
    const manifest = await (await fetch(`${at}/manifest.xml`)).text();
    expect(manifest).toContain('https://sheets.example.org/taskpane.html');
    expect(manifest).not.toContain('localhost');
    expect((await fetch(`${at}/taskpane.html`)).status).toBe(200);
    const help = await fetch(`${at}/help`);
    expect([help.status, help.url]).toEqual([200, `${at}/help/`]);
    expect(help.headers.get('content-security-policy')).not.toMatch(/unsafe|https:|data:/);
    await end(gateway);
    gateway = await start();
    const kept = await ask();
    expect(kept.headers.get('spillway-credits')).toBe('0');
    expect(await kept.json()).toEqual(rows);
  } finally {
    await end(gateway);
    await sandbox.close();
  }
});
