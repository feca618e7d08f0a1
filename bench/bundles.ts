// Download size (gzip) of the build in dist/addin, without office.js.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { against, type Measure } from './measure';

export const addin = path.resolve(import.meta.dirname, '../dist/addin');

const weight = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(addin, file)), { level: 9 }).length, 0) /
  1000;

export function bundleMeasures(): Promise<Measure[]> {
  const scripts = readdirSync(addin).filter((file) => /^[\w-]+\.[0-9a-f]{10}\.(js|css)$/.test(file));
  const text = (file: string) => readFileSync(path.join(addin, file), 'utf8');
  const isPane = (file: string) => /^taskpane|css$/.test(file) || /react|fluent|\bjsxs?\b/i.test(text(file));
  const entry = scripts.filter((file) => file.startsWith('functions.'));
  const core = scripts.filter((file) => file.startsWith('core.'));
  const later = scripts.filter((file) => !isPane(file) && ![...entry, ...core].includes(file));
  // No size is right by itself: what people wait for is the page load, which is measured beside this.
  const weighed = (name: string, files: readonly string[]): Measure => ({
    ...against(`${name}: kB gzip`, weight(files), 1, Infinity),
    goal: '–',
  });
  return Promise.resolve([
    weighed('bundle until the functions are associated', entry),
    weighed('code needed by a cached formula', [...entry, ...core]),
    weighed('code loaded on demand, mostly to send', later),
    weighed('task pane, loaded afterwards', scripts.filter(isPane)),
  ]);
}
