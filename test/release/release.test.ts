// The archives as somebody gets them: unpacked in an empty folder and run there, with nothing installed.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { listen as startSandbox } from '../../sandbox/listen';
import { freePort } from '../gateway/support/redisServer';
import { eventually } from '../gateway/support/eventually';
import {
  address,
  addinZip,
  emptyFolder,
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
  const urls = [...readFileSync(manifest, 'utf8').matchAll(/Value="(https:[^"]*)"/g)].map(([, url]) => url!);
  expect(urls.length).toBeGreaterThan(10);
  for (const url of urls) {
    expect(new URL(url).origin).toBe(address);
    const { pathname } = new URL(url);
    const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    expect([file, existsSync(path.join(place, file))]).toEqual([file, true]);
  }
  for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.txt', 'taskpane.html'])
    expect(existsSync(path.join(place, name))).toBe(true);
  for (const name of readdirSync(place).filter((file) => /^functions.*\.json$/.test(file)))
    expect([name, text(place, name).includes('localhost')]).toEqual([name, false]);
  // The package of the unified manifest is of the same add-in.
  const unified = unpack(path.join(place, 'manifest.zip'));
  expect(readdirSync(unified).sort()).toEqual(readdirSync(path.join(place, 'unified')).sort());
  const { id, developer } = JSON.parse(text(unified, 'manifest.json')) as {
    id: string;
    developer: { privacyUrl: string; termsOfUseUrl: string };
  };
  expect(text(place, 'manifest.xml')).toContain(`<Id>${id}</Id>`);
  for (const url of [developer.privacyUrl, developer.termsOfUseUrl])
    expect([url, existsSync(path.join(place, url.replace(address, '')))]).toEqual([url, true]);
});

/** What native code contains, which no source map knows. */
const compiledIn = ['leveldb', 'snappy'];

/**
 * The packages whose code is in the scripts of an archive, found without the list that the build writes: by the source map that
 * belongs to each script. webpack's runtime has no source; its name is in every bundle.
 */
function packagesInBytes(archive: string): string[] {
  const place = unpack(archive);
  const scripts = readdirSync(place, { recursive: true })
    .map(String)
    .filter((name) => /\.m?js$/.test(name));
  const found = new Set<string>();
  for (const name of scripts) {
    const content = text(place, name);
    if (content.includes('__webpack_require__') || content.includes('webpackChunk')) found.add('webpack');
    if (name.endsWith('minisearch.js')) found.add('minisearch');
    if (name.startsWith('help')) continue;
    const built = path.join(root, 'dist', archive === addinZip ? 'addin' : '', `${name}.map`);
    // The copy of the first script under a name without a hash has the map of the original; the texts of a language have none.
    if (!existsSync(built)) {
      expect(name).toMatch(/functions\.js$|(?:-json|cells-[\w-]+)(?:\.\w+)?\.m?js$/);
      continue;
    }
    const { sources } = JSON.parse(readFileSync(built, 'utf8')) as { sources: string[] };
    for (const source of sources) {
      const [, owner] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
      if (owner !== undefined) found.add(owner);
    }
  }
  return [...found].sort();
}

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
        : ['hono', 'ioredis', 'classic-level', 'leveldb', 'pino', 'react', '@fluentui/react-button'];
    expect(names).toEqual(expect.arrayContaining(expected));
    // Tools of the build are not in it, and nothing that only the other archive has.
    for (const other of ['typescript', 'jest', ...(kind === 'addin' ? ['ioredis'] : [])])
      expect(names).not.toContain(other);
    // By name: of one package, two versions may be in it.
    const listed = new Set(names.filter((name) => !compiledIn.includes(name)));
    expect([...listed].sort()).toEqual(packagesInBytes(archive));
  },
);

