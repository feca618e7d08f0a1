// Install the gateway and upgrade it, as the pages say: every command is run by sh, in a folder that stands for a machine.
// Accounts, systemctl and certbot are stand-ins; tar, openssl, nginx and the certbot hook are real.
import { X509Certificate } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readGatewaySettings } from '../../src/gateway/settings/settings';
import { listen as startSandbox } from '../../sandbox/listen';
import { eventually } from '../gateway/support/eventually';
import { endAll, GatewayProcess, holdPort, type HeldPort } from '../gateway/support/gatewayProcess';
import { freePort } from '../gateway/support/redisServer';
import { ask, endProxies, has, startProxy, testWith, type Seen } from './proxies';
import { removeFolder } from '../removeFolder';

const repository = path.resolve(__dirname, '../..');
const text = (name: string) => readFileSync(path.join(repository, name), 'utf8');
const { version } = JSON.parse(text('package.json')) as { version: string };

/** The commands of a section, as they stand on the page. */
const commands = (page: string, heading: string) => {
  const [, section = ''] = new RegExp(`## ${heading}[^\\n]*\\n(.*?)\\n## `, 's').exec(text(page)) ?? [];
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
};
const [installBlock = '', certificateBlock = '', certbotBlock = ''] = commands(
  'docs/deploying.md',
  'In ten minutes',
);

/** A machine in a folder: paths of the system lead into it, and what needs a real system is only written down. */
let root: string;
const at = (name: string) => path.join(root, name);
const placed = (content: string) =>
  content.replace(/(?<![\w.$/-])\/(etc|opt|var)(?=\/|\s|$)/gm, `${root}/$1`);
const stand = (name: string, script: string) => {
  writeFileSync(at(`bin/${name}`), `#!/bin/bash\n${script}\n`);
  chmodSync(at(`bin/${name}`), 0o755);
};
const wrote = () => readFileSync(at('done'), 'utf8');

/** A download: the archive with what the commands touch, and its checksum. */
function download(): void {
  const inside = at(`make/spillway-gateway-${version}`);
  cpSync(path.join(repository, 'deploy'), path.join(inside, 'deploy'), { recursive: true });
  const hook = path.join(inside, 'deploy/certbot-hook.sh');
  writeFileSync(hook, placed(readFileSync(hook, 'utf8')));
  const archive = `spillway-gateway-${version}.tar.gz`;
  execFileSync('tar', ['-czf', at(`download/${archive}`), '-C', at('make'), path.basename(inside)]);
  const sums = execFileSync('sha256sum', [archive], { cwd: at('download'), encoding: 'utf8' });
  writeFileSync(at('download/SHA256SUMS'), sums);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'spillway-machine-'));
  for (const folder of [
    'bin',
    'download',
    'etc/systemd/system',
    'etc/nginx/conf.d',
    'opt',
    'var/lib/spillway',
  ])
    mkdirSync(at(folder), { recursive: true });
  download();
  for (const name of ['useradd', 'systemctl']) stand(name, `echo "${name} $*" >> ${root}/done`);
  // There is no group "spillway" here.
  stand(
    'install',
    'for word; do [ "$word" = -gspillway ] || words+=("$word"); done; exec /usr/bin/install "${words[@]}"',
  );
});
afterEach(async () => {
  await endAll();
  await endProxies();
  removeFolder(root);
});

const run = (block: string, folder = 'download') =>
  spawnSync('sh', ['-e', '-c', placed(block.replaceAll('-g spillway', '-gspillway'))], {
    cwd: at(folder),
    env: { ...process.env, PATH: `${root}/bin:${process.env.PATH}` },
    encoding: 'utf8',
  });

