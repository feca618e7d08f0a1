// A port is taken when something responds there or when it cannot be listened on. Both are tried, because a server on
// 127.0.0.1 does not keep another one from listening on all addresses.
import net from 'node:net';
import { Failure } from '../setup/failure.mjs';
import { withVariable } from '../setup/platform.mjs';

const usualPort = 3000;

/** @param {string | undefined} text the variable PORT */
export function readPort(text) {
  if (!text) return usualPort;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Failure(`PORT is "${text}". It must be a whole number from 1 to 65535.`);
}

/**
 * @param {number} port
 * @param {NodeJS.Platform} [os]
 */
export function portTaken(port, os = process.platform) {
  const other = withVariable(os, 'PORT', String(port < 65535 ? port + 1 : usualPort), 'npm start');
  return `Port ${port} is in use by another program. Stop it, or use another port: ${other}`;
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answers(host, port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: 1000 });
    const end = (/** @type {boolean} */ result) => () => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false));
  });
}

/**
 * @param {number} port 0 for any free one
 * @param {string} [host]
 * @returns {Promise<number>} the port that could be listened on
 */
function listen(port, host) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen({ port, host }, () => {
      const address = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(address.port));
    });
  });
}

/**
 * @param {number} port
 * @returns {Promise<'free' | 'taken' | 'forbidden'>}
 */
export async function portState(port) {
  for (const host of ['127.0.0.1', '::1']) if (await answers(host, port)) return 'taken';
  try {
    await listen(port);
    return 'free';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES' ? 'forbidden' : 'taken';
  }
}

/**
 * @param {number} wished
 * @returns {Promise<number>} that port, or any free one when it is taken
 */
export async function portNear(wished) {
  return (await portState(wished)) === 'free' ? wished : listen(0, '127.0.0.1');
}
