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
/** What is loaded before a formula that the cache answers; journeys in functions.test.ts hold that it is enough. */
const atStart = scripts.filter((name) => /^(functions|core)\.\w{10}\.js$/.test(name));
const later = scripts.filter((name) => ![...atStart, ...ofPane, 'functions.js'].includes(name));

it('answers a formula from the cache with the entry and one more file', () => {
  expect(entry).toHaveLength(1);
  expect(atStart).toHaveLength(2);
});

it('keeps the interface of the pane out of everything a formula may load', () => {
  expect(atStart.filter((name) => ofPane.includes(name))).toEqual([]);
  expect(later.map((name) => name.split('.')[0])).toEqual(expect.arrayContaining(['later', 'remote']));
});

it('loads at most 200 kB for the interface of the pane', () => {
  expect(kilobytes(ofPane)).toBeGreaterThan(50);
  expect(kilobytes(ofPane)).toBeLessThanOrEqual(200);
});

it('never names a sandbox key', () => {
  for (const name of scripts) expect(text(name)).not.toMatch(/sandbox-(large|tiny|poor|two)/);
});
