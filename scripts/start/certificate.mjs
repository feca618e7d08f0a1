// Which certificate the gateway shows: one the person names, the trusted one of office-addin-dev-certs where that
// has been installed, or one the gateway makes for itself.
import os from 'node:os';
import path from 'node:path';

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {(file: string) => boolean} exists
 * @param {string} [home]
 * @returns {{ trusted: boolean, env: Record<string, string> }}
 */
export function certificate(env, exists, home = os.homedir()) {
  if (env.SPILLWAY_TLS_CERT && env.SPILLWAY_TLS_KEY) return { trusted: true, env: {} };
  const folder = path.join(home, '.office-addin-dev-certs');
  const SPILLWAY_TLS_CERT = path.join(folder, 'localhost.crt');
  const SPILLWAY_TLS_KEY = path.join(folder, 'localhost.key');
  if (exists(SPILLWAY_TLS_CERT) && exists(SPILLWAY_TLS_KEY)) {
    return { trusted: true, env: { SPILLWAY_TLS_CERT, SPILLWAY_TLS_KEY } };
  }
  return { trusted: false, env: { SPILLWAY_TLS: 'self-signed' } };
}
