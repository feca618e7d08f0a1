// The entry: a command, a check of the settings, or the gateway itself, which ends well: it takes no new requests,
// brings paid calls to their end, and goes.
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import product from '../../package.json';
import { AuditTrail } from './audit/auditTrail';
import { localCertificate, type Certificate, CertificateRenewal } from './http/certificate';
import { codesCommand } from './commands/codes';
import { openGateway, type Gateway } from './gateway';
import { codeRegister } from './openPeople';
import { makeLog } from './telemetry/log';
import { listen, type Listening, metricsListener } from './http/server';
import { readGatewaySettings, type GatewaySettings, type Tls } from './settings/settings';
import { shownSettings } from './settings/shownSettings';
import { folderFaults } from './settings/triedFolders';
import { UnusableStore } from './stores/storedFormat';
import { connectUpstream } from './upstream/upstream';

const lookAtCertificate = 30_000;
const clock = () => Date.now();
const elapsed = () => performance.now();

async function certificateOf(tls: Tls): Promise<Certificate | undefined> {
  if (tls.kind === 'off') return undefined;
  if (tls.kind === 'self-signed') return localCertificate(tls.folder, clock());
  return { cert: await readFile(tls.cert, 'utf8'), key: await readFile(tls.key, 'utf8') };
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/** Milliseconds for clients of open connections to notice: whoever asks meanwhile is sent elsewhere, not cut off. */
const notice = 1_000;

/** New work is refused while paid calls come to their end; then the port is closed, and the stores last of all. */
async function finish(gateway: Gateway, listening: Listening): Promise<void> {
  const idle = (await listening.connections()) === 0;
  await Promise.all([gateway.drain(), idle || new Promise((resolve) => setTimeout(resolve, notice))]);
  await listening.close();
  await gateway.close();
}

/** The socket that systemd holds for the process that it names here, so that connections outlive a restart (sd_listen_fds(3)). */
const inheritedSocket = ({ LISTEN_PID, LISTEN_FDS } = process.env): number | undefined =>
  LISTEN_PID === String(process.pid) && LISTEN_FDS === '1' ? 3 : undefined;

async function serve(settings: GatewaySettings): Promise<void> {
  const log = makeLog(settings.logLevel);
  const certificate = await certificateOf(settings.tls).catch((error: Error) =>
    fail(`The certificate cannot be read: ${error.message}.`),
  );
  let gateway: Gateway | undefined = undefined as Gateway | undefined;
  let open: (gateway: Gateway) => void = () => undefined;
  const opened = new Promise<Gateway>((resolve) => (open = resolve));
  const listening = await listen({
    port: settings.port,
    host: settings.host,
    inherited: inheritedSocket(),
    certificate,
    // The port first: whoever cannot have it must not touch the stores of whoever has.
    listener: (incoming, outgoing) => {
      if (gateway) gateway.listener(incoming, outgoing);
      else void opened.then(({ listener }) => listener(incoming, outgoing));
    },
  }).catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'EADDRINUSE'
        ? 'is already in use. Stop the other program, or set PORT to a different port.'
        : `cannot be used (${error.code ?? error.message}). Set PORT to a different port.`;
    return fail(`Port ${settings.port} ${why}`);
  });
  const upstream = connectUpstream({ base: settings.upstream });
  const running = await openGateway({
    settings,
    upstream,
    clock,
    elapsed,
    log,
    version: product.version,
  }).catch((error: unknown) => {
    if (error instanceof UnusableStore) fail(error.message);
    throw error;
  });
  gateway = running;
  open(running);
  const { tls } = settings;
  const renewal =
    certificate &&
    new CertificateRenewal(certificate, {
      read: () => certificateOf(tls),
      use: (found) => listening.renew(found),
      log,
    });
  if (renewal) setInterval(() => void renewal.look(), lookAtCertificate).unref();
  // Before anything else is waited for: without a listener a signal would end the process, and every paid call with it.
  process.on('SIGHUP', () => {
    log.info('reloading');
    void Promise.all([renewal?.look(), running.reload()]);
  });

  let ending = false;
  const end = () => {
    if (ending) process.exit(1);
    ending = true;
    log.info('stopping');
    setTimeout(() => process.exit(1), settings.grace).unref();
    void finish(running, listening).then(() => process.exit(0));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (settings.metrics && settings.metricsPort !== undefined) {
    const { metricsPort: port, host } = settings;
    const listener = metricsListener(() => running.numbers());
    await listen({ port, host, listener }).catch((error: NodeJS.ErrnoException) =>
      fail(`SPILLWAY_METRICS_PORT ${port} cannot be used (${error.code ?? error.message}).`),
    );
  }
  // Last: whoever waits for it may tell it to stop at once.
  console.log(
    `Spillway gateway is listening at ${certificate ? 'https' : 'http'}://localhost:${listening.port}`,
  );
}

