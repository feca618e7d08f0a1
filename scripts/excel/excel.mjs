// `npm run excel`: a trusted certificate, the servers, the manifest where Excel looks for it, and Excel itself, on Windows and
// Mac. Microsoft's office-addin-debugging would do the same with 590 packages; this needs office-addin-dev-certs alone.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { attached, command } from '../setup/command.mjs';
import { Failure } from '../setup/failure.mjs';
import { at } from '../setup/root.mjs';
import { certificate } from '../start/certificate.mjs';

const manifest = at('dist', 'addin', 'manifest.xml');
/** Excel for Windows lists the add-ins of developers here: a name and a path. */
const developerKey = 'HKCU\\SOFTWARE\\Microsoft\\Office\\16.0\\WEF\\Developer';

/** @typedef {{ what: string, file: string, args: string[] } | { what: string, copy: [from: string, to: string] }} ExcelStep */

/**
 * @param {NodeJS.Platform} platform
 * @param {{ home: string, manifest: string }} places
 * @returns {ExcelStep[] | undefined} undefined where there is no Excel
 */
export function excelSteps(platform, { home, manifest: file }) {
  if (platform === 'win32') {
    const args = ['add', developerKey, '/v', file, '/t', 'REG_SZ', '/d', file, '/f'];
    return [
      { what: 'Adding the manifest', file: 'reg', args },
      { what: 'Starting Excel', file: 'cmd', args: ['/c', 'start', '', 'excel'] },
    ];
  }
  if (platform === 'darwin') {
    const folder = path.posix.join(home, 'Library/Containers/com.microsoft.Excel/Data/Documents/wef');
    return [
      { what: 'Adding the manifest', copy: [file, path.posix.join(folder, 'spillway.manifest.xml')] },
      { what: 'Starting Excel', file: 'open', args: ['-a', 'Microsoft Excel'] },
    ];
  }
  return undefined;
}

const elsewhere =
  'Excel runs on Windows, on Mac and on the web. On this computer, run "npm start", open Excel on the web and choose ' +
  'Home › Add-ins › More Add-ins › Upload My Add-in › dist/addin/manifest.xml.';

/** @param {ExcelStep} step */
async function take(step) {
  if ('copy' in step) {
    mkdirSync(path.dirname(step.copy[1]), { recursive: true });
    copyFileSync(...step.copy);
    return;
  }
  await command(`${step.what} failed.`, step.file, step.args);
}

/**
 * @param {import('../setup/progress.mjs').Progress} progress
 * @param {NodeJS.Platform} platform
 */
export async function excel(progress, platform = process.platform) {
  const steps = excelSteps(platform, { home: os.homedir(), manifest });
  if (!steps) return progress.say(elsewhere);
  if (!certificate(process.env).trusted) {
    const cli = at('node_modules', 'office-addin-dev-certs', 'cli.js');
    const code = await attached(process.execPath, [cli, 'install']);
    if (code !== 0) throw new Failure('Excel needs a trusted certificate, and it was not installed.');
  }
  const open = async () => {
    for (const step of steps) await progress.step(step.what, () => take(step));
    progress.say('In Excel: Home › Add-ins › Developer Add-ins › Spillway.');
  };
  // An `npm start` in another terminal will do.
  if (existsSync(manifest) && (await answers())) return open();
  let ended = false;
  const running = attached(process.execPath, [at('scripts', 'start.mjs')], { SPILLWAY_OPEN: '0' }).finally(
    () => (ended = true),
  );
  while (!ended && !(existsSync(manifest) && (await answers())))
    await new Promise((resolve) => setTimeout(resolve, 500));
  if (!ended) await open();
  return running;
}

async function answers() {
  try {
    // Node does not know the certificate that Windows or macOS trusts; whether something answers is enough.
    const response = await fetch('https://localhost:3000/healthz', { signal: AbortSignal.timeout(2_000) });
    return response.ok;
  } catch (error) {
    const { code = '' } = /** @type {{ cause?: { code?: string } }} */ (error).cause ?? {};
    return /CERT|SIGNATURE|SIGNED/.test(code);
  }
}
