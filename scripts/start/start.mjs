// `npm start`: sandbox, gateway and playground on one https origin, from a fresh clone, until Ctrl+C.
import { browserMissing } from '../setup/browser.mjs';
import { build, buildVariables, isBuilt } from '../setup/build.mjs';
import { stopOnSignals } from '../setup/children.mjs';
import { Failure } from '../setup/failure.mjs';
import { installPackages } from '../setup/packages.mjs';
import { thisMachine } from '../setup/platform.mjs';
import { requirePrograms } from '../setup/programs.mjs';
import { Progress } from '../setup/progress.mjs';
import { certificate } from './certificate.mjs';
import { gatewayVariables } from './gatewayVariables.mjs';
import { openBrowser, wantsBrowser } from './openBrowser.mjs';
import { portNear, portState, portTaken, readPort } from './port.mjs';
import { isSpillway, rememberRunning, requireNoneRunning } from './running.mjs';
import { sandboxKeys } from './sandboxKeys.mjs';
import { Server } from './server.mjs';
import { readUpstream } from './upstream.mjs';
import { welcome } from './welcome.mjs';

/** @typedef {import('../setup/platform.mjs').Machine} Machine */

/** The same each time if possible, because results contain addresses of the sandbox's images. */
const usualSandboxPort = 4010;

/**
 * @param {number} port
 * @param {string} address
 */
async function requirePort(port, address) {
  const state = await portState(port);
  if (state === 'free') return;
  if (state === 'forbidden')
    throw new Failure(`Port ${port} requires administrator rights. Choose a port above 1023.`);
  if (await isSpillway(address)) {
    throw new Failure(
      `Spillway is already running. Open ${address}/playground/, or press Ctrl+C in the terminal where it was started.`,
    );
  }
  throw new Failure(portTaken(port));
}

/**
 * The playground also works in a browser that the user opens, so a missing one is not a failure.
 * @param {Machine} machine
 * @param {Progress} progress
 * @returns {Promise<{ file?: string, sentence?: string }>}
 */
async function browserOf(machine, progress) {
  if (!wantsBrowser(machine)) return { sentence: 'Open this address in your browser.' };
  try {
    return { file: (await requirePrograms(machine, ['chromium'], progress)).chromium };
  } catch (error) {
    const reason = error instanceof Failure ? error.message : browserMissing(machine);
    return { sentence: `Open this address in your browser. ${reason}` };
  }
}

/** @param {NodeJS.ProcessEnv} env */
export async function start(env = process.env) {
  stopOnSignals(() => console.log('\nSpillway has stopped.'), 0);
  const machine = { ...thisMachine(), env };
  const progress = new Progress();
  const port = readPort(env.PORT);
  const address = `https://localhost:${port}`;
  const upstream = readUpstream(env.SPILLWAY_UPSTREAM);
  await requirePort(port, address);
  await installPackages(progress, 'start');
  const browser = await browserOf(machine, progress);
  const variables = buildVariables(env, address);
  if (!isBuilt(variables)) await requireNoneRunning();
  await build(progress, { env: variables });

  const { trusted, env: tls } = certificate(env);
  const sandboxPort = String(await portNear(usualSandboxPort));
  const sandboxAddress = `http://127.0.0.1:${sandboxPort}`;
  // Another instance may have taken the port during installation and build.
  await requirePort(port, address);
  const servers = await progress.step('Starting', async () => {
    const sandbox = upstream ? undefined : new Server('sandbox', { HOST: '127.0.0.1', PORT: sandboxPort });
    await sandbox?.ready(`${sandboxAddress}/token/statistic`);
    const gateway = new Server('gateway', {
      ...gatewayVariables(env, { port, upstream, sandbox: sandboxAddress }),
      ...tls,
    });
    await gateway.ready(`${address}/healthz`, (status) => status === 200);
    return sandbox ? [sandbox, gateway] : [gateway];
  });

  rememberRunning(address);
  const keys = upstream ? [] : await sandboxKeys(sandboxAddress);
  console.log(welcome({ address, upstream, keys, trusted, browser: browser.sentence, os: machine.os }));
  if (browser.file)
    await openBrowser(machine, browser.file, { url: `${address}/playground/`, port, trusted });
  // If one server stops, everything stops.
  throw await Promise.race(servers.map((server) => server.ended));
}
