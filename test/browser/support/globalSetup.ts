// Before the browser tests: the build must be there, then one certificate for all and a place for each worker.
import { existsSync } from 'node:fs';
import { writeCertificate } from './certificate';
import { preparePlaces } from './place';
import { at } from './root';

const needed = [
  'dist/addin/taskpane.html',
  'dist/playground/index.html',
  'dist/server/sandbox.mjs',
  'dist/server/gateway.mjs',
];

export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const missing = needed.filter((file) => !existsSync(at(file)));
  if (missing.length > 0) throw new Error(`Build first (npm run build): ${missing.join(', ')} is missing.`);
  await writeCertificate();
  globalThis.spillwayBrowsers = await preparePlaces(maxWorkers);
}