/** The environment as systemd reads it: a name and a value on each line. */
const environment = (file: string) =>
  Object.fromEntries(
    placed(readFileSync(file, 'utf8'))
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

test('the first block installs what a gateway starts with, and the gateway takes its settings', () => {
  const { status, stderr } = run(installBlock);
  expect([status, stderr]).toEqual([0, '']);
  expect(wrote()).toMatch(
    /^useradd --system .*\nsystemctl daemon-reload\nsystemctl enable --now spillway-gateway.socket spillway-gateway\n$/,
  );
  const env = environment(at('etc/spillway/gateway.env'));
  // The port is where the settings, and the proxies in front, have it.
  const unit = readFileSync(at('etc/systemd/system/spillway-gateway.socket'), 'utf8');
  expect(unit).toContain(`\nListenStream=${env.SPILLWAY_HOST}:${env.PORT}\n`);
  expect(readGatewaySettings(env, at('opt/spillway/server')).faults).toEqual([]);
  expect(readFileSync(at('etc/spillway/key'), 'utf8')).toBe('put-the-key-of-the-team-here\n');
});

test('an upgrade leaves no file of the version before where the gateway runs, and the way back is a link', () => {
  mkdirSync(at('opt/spillway-gateway-0.1.0/addin'), { recursive: true });
  writeFileSync(at('opt/spillway-gateway-0.1.0/addin/old.js'), '');
  symlinkSync('spillway-gateway-0.1.0', at('opt/spillway'));
  const [upgrade = '', addSocket = ''] = commands('docs/operating.md', 'Upgrading');
  const { status, stderr } = run(upgrade);
  expect([status, stderr]).toEqual([0, '']);
  expect(existsSync(at('opt/spillway/deploy/nginx.conf'))).toBe(true);
  expect(existsSync(at('opt/spillway/addin/old.js'))).toBe(false);
  expect(existsSync(at('opt/spillway-gateway-0.1.0/addin/old.js'))).toBe(true);
  expect(wrote()).toBe('systemctl daemon-reload\nsystemctl restart spillway-gateway\n');
  expect(run(addSocket)).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(at('etc/systemd/system/spillway-gateway.socket'))).toBe(true);
});

test('a download that was changed stops the first block before anything is unpacked', () => {
  writeFileSync(at(`download/spillway-gateway-${version}.tar.gz`), 'something else');
  expect(run(installBlock).status).not.toBe(0);
  expect(existsSync(at('opt/spillway'))).toBe(false);
});

