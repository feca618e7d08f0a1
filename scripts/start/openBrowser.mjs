// Opens the playground in a separate browser profile that accepts this one self-signed certificate, so that a newcomer
// sees a workbook instead of a warning. No other site is trusted by it.
import { createHash } from 'node:crypto';
import tls from 'node:tls';
import { startChild } from '../setup/children.mjs';
import { hasDisplay } from '../setup/platform.mjs';
import { at } from '../setup/root.mjs';

/** @typedef {import('../setup/platform.mjs').Machine} Machine */

/** @param {Machine} machine */
export function wantsBrowser(machine) {
  return machine.env.SPILLWAY_OPEN !== '0' && !machine.env.CI && hasDisplay(machine);
}

/**
 * @param {number} port
 * @returns {Promise<string>} the hash Chromium knows the server's public key by
 */
function publicKeyHash(port) {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      host: 'localhost',
      port,
      servername: 'localhost',
      rejectUnauthorized: false,
    });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
      socket.end();
      resolve(
        createHash('sha256')
          .update(key ?? '')
          .digest('base64'),
      );
    });
  });
}

/**
 * @param {Machine} machine
 * @param {{ url: string, profile: string, keyHash?: string | undefined }} page
 */
export function browserArguments(machine, { url, profile, keyHash }) {
  return [
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    ...(keyHash ? [`--ignore-certificate-errors-spki-list=${keyHash}`] : []),
    // Chromium refuses to start as root with its sandbox on.
    ...(machine.os === 'linux' && machine.root ? ['--no-sandbox'] : []),
    '--new-window',
    url,
  ];
}

/**
 * @param {Machine} machine
 * @param {string} browser
 * @param {{ url: string, port: number, trusted: boolean }} page
 */
export async function openBrowser(machine, browser, { url, port, trusted }) {
  const keyHash = trusted ? undefined : await publicKeyHash(port);
  const args = browserArguments(machine, { url, profile: at('.data', 'browser'), keyHash });
  // The servers keep running when the window is closed or the browser does not start.
  startChild(browser, args, { stdio: 'ignore' }).once('error', () => undefined);
}
