// Before the browser tests: the build must be there, then one certificate and one Chromium for all files.
import { existsSync } from 'node:fs';
import { writeCertificate } from './certificate';
import { startBrowser } from './chromium';
import { at } from './root';

const needed = [
  'dist/addin/taskpane.html',
  'dist/playground/index.html',
  'dist/server/sandbox.mjs',
  'dist/server/gateway.mjs',
];

export default async function globalSetup(): Promise<void> {
  const missing = needed.filter((file) => !existsSync(at(file)));
  if (missing.length > 0) throw new Error(`Build first (npm run build): ${missing.join(', ')} is missing.`);
  await writeCertificate();
  globalThis.spillwayBrowser = await startBrowser();
}
