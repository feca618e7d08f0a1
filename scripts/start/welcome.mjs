// What `npm start` prints when everything is running.
import { withVariable } from '../setup/platform.mjs';

/**
 * @typedef {object} Running
 * @property {string} address of the gateway
 * @property {string | undefined} upstream the service, when it is not the sandbox
 * @property {import('./sandboxKeys.mjs').SandboxKey[]} keys of the sandbox
 * @property {boolean} trusted whether browsers trust the certificate
 * @property {string | undefined} browser a note about the browser, if necessary
 * @property {NodeJS.Platform} os
 */

/** @param {Running} running */
export function welcome({ address, upstream, keys, trusted, browser, os }) {
  const width = Math.max(0, ...keys.map(({ key }) => key.length));
  const lines = ['', 'Spillway is running.', '', `  Playground   ${address}/playground/`];
  if (browser) lines.push(`               ${browser}`);
  if (!trusted) {
    lines.push(
      '               Its certificate is self-signed, so your browser shows a warning once. Accept it.',
    );
  }
  if (upstream) lines.push(`  Service      ${upstream}: requests cost real credits.`);
  keys.forEach(({ key, says }, i) => {
    lines.push(`  ${i === 0 ? 'Sandbox keys' : '            '} ${key.padEnd(width)}  ${says}`);
  });
  lines.push(
    '  In Excel     npm run excel',
    `               (or add dist/addin/manifest.xml by hand${trusted ? '' : '; Excel needs a trusted certificate: npx office-addin-dev-certs install'})`,
  );
  if (!upstream) {
    lines.push(`  Real service ${withVariable(os, 'SPILLWAY_UPSTREAM', 'https://…', 'npm start')}`);
  }
  lines.push('', 'Press Ctrl+C to stop.', '');
  return lines.join('\n');
}
