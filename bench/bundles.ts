// What a person downloads, gzipped, from the build in dist/addin; office.js apart.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { against, type Measure } from './measure';

export const addin = path.resolve(import.meta.dirname, '../dist/addin');

const weight = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(addin, file)), { level: 9 }).length, 0) /
  1000;

export function bundleMeasures(): Promise<Measure[]> {
  const page = readFileSync(path.join(addin, 'taskpane.html'), 'utf8');
  const loaded = [...page.matchAll(/(?:src|href)="([^":]+\.(?:js|css))"/g)].map(([, file]) => file ?? '');
  const code = readdirSync(addin).filter((file) => /^[\w-]+\.[0-9a-f]{10}\.(js|css)$/.test(file));
  const functions = loaded.filter((file) => file.startsWith('functions'));
  const engine = code.filter((file) => file.startsWith('engine'));
  const pane = code.filter((file) => !functions.includes(file) && !engine.includes(file));
  return Promise.resolve([
    against('functions bundle with the engine it loads: kB gzip', weight([...functions, ...engine]), 40, 1),
    against('of it before the functions are associated: kB gzip', weight(functions), 40, 1),
    against('interface of the pane, loaded afterwards: kB gzip', weight(pane), 200, 1),
  ]);
}