test('every setting the example names in a comment is one', () => {
  const example = text('deploy/gateway.env.example').replace(/^#(?=[A-Z_]+=)/gm, '');
  writeFileSync(at('all.env'), example);
  mkdirSync(at('etc/spillway'));
  writeFileSync(at('etc/spillway/key'), 'a-key');
  expect(readGatewaySettings(environment(at('all.env')), '/srv').faults).toEqual([]);
});

/** nginx with the example file on other ports, after the second block of the page; certbot renews as it does, in sh. */
async function machineWithNginx(gateways: readonly number[]) {
  expect(run(installBlock).status).toBe(0);
  const [port, plain] = [await freePort(), await freePort()];
  const main = at('etc/nginx/nginx.conf');
  const inRoot = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${root}/var/${name};`)
    .join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    main,
    `${user} pid ${root}/var/nginx.pid; error_log ${root}/var/error.log; events {} http { access_log off; ${inRoot} include ${root}/etc/nginx/conf.d/*.conf; }`,
  );
  mkdirSync(at('var/log/nginx'), { recursive: true });
  const example = at('opt/spillway/deploy/nginx.conf');
  const servers = gateways.map((it) => `server 127.0.0.1:${it} max_fails=0;`).join(' ');
  const moved = placed(readFileSync(example, 'utf8'))
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('server 127.0.0.1:3000 max_fails=0;', servers);
  expect(moved).toContain(servers);
  writeFileSync(example, moved);
  const nginx = has('nginx')!;
  stand('nginx', `exec ${nginx} -c ${main} "$@"`);
  stand(
    'systemctl',
    `echo "systemctl $*" >> ${root}/done; [ "$*" != "reload nginx" ] || [ ! -s ${root}/var/nginx.pid ] || exec ${nginx} -c ${main} -s reload`,
  );
  const done = run(certificateBlock, 'opt/spillway');
  expect([done.status, done.stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  const server = startProxy(nginx, ['-c', main, '-g', 'daemon off;']);
  await eventually(() => existsSync(at('var/nginx.pid')));
  return { server, port };
}

const search = '/api/ruretail/products/search';
const service = async () => {
  const sandbox = await startSandbox();
  const settings = { SPILLWAY_UPSTREAM: sandbox.url, SPILLWAY_DATA: 'off', SPILLWAY_PROXIES: '1' };
  return { sandbox, settings };
};
const started = async () => {
  const { sandbox, settings } = await service();
  return { sandbox, settings, gateway: await GatewayProcess.start(settings) };
};

/** A proxy that looks at one spelling of an address and passes on another would show what it is to hide. */
const ofMetrics = [
  ...[
    '/metrics',
    '/metrics?x',
    '/%6detrics',
    '//metrics',
    '/./metrics',
    '/a/../metrics',
    '/a/%2e%2e/metrics',
  ],
  ...['/metrics#x', '/%2e/metrics', '/a%2f..%2fmetrics', '/metrics/', '/metrics;x', 'http://x/metrics'],
];

testWith('nginx', 'openssl')(
  'nginx starts with the example and passes on; what it refuses itself it says in JSON',
  async () => {
    const { sandbox, gateway } = await started();
    const { port } = await machineWithNginx([gateway.port]);
    await eventually(async () => (await ask(port, 'GET', '/healthz').catch(() => undefined))?.status === 200);
    const token = { 'access-token': 'x'.repeat(12_000) };
    expect((await ask(port, 'GET', '/healthz', '', token)).status).toBe(200);
    for (const spelling of ofMetrics)
      expect([spelling, (await ask(port, 'GET', spelling)).text]).toEqual([
        spelling,
        expect.not.stringContaining('spillway_'),
      ]);
    expect((await ask(port, 'POST', search, '{"query":"tv","count":2}')).status).toBe(200);
    for (const size of [128_001, 300_000]) {
      const large = await ask(port, 'POST', search, JSON.stringify({ query: 'x'.repeat(size) }));
      expect(large).toMatchObject({ status: 413, type: 'application/json' });
      expect(JSON.parse(large.text)).toEqual({ detail: 'The body is larger than 128 kB.' });
    }
    // A watch may be larger. This gateway has none, which it says itself.
    const watch = await ask(port, 'POST', '/gateway/watches', JSON.stringify({ name: 'x'.repeat(900_000) }));
    expect([watch.status, JSON.parse(watch.text)]).toEqual([404, { detail: 'Not found.' }]);
    await ask(port, 'GET', '/feed/history.csv?code=a-read-code');
    // nginx notes a request after it has sent the response.
    const log = () => readFileSync(at('var/log/nginx/access.log'), 'utf8');
    await eventually(() => log().includes('"GET /feed/history.csv HTTP/1.1"'));
    expect(log()).not.toContain('a-read-code');
    await gateway.end();
    const unreached = await ask(port, 'POST', search, '{"query":"tv","count":2}');
    expect(unreached).toMatchObject({ status: 503, type: 'application/json', credits: '0', retryAfter: '5' });
    expect(unreached.text).toContain('Nothing was charged');
    await sandbox.close();
  },
);

testWith('nginx', 'openssl')(
  'certbot’s hook, run by sh, gives nginx the new certificate, and keeps the old one if the new one is damaged',
  async () => {
    const { server, port } = await machineWithNginx([await freePort()]);
    const lineage = at('etc/letsencrypt/live/spillway.example.com');
    const archive = at('etc/letsencrypt/archive');
    for (const folder of [lineage, archive]) mkdirSync(folder, { recursive: true });
    // As certbot: the hook is a command for sh, and the files are links.
    stand(
      'certbot',
      `while [ $# -gt 0 ]; do if [ "$1" = --deploy-hook ]; then hook=$2; shift; fi; shift; done
      RENEWED_LINEAGE=${lineage} exec sh -c "$hook"`,
    );
    const issue = (name: string) => {
      const [key, cert] = ['privkey', 'fullchain'].map((file) => path.join(archive, `${file}.pem`));
      execFileSync(
        'openssl',
        `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 9 -subj /CN=${name} -keyout ${key} -out ${cert}`.split(
          ' ',
        ),
        { stdio: 'ignore' },
      );
    };
    for (const file of ['privkey.pem', 'fullchain.pem'])
      symlinkSync(path.join(archive, file), path.join(lineage, file));
    const subject = async () =>
      (await ask(port, 'GET', '/metrics').catch(() => undefined))?.certificate.subject.CN;
    await eventually(async () => (await subject()) === 'spillway.example.com');

    issue('renewed.example.com');
    const renewal = run(certbotBlock);
    expect([renewal.status, renewal.stdout]).toEqual([0, '']);
    await eventually(async () => (await subject()) === 'renewed.example.com');

    issue('damaged.example.com');
    writeFileSync(path.join(archive, 'privkey.pem'), 'not a key');
    const failed = run(certbotBlock);
    expect(failed.status).not.toBe(0);
    expect(failed.stderr).toContain('the one before stays in use');
    const kept = new X509Certificate(readFileSync(at('etc/nginx/spillway/fullchain.pem')));
    expect(kept.subject).toContain('renewed.example.com');
    expect(server.exitCode).toBeNull();
  },
);

interface Restarting {
  readonly held: HeldPort;
  readonly gateway: GatewayProcess;
}

/** Requests all the time, within the rate limit of the sandbox, while both gateways are stopped and started again, one after the other. */
async function rollingRestart(
  port: number,
  gateways: readonly Restarting[],
  settings: Record<string, string>,
): Promise<Pick<Seen, 'status' | 'text'>[]> {
  const outcomes: Pick<Seen, 'status' | 'text'>[] = [];
  const progress = { over: false, number: 0 };
  const client = async () => {
    while (!progress.over) {
      const body = JSON.stringify({ query: `item ${progress.number++}`, count: 1 });
      const { status, text: said } = await ask(port, 'POST', search, body);
      outcomes.push({ status, text: said });
      // Eight of them make at most 533 requests in ten seconds; the limit is 600.
      await pause(150);
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  const more = async (count: number) => {
    const wanted = outcomes.length + count;
    await eventually(() => outcomes.length >= wanted);
  };
  for (const { held, gateway } of gateways) {
    await more(40);
    await gateway.end();
    await more(40);
    await GatewayProcess.start(settings, { held });
  }
  await more(40);
  progress.over = true;
  await clients;
  return outcomes;
}

testWith('nginx', 'openssl')(
  'while gateways restart one after the other behind nginx and sockets that stay, no request is cut off',
  async () => {
    const { sandbox, settings } = await service();
    const gateways: Restarting[] = [];
    for (const held of [await holdPort(), await holdPort()])
      gateways.push({ held, gateway: await GatewayProcess.start(settings, { held }) });
    const { port } = await machineWithNginx(gateways.map(({ held }) => held.port));
    await eventually(async () => (await ask(port, 'GET', '/healthz').catch(() => undefined))?.status === 200);
    const outcomes = await rollingRestart(port, gateways, settings);
    const strange = outcomes.filter(({ status }) => status !== 200 && status !== 503);
    expect(strange).toEqual([]);
    // A stopping gateway refuses new work itself; it was reached, and says so.
    const refused = outcomes.filter(({ status }) => status === 503);
    for (const { text: said } of refused) expect(said).not.toMatch(/may have been charged|No gateway/);
    expect(outcomes.length - refused.length).toBeGreaterThan(100);
    for (const { held } of gateways) held.handle.close();
    await sandbox.close();
  },
);

testWith('nginx', 'openssl')(
  'a request that nginx sent to a gateway that then died is not sent again, and may have been charged',
  async () => {
    // A service that takes the call and is silent.
    let calls = 0;
    const silentService = createServer((incoming) => void (calls += incoming.method === 'POST' ? 1 : 0));
    await new Promise<void>((resolve) => silentService.listen(0, '127.0.0.1', resolve));
    const { port: silent } = silentService.address() as AddressInfo;
    const settings = { SPILLWAY_UPSTREAM: `http://127.0.0.1:${silent}`, SPILLWAY_DATA: 'off' };
    const both = [await GatewayProcess.start(settings), await GatewayProcess.start(settings)];
    const { port } = await machineWithNginx(both.map((gateway) => gateway.port));
    await eventually(async () => (await ask(port, 'GET', '/healthz').catch(() => undefined))?.status === 200);
    const slow = ask(port, 'POST', search, '{"query":"tv","count":2}');
    await eventually(() => calls === 1);
    // Whichever has it dies with it.
    await Promise.all(both.map((gateway) => gateway.end('SIGKILL')));
    const cut = await slow;
    expect(cut).toMatchObject({ status: 502, credits: undefined });
    expect(cut.text).toContain('may have been charged');
    expect(calls).toBe(1);
    silentService.closeAllConnections();
    silentService.close();
  },
);

testWith('caddy')(
  'Caddy with the example passes on, leaves out a gateway that is gone, and says when none was reached',
  async () => {
    const { sandbox, settings, gateway } = await started();
    const second = await GatewayProcess.start(settings);
    const port = await freePort();
    const moved = text('deploy/Caddyfile')
      .replace('spillway.example.com {', `http://:${port} {`)
      .replace(
        'reverse_proxy 127.0.0.1:3000',
        `reverse_proxy ${[gateway, second].map((it) => `127.0.0.1:${it.port}`).join(' ')}`,
      );
    writeFileSync(at('Caddyfile'), `{\n\tadmin off\n}\n${moved}`);
    startProxy(has('caddy')!, ['run', '--config', at('Caddyfile'), '--adapter', 'caddyfile'], { HOME: root });
    const plain = { tls: false };
    await eventually(
      async () => (await ask(port, 'GET', '/healthz', '', {}, plain).catch(() => undefined))?.status === 200,
    );
    for (const spelling of ofMetrics)
      expect([spelling, (await ask(port, 'GET', spelling, '', {}, plain)).text]).toEqual([
        spelling,
        expect.not.stringContaining('spillway_'),
      ]);
    await gateway.end();
    // At most the first is told that it reached nobody; then that gateway is left out.
    const seen: Seen[] = [];
    for (let number = 0; number < 6; number++)
      seen.push(await ask(port, 'POST', search, `{"query":"tv ${number}","count":2}`, {}, plain));
    const others = seen.filter(({ status }) => status !== 200);
    expect(others.length).toBeLessThanOrEqual(1);
    for (const { status, credits } of others) expect([status, credits]).toEqual([503, '0']);
    await second.end();
    const unreached = await ask(port, 'POST', search, '{"query":"tv","count":2}', {}, plain);
    expect(unreached).toMatchObject({ status: 503, type: 'application/json', credits: '0', retryAfter: '5' });
    expect(unreached.text).toContain('Nothing was charged');
    await sandbox.close();
  },
);

test('systemd finds nothing wrong with the units, and the service is closed to most', () => {
  const [unit, socket] = [at('spillway-gateway.service'), at('spillway-gateway.socket')];
  // This machine's Node may be elsewhere.
  const content = text('deploy/spillway-gateway.service').replaceAll('/usr/bin/node', process.execPath);
  for (const line of ['SystemCallFilter=@system-service', 'SystemCallErrorNumber=EPERM', 'MemoryMax='])
    expect(content).toContain(line);
  const held = text('deploy/spillway-gateway.socket');
  for (const line of `${content}${held}`.split('\n'))
    expect(line).toMatch(/^(|#.*|\[(Unit|Service|Socket|Install)\]|[A-Z]\w+=.*)$/);
  // Only a system that runs systemd can say more, and no package brings it to another one.
  if (!existsSync('/run/systemd/system') && has('systemd-analyze') === undefined) return;
  writeFileSync(unit, content);
  writeFileSync(socket, held);
  const { status, stderr, stdout } = spawnSync('systemd-analyze', ['verify', '--man=no', unit, socket], {
    encoding: 'utf8',
  });
  const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('spillway-gateway'));
  expect([status, about]).toEqual([0, []]);
});
