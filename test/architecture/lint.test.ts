import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tool } from '../../scripts/setup/tools.mjs';

/** The repository's own rules, run by Oxlint over files that exist for this test only. */
const rules = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as Record<string, unknown>;
const own = /^(spillway|office-addins|eslint\(no-restricted)/;

/** What is wrong with each piece of code, as if it stood in a file of that room. One run, since each start takes a second. */
function faultsOf(pieces: readonly (readonly [room: string, code: string])[]): string[][] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'spillway-lint-'));
  try {
    for (const [number, [room, code]] of pieces.entries()) {
      mkdirSync(path.join(folder, room), { recursive: true });
      writeFileSync(path.join(folder, room, `piece${number}.ts`), code);
    }
    const jsPlugins = [
      path.resolve('scripts/lint/plugin.mjs'),
      path.resolve('node_modules/eslint-plugin-office-addins'),
    ];
    writeFileSync(path.join(folder, 'rules.json'), JSON.stringify({ ...rules, jsPlugins, options: {} }));
    const [node, args] = tool('oxlint', '-c', 'rules.json', '-f', 'json');
    const { stdout } = spawnSync(node, args, { cwd: folder, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: Record<'message' | 'code' | 'filename', string>[];
    };
    return pieces.map((_, number) =>
      diagnostics
        .filter(({ filename, code }) => filename.endsWith(`piece${number}.ts`) && own.test(code))
        .map(({ message }) => message),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const core = 'src/engine/local';

test('an import of a layer above is refused, however it is written', () => {
  const written = [
    "import { a } from '../../gateway/app';",
    "import '../../gateway/app';",
    "export { a } from '../../gateway/app';",
    "export * from '../../gateway/app';",
    "void import('../../gateway/app');",
    "void import(/* webpackChunkName: 'a' */ '../../gateway/app');",
    "type A = import('../../gateway/app').A;",
  ];
  const message = 'src/engine may import operations, protocol only. See ARCHITECTURE.md.';
  expect(faultsOf(written.map((code) => [core, code]))).toEqual(written.map(() => [message]));
});

test('what sends is refused as a value and by import(), and allowed as a type', () => {
  const message = 'src/engine/local may import src/engine/remote as types only. See ARCHITECTURE.md.';
  const faults = faultsOf([
    [core, "import { a } from '../remote/job';"],
    [core, "import { type A } from '../remote/job';"],
    [core, "void import('../remote/job');"],
    [core, "import type { A } from '../remote/job';"],
    [core, 'void import(name);'],
  ]);
  expect(faults.slice(0, 4)).toEqual([[message], [message], [message], []]);
  expect(faults[4]?.[0]).toMatch(/names its file as plain text/);
});

test('the core is handed its clock, network and random numbers', () => {
  const ambient = [
    'Date.now()',
    'new Date()',
    'Date()',
    'Math.random()',
    'AbortSignal.timeout(5)',
    'fetch(url)',
    'setTimeout(go)',
  ];
  const inRoom = (room: string) =>
    faultsOf(ambient.map((code) => [room, `void ${code};`])).map(({ length }) => length);
  expect(inRoom(core)).toEqual(ambient.map(() => 1));
  expect(inRoom('src/gateway')).toEqual(ambient.map(() => 0));
});

test('a property of Excel that was not loaded is seen', () => {
  const code = 'const range = context.workbook.getSelectedRange(); range.load("address"); void range.values;';
  const [excel = [], gateway] = faultsOf([
    ['src/excel', code],
    ['src/gateway', code],
  ]);
  expect(excel.length).toBeGreaterThan(0);
  expect(gateway).toEqual([]);
});

test('what is private is marked in one way', () => {
  const faults = faultsOf([
    ['src/gateway', 'export class A { readonly #b = 1; c(): number { return this.#b; } }'],
    ['src/gateway', 'export class A { private readonly b = 1; c(): number { return this.b; } }'],
  ]);
  expect(faults).toEqual([['Use private instead of #.'], []]);
});
