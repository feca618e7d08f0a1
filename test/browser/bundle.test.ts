// What the built add-in weighs: the functions must be associated soon, and the pane must not come with them.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = 'dist/addin';
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
const text = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
const kilobytes = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + gzipSync(text(name), { level: 9 }).length, 0) / 1000;

/** `functions.js` is the entry again, without its hash, for the manifest. */
const entry = scripts.filter((name) => /^functions\.\w{10}\.js$/.test(name));
const ofPane = scripts.filter((name) => /^(task)?pane\./.test(name) || /react|fluent/i.test(text(name)));
const ofFunctions = scripts.filter((name) => name !== 'functions.js' && !ofPane.includes(name));

it('associates the functions with at most 5 kB', () => {
  expect(entry).toHaveLength(1);
  expect(kilobytes(entry)).toBeLessThanOrEqual(5);
});

it('keeps React out of everything a formula needs: the entry and one more file, at most 68 kB', () => {
  expect(ofFunctions).toHaveLength(2);
  expect(kilobytes(ofFunctions)).toBeLessThanOrEqual(68);
});

it('loads at most 200 kB for the interface of the pane', () => {
  expect(kilobytes(ofPane)).toBeGreaterThan(50);
  expect(kilobytes(ofPane)).toBeLessThanOrEqual(200);
});

it('never names a sandbox key', () => {
  for (const name of scripts) expect(text(name)).not.toMatch(/sandbox-(large|tiny|poor|two)/);
});
