// Whether browsers and Excel will trust the gateway's certificate: one that the user specifies, or the one that
// office-addin-dev-certs installed. Otherwise the gateway creates a self-signed one.
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** @param {string} file */
function endOf(file) {
  return existsSync(file) ? Date.parse(new X509Certificate(readFileSync(file)).validTo) : undefined;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {(file: string) => number | undefined} [ends] when the certificate in that file expires, if it exists
 * @param {string} [home]
 * @returns {{ trusted: boolean, env: Record<string, string> }} with the variables for the gateway
 */
export function certificate(env, ends = endOf, home = os.homedir()) {
  if (env.SPILLWAY_TLS_CERT && env.SPILLWAY_TLS_KEY) return { trusted: true, env: {} };
  const folder = path.join(home, '.office-addin-dev-certs');
  const cert = path.join(folder, 'localhost.crt');
  // They are valid for 30 days; one that expires today would fail while somebody works with it.
  const trusted = (ends(cert) ?? 0) > Date.now() + 86_400_000;
  const files = { SPILLWAY_TLS_CERT: cert, SPILLWAY_TLS_KEY: path.join(folder, 'localhost.key') };
  return { trusted, env: trusted ? files : { SPILLWAY_TLS: 'self-signed' } };
}