/** Only the places of the codes matter here. */
async function codes(settings: GatewaySettings, args: readonly string[]): Promise<never> {
  const named = ['SPILLWAY_DATA', 'SPILLWAY_CODES_FILE', 'REDIS_URL'].some((name) => process.env[name]);
  const how = 'Load the environment of the gateway first: set -a; . /etc/spillway/gateway.env';
  if (!named && args[0] === 'create') {
    fail(
      `No gateway can find this code, because SPILLWAY_DATA, SPILLWAY_CODES_FILE and REDIS_URL are not set. ${how}`,
    );
  }
  if (settings.mode !== 'team')
    console.error(`Access codes apply to team mode only (SPILLWAY_MODE=team). ${how}`);
  if (settings.team.codesFile === undefined && settings.redisUrl === undefined) {
    fail('There is nowhere to store access codes. Set REDIS_URL, or set SPILLWAY_DATA to a folder.');
  }
  const register = codeRegister(settings, clock);
  const trail = settings.audit && new AuditTrail({ ...settings.audit, clock });
  const code = await codesCommand(args, {
    register,
    clock,
    say: (text) => console.log(text),
    note: (event, { id, name, admin, expiresAt }) =>
      trail?.note(event, { code: id, name, admin, expiresAt, by: userInfo().username }),
  });
  await trail?.flush();
  await register.close();
  process.exit(code);
}

const help = `Spillway gateway ${product.version}: serves the add-in for Excel and forwards its requests to the data service.

node server/gateway.mjs                       starts it, with settings from environment variables
node server/gateway.mjs --check               prints the effective settings, and a message for each problem
node server/gateway.mjs codes create <name>   creates an access code; also: codes list, codes revoke <id>
node server/gateway.mjs --version             prints the version

SPILLWAY_UPSTREAM, the address of the service, is the only required setting. INSTALL.md says how to install it,
help/deploying.html lists every setting, and help/operating.html describes how to run it.`;

async function main([command, ...args]: readonly string[]): Promise<void> {
  // Whatever is made from here on, also by the database, is for this user alone.
  process.umask(0o077);
  if (command === '--help' || command === '-h' || command === 'help') {
    console.log(help);
    return;
  }
  if (command === '--version') {
    console.log(product.version);
    return;
  }
  const { settings, faults, warnings } = readGatewaySettings(
    process.env,
    path.dirname(process.argv[1] ?? '.'),
  );
  for (const sentence of warnings) console.error(sentence);
  if (command === 'codes') return codes(settings, args);
  if (faults.length > 0) fail(faults.join('\n'));
  if (command === '--check' || command === undefined) {
    const unusable = await folderFaults(settings, process.env);
    if (unusable.length > 0) fail(unusable.join('\n'));
  }
  if (command === '--check') {
    console.log(shownSettings(settings));
    return;
  }
  if (command !== undefined) fail(`Unknown command "${command}". Use --help for a list of commands.`);
  await serve(settings);
}

// Whoever read the output may have gone; that ends nothing.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

await main(process.argv.slice(2));
