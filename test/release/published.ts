// What `npm run release` publishes, made once for each test file, and what an administrator would do with it: unpack.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeFolder } from '../removeFolder';

export const root = path.resolve(__dirname, '../..');
export const folder = path.join(root, 'dist/release');
export const address = 'https://spillway.example.com';
export const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string;
};
export const addinZip = path.join(folder, `spillway-addin-${version}.zip`);
export const gatewayArchive = path.join(folder, `spillway-gateway-${version}.tar.gz`);

export function publish(): string {
  // A draft, because changes are gathered only when a version is cut.
  const args = ['scripts/run.mjs', 'release', '--draft', '--address', address];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stderr;
}

const made: string[] = [];
export function emptyFolder(): string {
  const place = mkdtempSync(path.join(tmpdir(), 'spillway-release-'));
  made.push(place);
  return place;
}
export const removeFolders = (): void => {
  for (const place of made.splice(0)) removeFolder(place);
};

/** With the programs people have: the tar of Windows and macOS also reads zip files, the one of Linux does not. */
export function unpack(archive: string): string {
  const into = emptyFolder();
  const asZip = archive.endsWith('.zip') && process.platform === 'linux';
  if (asZip) execFileSync('unzip', ['-q', archive, '-d', into]);
  else execFileSync('tar', ['-xf', archive, '-C', into]);
  return archive.endsWith('.zip') ? into : path.join(into, `spillway-gateway-${version}`);
}