it('has a gateway that imports nothing but Node, with native code for each platform beside it', () => {
  const place = unpack(gatewayArchive);
  const scripts = readdirSync(path.join(place, 'server')).filter((name) => name.endsWith('.mjs'));
  const code = scripts.map((name) => text(place, `server/${name}`)).join('\n');
  const imported = [...code.matchAll(/^import .*? from ["'](.+?)["'];?$/gm)];
  expect(imported.length).toBeGreaterThan(5);
  expect(
    imported.map(([, name]) => name!).filter((name) => !isBuiltin(name) && !name.startsWith('./')),
  ).toEqual([]);
  const files = readdirSync(place, { recursive: true }).map(String);
  expect(files.filter((name) => /node_modules|\.map$|sandbox/.test(name))).toEqual([]);
  const platforms = readdirSync(path.join(place, 'server/prebuilds'));
  for (const name of ['linux-x64', 'linux-arm64', 'win32-x64', 'darwin-x64+arm64'])
    expect(platforms).toContain(name);
});

it('refers to no source map, has everything INSTALL.md names, and lets the certbot hook be run', () => {
  for (const archive of [addinZip, gatewayArchive]) {
    const place = unpack(archive);
    const files = readdirSync(place, { recursive: true }).map(String);
    for (const name of files.filter((it) => /\.(m?js|css)$/.test(it)))
      expect([name, /^(\/\/|\/\*)[#@] sourceMappingURL/m.test(text(place, name))]).toEqual([name, false]);
  }
  const place = unpack(gatewayArchive);
  const install = text(place, 'INSTALL.md');
  const named = [
    ...install.matchAll(/`((?:help|deploy|server)\/[\w./-]+|compose\.yaml|CHANGELOG\.md)`/g),
  ].map(([, it]) => it!);
  expect(named.length).toBeGreaterThan(4);
  for (const name of [
    ...named,
    'Dockerfile',
    'deploy/kubernetes/gateway.yaml',
    'deploy/prometheus/scrape.yaml',
  ])
    expect([name, existsSync(path.join(place, name))]).toEqual([name, true]);
  expect(statSync(path.join(place, 'deploy/certbot-hook.sh')).mode & 0o111).not.toBe(0);
});

it('has its scripts packed once, at the best quality, and says of the add-in what it is for', () => {
  const place = unpack(gatewayArchive);
  const scripts = readdirSync(path.join(place, 'addin')).filter((name) => name.endsWith('.js'));
  const large = scripts.filter((name) => statSync(path.join(place, 'addin', name)).size >= 1_000);
  expect(large.length).toBeGreaterThan(5);
  for (const name of large)
    expect(brotliDecompressSync(readFileSync(path.join(place, 'addin', `${name}.br`))).toString()).toBe(
      text(place, `addin/${name}`),
    );
  expect(text(unpack(addinZip), 'README.txt')).toContain(`made for ${address}`);
});

/** Node's own binaries as npm packages; one that cannot be fetched fails its test with npm's sentence. */
function nodeOf(line: number): string {
  if (process.versions.node.startsWith(`${line}.`)) return process.execPath;
  const place = path.join(root, 'node_modules/.cache/nodes', String(line));
  const binary = path.join(place, 'node_modules/node/bin/node');
  if (!existsSync(binary)) {
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, 'package.json'), '{"private":true}');
    const args = ['install', '--no-audit', '--no-fund', '--no-save', '--prefer-offline', `node@${line}`];
    execFileSync('npm', args, { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return binary;
}

it('has a gateway that says in one sentence that it needs a newer Node', () => {
  const { status, stdout, stderr } = spawnSync(nodeOf(18), ['server/gateway.mjs'], {
    cwd: unpack(gatewayArchive),
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^Spillway requires Node\.js 24 .*; this is Node\.js 18\.\S+\. Download it from .*\.\n$/,
  );
});

/** The folder that the Dockerfile makes of the archive, and how it starts the gateway in it. */
function image(place: string): { folder: string; env: Record<string, string> } {
  const into = emptyFolder();
  const steps = text(place, 'Dockerfile')
    .split('\n')
    .map((line) => line.split(' '));
  for (const [step, from = '', to = ''] of steps)
    if (step === 'COPY') cpSync(path.join(place, from), path.join(into, to), { recursive: true });
  const set = steps
    .filter(([step]) => step === 'ENV')
    .flatMap(([, ...pairs]) => pairs.map((pair) => pair.split('=')));
  expect(steps.at(-2)).toEqual(['CMD', '["node",', '"server/gateway.mjs"]']);
  return { folder: into, env: Object.fromEntries(set) as Record<string, string> };
}

const runs: readonly [string, number][] = [
  ['unpacked', 20],
  ['unpacked', 22],
  ['unpacked', 24],
  ['in the folder of its image', 24],
];
it.each(runs)(
  'has a gateway that runs %s on Node %i without npm, and keeps on disk what was paid for',
  async (how, line) => {
    const unpacked = unpack(gatewayArchive);
    const made = how === 'unpacked' ? undefined : image(unpacked);
    const place = made?.folder ?? unpacked;
    const sandbox = await startSandbox();
    const port = await freePort();
    const env = {
      SPILLWAY_TLS: 'off',
      ...made?.env,
      SPILLWAY_DATA: path.join(place, 'data'),
      PORT: String(port),
      SPILLWAY_HOST: '127.0.0.1',
      SPILLWAY_UPSTREAM: sandbox.url,
      SPILLWAY_PUBLIC_URL: 'https://sheets.example.org',
      SPILLWAY_CACHE_AGE: '7d',
    };
    const node = nodeOf(line);
    const help = execFileSync(node, ['server/gateway.mjs', '--help'], {
      cwd: place,
      env: {},
      encoding: 'utf8',
    });
    expect(help).toContain(`Spillway gateway ${version}`);
    for (const [, name] of help.matchAll(/\b((?:INSTALL\.md)|(?:help\/\w+\.html))\b/g))
      expect([name, existsSync(path.join(unpacked, name!))]).toEqual([name, true]);
    const at = `http://127.0.0.1:${port}`;
    const start = async (): Promise<ChildProcess> => {
      const child = spawn(node, ['server/gateway.mjs'], { cwd: place, env, stdio: 'ignore' });
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
      expect(await (await fetch(`${at}/healthz`)).json()).toEqual({ status: 'ok' });
      expect(await (await fetch(`${at}/metrics`)).text()).toContain(`spillway_info{version="${version}"} 1`);
      const paid = await ask();
      expect([paid.status, paid.headers.get('spillway-credits')]).toEqual([200, '1']);
      const rows: unknown = await paid.json();
      const manifest = await (await fetch(`${at}/manifest.xml`)).text();
      expect(manifest).toContain('https://sheets.example.org/taskpane.html');
      expect(manifest).not.toContain('localhost');
      expect((await fetch(`${at}/taskpane.html`)).status).toBe(200);
      const pages = await fetch(`${at}/help`);
      expect([pages.status, pages.url]).toEqual([200, `${at}/help/`]);
      expect(pages.headers.get('content-security-policy')).not.toMatch(/unsafe|https:|data:/);
      await end(gateway);
      gateway = await start();
      const kept = await ask();
      expect(kept.headers.get('spillway-credits')).toBe('0');
      expect(await kept.json()).toEqual(rows);
    } finally {
      await end(gateway);
      await sandbox.close();
    }
  },
);
