import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '../../src/gateway/settings/settings';
import { listen as startSandbox } from '../../sandbox/listen';
import { eventually } from './support/eventually';
import { endAll, GatewayProcess } from './support/gatewayProcess';
import { freePort } from './support/redisServer';

const repository = path.resolve(__dirname, '../..');
const page = readFileSync(path.join(repository, 'docs/deploying.md'), 'utf8');
const has = (program: string) => spawnSync('which', [program]).status === 0;
const withNginx = has('nginx') && has('openssl') ? test : test.skip;
const withSystemd = has('systemd-analyze') ? test : test.skip;

/** The commands of "In ten minutes", as they stand on the page. */
const commands = () => {
  const [, section = ''] = /## In ten minutes[^\n]*\n(.*?)\n## /s.exec(page) ?? [];
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
};

/** A machine in a folder: paths of the system lead into it, and what needs a real system is only written down. */
let root: string;
const placed = (text: string) => text.replace(/(?<![\w.$/-])\/(etc|opt|var)\//g, `${root}/$1/`);
const stand = (name: string, script: string) => {
  writeFileSync(path.join(root, 'bin', name), `#!/bin/bash\n${script}\n`);
  chmodSync(path.join(root, 'bin', name), 0o755);
};
const wrote = () => readFileSync(path.join(root, 'done'), 'utf8');

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'spillway-machine-'));
  for (const folder of ['bin', 'etc/systemd/system', 'etc/nginx/conf.d', 'opt/spillway', 'var/lib/spillway'])
    mkdirSync(path.join(root, folder), { recursive: true });
  cpSync(path.join(repository, 'deploy'), path.join(root, 'opt/spillway/deploy'), { recursive: true });
  for (const name of ['sha256sum', 'tar', 'useradd', 'systemctl', 'certbot'])
    stand(name, `echo "${name} $*" >> ${root}/done`);
  // There is no group "spillway" here.
  stand(
    'install',
    'for word; do [ "$word" = -gspillway ] || words+=("$word"); done; exec /usr/bin/install "${words[@]}"',
  );
});
afterEach(async () => {
  await endAll();
  rmSync(root, { recursive: true, force: true });
});

const run = (block: string) =>
  spawnSync('bash', ['-e', '-o', 'pipefail', '-c', placed(block.replaceAll('-g spillway', '-gspillway'))], {
    cwd: path.join(root, 'opt/spillway'),
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
  const [install = ''] = commands();
  const { status, stderr } = run(install);
  expect([status, stderr]).toEqual([0, '']);
  expect(wrote()).toMatch(
    /^sha256sum --check .*\ntar -xzf spillway-gateway-.*\nuseradd --system .*\nsystemctl daemon-reload\nsystemctl enable --now/,
  );
  const env = environment(path.join(root, 'etc/spillway/gateway.env'));
  expect(readSettings(env, path.join(root, 'opt/spillway/server')).faults).toEqual([]);
});

test('every setting the example names in a comment is one', () => {
  const text = readFileSync(path.join(repository, 'deploy/gateway.env.example'), 'utf8').replace(
    /^#(?=[A-Z_]+=)/gm,
    '',
  );
  writeFileSync(path.join(root, 'all.env'), text);
  mkdirSync(path.join(root, 'etc/spillway'));
  writeFileSync(path.join(root, 'etc/spillway/key'), 'a-key');
  expect(readSettings(environment(path.join(root, 'all.env')), '/srv').faults).toEqual([]);
});

withNginx(
  'nginx starts with the example and passes on; what it refuses itself it says in JSON (needs nginx and openssl)',
  async () => {
    const sandbox = await startSandbox();
    const gateway = await GatewayProcess.start({
      SPILLWAY_UPSTREAM: sandbox.url,
      SPILLWAY_DATA: 'off',
      SPILLWAY_PROXIES: '1',
    });
    const [port, plain] = [await freePort(), await freePort()];
    const main = path.join(root, 'etc/nginx/nginx.conf');
    const inRoot = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${root}/var/${name};`)
      .join(' ');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    writeFileSync(
      main,
      `${user} pid ${root}/var/nginx.pid; error_log ${root}/var/error.log; events {} http { access_log off; ${inRoot} include ${root}/etc/nginx/conf.d/*.conf; }`,
    );
    const example = path.join(root, 'opt/spillway/deploy/nginx.conf');
    const moved = placed(readFileSync(example, 'utf8'))
      .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${gateway.port};`);
    writeFileSync(example, moved);
    const nginx = spawnSync('which', ['nginx'], { encoding: 'utf8' }).stdout.trim();
    stand('nginx', `exec ${nginx} -c ${main} "$@"`);
    const done = run(commands()[1] ?? '');
    expect([done.status, done.stderr]).toEqual([0, expect.stringContaining('test is successful')]);

    const server: ChildProcess = spawn(nginx, ['-c', main, '-g', 'daemon off;'], { stdio: 'ignore' });
    try {
      const ask = (method: string, address: string, body = '') =>
        new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
          const headers = {
            'content-type': 'application/json',
            'access-token': 'sandbox-large',
            host: 'spillway.example.com',
          };
          const outgoing = request(
            {
              port,
              host: '127.0.0.1',
              method,
              path: address,
              headers,
              rejectUnauthorized: false,
              agent: false,
            },
            (incoming) => {
              let text = '';
              incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
              incoming.on('end', () =>
                resolve({
                  status: incoming.statusCode ?? 0,
                  type: incoming.headers['content-type'] ?? '',
                  text,
                }),
              );
            },
          );
          outgoing.once('error', reject);
          outgoing.end(body);
        });
      await eventually(async () => (await ask('GET', '/healthz').catch(() => undefined))?.status === 200);
      expect((await ask('GET', '/metrics')).status).toBe(404);
      const search = '/api/ruretail/products/search';
      expect((await ask('POST', search, '{"query":"tv","count":2}')).status).toBe(200);
      for (const size of [128_001, 300_000]) {
        const large = await ask('POST', search, JSON.stringify({ query: 'x'.repeat(size) }));
        expect(large).toMatchObject({ status: 413, type: 'application/json' });
        expect(JSON.parse(large.text)).toEqual({ detail: 'The body is larger than 128 kB.' });
      }
      await gateway.end();
      const silent = await ask('POST', search, '{"query":"tv","count":2}');
      expect([silent.status, silent.type]).toEqual([502, 'application/json']);
      expect(JSON.parse(silent.text)).toEqual({
        detail: expect.stringContaining('may have been charged') as string,
      });
    } finally {
      // The master ends its workers.
      server.kill('SIGTERM');
      await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve(0)));
      await sandbox.close();
    }
  },
);

test('the certificate of certbot is copied to where nginx reads it', () => {
  expect(run(commands()[2] ?? '').status).toBe(0);
  expect(wrote()).toMatch(
    /^certbot certonly .*--deploy-hook cp -L .*\/etc\/nginx\/spillway\/ && systemctl reload nginx\n$/,
  );
});

withSystemd('systemd finds nothing wrong with the unit (needs systemd-analyze)', () => {
  const unit = path.join(root, 'spillway-gateway.service');
  const text = readFileSync(path.join(repository, 'deploy/spillway-gateway.service'), 'utf8');
  // This machine's Node may be elsewhere.
  writeFileSync(unit, text.replaceAll('/usr/bin/node', process.execPath));
  const { status, stderr, stdout } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
    encoding: 'utf8',
  });
  const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('spillway-gateway'));
  expect([status, about]).toEqual([0, []]);
});
