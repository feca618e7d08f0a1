// Says what the built add-in weighs in gzip, and fails where the functions weigh more than they may. Run after a build:
// npx tsx scripts/bundleSize.ts
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = 'dist/addin';
const mostKilobytes = 40;

/** Kept without its hash as well, for the manifest; the page loads the hashed one. */
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'functions.js');
let functions = 0;
for (const name of scripts) {
  const source = readFileSync(`${folder}/${name}`);
  const kilobytes = gzipSync(source, { level: 9 }).length / 1000;
  console.log(`${kilobytes.toFixed(1).padStart(7)} kB  ${name}`);
  if (!name.startsWith('functions.')) continue;
  functions = kilobytes;
  if (/react|fluent/i.test(source.toString())) throw new Error('The functions bundle holds code of the pane.');
}
if (functions === 0 || functions > mostKilobytes)
  throw new Error(`The functions bundle is ${functions.toFixed(1)} kB gzip; it may be ${mostKilobytes} kB.`);
