import { chmodSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { generate } from 'selfsigned';
import { eventually } from './support/eventually';
import { endAll, GatewayProcess } from './support/gatewayProcess';
import { removeFolder } from '../removeFolder';

let folder: string;
const at = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-upkeep-'));
});
afterEach(async () => {
  await endAll();
  removeFolder(folder);
});

const certificate = async () => generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' });
const serial = (port: number) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.once('error', reject);
  });

test('a renewed certificate is taken on SIGHUP, and one that does not fit is not', async () => {
  const first = await certificate();
  const second = await certificate();
  writeFileSync(at('cert.pem'), first.cert);
  writeFileSync(at('key.pem'), first.private);
  const gateway = await GatewayProcess.start({
    SPILLWAY_UPSTREAM: 'http://127.0.0.1:9',
    SPILLWAY_DATA: 'off',
    SPILLWAY_TLS_CERT: at('cert.pem'),
    SPILLWAY_TLS_KEY: at('key.pem'),
  });
  const before = await serial(gateway.port);
  writeFileSync(at('cert.pem'), second.cert);
  gateway.signal('SIGHUP');
  await eventually(() => gateway.output.includes('new certificate rejected'));
  expect(await serial(gateway.port)).toBe(before);
  writeFileSync(at('key.pem'), second.private);
  gateway.signal('SIGHUP');
  await eventually(() => gateway.output.includes('certificate renewed'));
  expect(await serial(gateway.port)).not.toBe(before);
  expect(await gateway.end()).toBe(0);
});

test('all that a gateway makes is for its own user, and codes need its environment', async () => {
  const data = at('data');
  const env = {
    SPILLWAY_UPSTREAM: 'http://127.0.0.1:9',
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'k',
    SPILLWAY_DATA: data,
  };
  const gateway = await GatewayProcess.start(env);
  const made = await GatewayProcess.run(env, 'codes', 'create', 'Ann');
  expect(made.output).toMatch(/^spw_\S+\n$/);
  await gateway.end();
  chmodSync(data, 0o755);
  await (await GatewayProcess.start(env)).end();
  expect(statSync(data).mode & 0o777).toBe(0o700);
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    const mode = statSync(path.join(entry.parentPath, entry.name)).mode & 0o777;
    expect([entry.name, mode]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
  }
  const lost = await GatewayProcess.run({}, 'codes', 'create', 'Bob');
  expect(lost).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^No gateway can find this code, .*/) as string,
  });
});
