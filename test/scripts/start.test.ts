import { spawn } from 'node:child_process';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { certificate } from '../../scripts/start/certificate.mjs';
import { gatewayVariables } from '../../scripts/start/gatewayVariables.mjs';
import { browserArguments, wantsBrowser } from '../../scripts/start/openBrowser.mjs';
import { portNear, portState, portTaken, readPort } from '../../scripts/start/port.mjs';
import { readUpstream } from '../../scripts/start/upstream.mjs';
import { welcome } from '../../scripts/start/welcome.mjs';
import { listen } from '../../src/gateway/http/server';
import { readGatewaySettings } from '../../src/gateway/settings/settings';
import { machine } from './machine';

const serverOn = (host: string): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.end()).listen(0, host, () => resolve(server));
  });
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

describe('the port', () => {
  test('is 3000 unless PORT says another', () => {
    expect(readPort(undefined)).toBe(3000);
    expect(readPort('')).toBe(3000);
    expect(readPort('8443')).toBe(8443);
  });

  test.each(['abc', '0', '70000', '30.5'])('cannot be "%s"', (text) => {
    expect(() => readPort(text)).toThrow(`PORT is "${text}". It must be a whole number from 1 to 65535.`);
  });

  test('is seen to be taken by a program that listens on one address only', async () => {
    const server = await serverOn('127.0.0.1');
    const port = portOf(server);
    expect(await portState(port)).toBe('taken');
    expect(await portNear(port)).not.toBe(port);
    await new Promise((resolve) => server.close(resolve));
    expect(await portState(port)).toBe('free');
    expect(await portNear(port)).toBe(port);
  });

  test('when taken is told with the way to choose another, in the words of the platform', () => {
    expect(portTaken(3000, 'linux')).toBe(
      'Port 3000 is in use by another program. Stop it, or use another port: PORT=3001 npm start',
    );
    expect(portTaken(3000, 'win32')).toMatch(/port: \$env:PORT='3001'; npm start$/);
  });

  test('when taken ends `npm start` at once with that sentence and no stack', async () => {
    const server = await serverOn('127.0.0.1');
    const port = portOf(server);
    const child = spawn(process.execPath, [path.resolve('scripts/start.mjs')], {
      env: { ...process.env, PORT: String(port) },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => (printed += part.toString()));
    }
    const code = await new Promise((resolve) => child.once('close', resolve));
    server.close();
    expect(printed.trim()).toBe(portTaken(port));
    expect(code).toBe(1);
  });
});

describe('the gateway of `npm start`', () => {
  const places = { port: 3000, upstream: undefined, sandbox: 'http://127.0.0.1:4010' };

  test('can be reached from this machine only', async () => {
    const { settings } = readGatewaySettings(gatewayVariables({}, places), '.');
    const listening = await listen({
      port: 0,
      host: settings.host ?? '',
      listener: (_incoming, outgoing) => void outgoing.end('here'),
    });
    expect((listening.server.address() as AddressInfo).address).toBe('127.0.0.1');
    expect(await (await fetch(`http://127.0.0.1:${listening.port}/`)).text()).toBe('here');
    await listening.close();
  });

  test('has watches to try in the sandbox, and keeps no key of a real service unasked', () => {
    const watches = (upstream?: string) =>
      readGatewaySettings(gatewayVariables({}, { ...places, upstream }), '.').settings.watches;
    expect(watches()).toBe(true);
    expect(watches('https://service.example')).toBe(false);
  });

  test('can be reached from elsewhere when the person says so', () => {
    expect(gatewayVariables({ SPILLWAY_HOST: '0.0.0.0' }, places).SPILLWAY_HOST).toBe('0.0.0.0');
  });
});

