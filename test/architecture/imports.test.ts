import { readFileSync } from 'node:fs';
import path from 'node:path';
import { refusal } from '../../scripts/lint/downwardImports.mjs';
import { rooms } from '../../scripts/lint/layers.mjs';
import { allImports, circles, resolver, roomNames, sourceFiles, type Import } from './importGraph';

const imports = allImports();
const files = sourceFiles();

/** The one kind of arrow that may close a circle: what is there from the start knows the types of what is loaded later. */
const isLaterType = ({ from, typeOnly }: Import, target: string): boolean => {
  const [, layer, room = ''] = from.split(path.sep);
  const to = target.split(path.sep)[2] ?? '';
  return layer === 'engine' && typeOnly && to === 'remote' && !!rooms[layer]?.[room]?.types?.includes(to);
};

function arrows(roomOf: (file: string) => string): Map<string, Set<string>> {
  const resolve = resolver(files);
  const graph = new Map<string, Set<string>>();
  for (const one of imports) {
    const target = resolve(one);
    if (!target || isLaterType(one, target)) continue;
    const [from, to] = [roomOf(one.from), roomOf(target)];
    if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  return graph;
}

test('no import goes up', () => {
  const upward = imports.flatMap(({ from, specifier, typeOnly }) => {
    const why = refusal(from, specifier, typeOnly);
    return why ? [`${from} → ${specifier}: ${why}`] : [];
  });
  expect(imports.length).toBeGreaterThan(1_000);
  expect(upward).toEqual([]);
});

test('no rooms import each other in a circle', () => {
  expect(circles(arrows(roomNames(files)))).toEqual([]);
});

test('no files import each other in a circle', () => {
  expect(circles(arrows((file) => file))).toEqual([]);
});

test('nothing that feeds are made of leads to the service', () => {
  const resolve = resolver(files);
  const reached = new Set(files.filter((file) => file.startsWith(path.join('src', 'gateway', 'feed'))));
  expect(reached.size).toBeGreaterThan(2);
  const packages = new Set<string>();
  // A set that grows while it is walked. Types are gone when the program runs.
  for (const file of reached)
    for (const one of imports.filter(({ from, typeOnly }) => from === file && !typeOnly)) {
      const target = resolve(one);
      if (target) reached.add(target);
      // Beside programs there is data.
      else if (!/^\..+\.json$/.test(one.specifier)) packages.add(one.specifier);
    }
  const places = [...reached].filter((file) => !/^src.(history|operations|protocol)./.test(file));
  expect(places.filter((file) => !/^src.gateway.(feed|http|files)./.test(file))).toEqual([]);
  expect(places.filter((file) => /upstream|calls|server/i.test(file))).toEqual([]);
  const harmless = ['hono', 'node:crypto', 'node:util', 'node:zlib', 'zod'];
  expect([...packages].filter((name) => !harmless.includes(name))).toEqual([]);
  for (const file of reached)
    expect(readFileSync(file, 'utf8')).not.toMatch(/\b(fetch|WebSocket|XMLHttpRequest)\(/);
});

test('a circle is found and named by its path', () => {
  const graph = new Map([
    ['a', new Set(['b', 'd'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  expect(circles(graph)).toEqual(['b → c → b']);
});

describe('an import is refused', () => {
  test.each<[string, string, string, boolean]>([
    ['of a layer above', 'src/engine/local/cache.ts', '../../gateway/app', false],
    ['of a sibling layer', 'src/spill/grid/cell.ts', '../../engine/engine', true],
    ['that leaves src and comes back', 'src/engine/engine.ts', '../../src/gateway/app', false],
    ['of a test', 'src/functions/index.ts', '../../test/functions/support/customFunctions', false],
    ['of a script', 'src/gateway/main.ts', '../../scripts/setup/root.mjs', false],
    ["of Node's own modules in the core", 'src/engine/engine.ts', 'node:crypto', false],
    ["of Node's own modules by their old name", 'src/taskpane/index.ts', 'crypto', false],
    ['of React in the core', 'src/spill/grid/cell.ts', 'react', false],
    ['of a package that the layer does not need', 'src/excel/theRuntime.ts', 'hono', false],
    ['of what sends, as a value, by what is local', 'src/engine/local/ask.ts', '../remote/job', false],
    ['of a room above by a port', 'src/engine/ports/clock.ts', '../request/errors', true],
    ['of a view by another', 'src/taskpane/usage/a.tsx', '../builder/buildView', false],
    ['of React by the formulas of the pane', 'src/taskpane/formulas/draft/draft.ts', 'react', true],
    ['of the calls of the service by a feed', 'src/gateway/feed/feedRoutes.ts', '../calls/callMaker', true],
    ['of the service by a feed', 'src/gateway/feed/feedRoutes.ts', '../upstream/upstream', true],
    ['of the sign-in, as a value, by a feed', 'src/gateway/feed/feedRoutes.ts', '../people/signIn', false],
    ['of the whole gateway by a feed', 'src/gateway/feed/feedRoutes.ts', '../gateway', true],
    ['of the whole engine by a room of it', 'src/engine/local/ask.ts', '../createEngine', true],
  ])('%s', (_, from, specifier, typeOnly) => {
    expect(refusal(from, specifier, typeOnly)).toBeTruthy();
  });
});

describe('an import is allowed', () => {
  test.each<[string, string, string, boolean]>([
    ['of a layer below', 'src/taskpane/index.ts', '../engine/engine', false],
    ['of what sends, as a type, by what is local', 'src/engine/local/ask.ts', '../remote/job', true],
    ['of a port by a request', 'src/engine/request/errors.ts', '../ports/clock', false],
    ["of Node's own modules in the gateway", 'src/gateway/main.ts', 'node:crypto', false],
    ['of React in the pane', 'src/taskpane/index.ts', 'react-dom/client', false],
    ['of anything by a test', 'test/engine/a.test.ts', '../../src/gateway/app', false],
  ])('%s', (_, from, specifier, typeOnly) => {
    expect(refusal(from, specifier, typeOnly)).toBeUndefined();
  });
});