describe('the certificate is', () => {
  const tomorrow = Date.now() + 86_400_000;
  const crt = path.join('/home/ann', '.office-addin-dev-certs', 'localhost.crt');
  const key = path.join('/home/ann', '.office-addin-dev-certs', 'localhost.key');

  test('the one the person names', () => {
    const env = { SPILLWAY_TLS_CERT: '/c', SPILLWAY_TLS_KEY: '/k' };
    expect(certificate(env, () => undefined, '/home/ann')).toEqual({ trusted: true, env: {} });
  });

  test('the trusted one of office-addin-dev-certs when there is one', () => {
    const trusted = { trusted: true, env: { SPILLWAY_TLS_CERT: crt, SPILLWAY_TLS_KEY: key } };
    expect(certificate({}, (file) => (file === crt ? tomorrow + 60_000 : undefined), '/home/ann')).toEqual(
      trusted,
    );
  });

  test('else, or when that one ends, made by the gateway', () => {
    const selfMade = { trusted: false, env: { SPILLWAY_TLS: 'self-signed' } };
    expect(certificate({}, () => undefined, '/home/ann')).toEqual(selfMade);
    expect(certificate({}, () => tomorrow - 60_000, '/home/ann')).toEqual(selfMade);
  });
});

describe('a browser is opened', () => {
  test('where there is a screen and nobody said otherwise', () => {
    expect(wantsBrowser(machine({ os: 'darwin' }))).toBe(true);
    expect(wantsBrowser(machine({ env: { DISPLAY: ':0' } }))).toBe(true);
    expect(wantsBrowser(machine())).toBe(false);
    expect(wantsBrowser(machine({ os: 'darwin', env: { CI: 'true' } }))).toBe(false);
    expect(wantsBrowser(machine({ os: 'win32', env: { SPILLWAY_OPEN: '0' } }))).toBe(false);
  });

  test('that accepts the self-signed certificate and no other, and keeps its sandbox for ordinary users', () => {
    const page = { url: 'https://localhost:3000/playground/', profile: '/p', keyHash: 'h=' };
    const args = browserArguments(machine(), page);
    expect(args).toContain('--ignore-certificate-errors-spki-list=h=');
    expect(args).not.toContain('--no-sandbox');
    expect(args.at(-1)).toBe(page.url);
    expect(browserArguments(machine({ root: true }), page)).toContain('--no-sandbox');
    expect(browserArguments(machine(), { ...page, keyHash: undefined }).join(' ')).not.toContain(
      'certificate',
    );
  });
});

test.each(['foo', 'ftp://x.example', 'localhost:8080'])('SPILLWAY_UPSTREAM cannot be "%s"', (text) => {
  expect(() => readUpstream(text)).toThrow('It must be an address such as https://service.example');
});

test('SPILLWAY_UPSTREAM is the sandbox unless given', () => {
  expect(readUpstream(undefined)).toBeUndefined();
  expect(readUpstream('https://service.example/v1')).toBe('https://service.example/v1');
});

describe('what is said when everything runs', () => {
  const running = {
    address: 'https://localhost:3000',
    upstream: undefined,
    keys: [
      { key: 'sandbox-large', says: 'Many points.' },
      { key: 'sandbox-tiny', says: 'Few.' },
    ],
    trusted: false,
    browser: undefined,
    os: 'linux' as const,
  };

  test('names the address, the keys, the way into Excel and the way to the real service', () => {
    expect(welcome(running)).toBe(`
Spillway is running.

  Playground   https://localhost:3000/playground/
               Its certificate is self-signed, so your browser shows a warning once. Accept it.
  Sandbox keys sandbox-large  Many points.
               sandbox-tiny   Few.
  In Excel     npm run excel
               (or add dist/addin/manifest.xml by hand; Excel needs a trusted certificate: npx office-addin-dev-certs install)
  Real service SPILLWAY_UPSTREAM=https://… npm start

Press Ctrl+C to stop.
`);
  });

  test('warns of credits when it is the real service, and offers no sandbox keys', () => {
    const text = welcome({ ...running, upstream: 'https://service.example', keys: [] });
    expect(text).toContain('Service      https://service.example: requests cost real credits.');
    expect(text).not.toMatch(/sandbox/i);
  });

  test('tells who has no browser to open the address, and nothing of certificates when they are trusted', () => {
    const text = welcome({ ...running, trusted: true, browser: 'Open this address in your browser.' });
    expect(text).toContain('/playground/\n               Open this address in your browser.\n  Sandbox keys');
    expect(text).not.toContain('certificate');
  });
});
