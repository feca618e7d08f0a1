import { readFileSync } from 'node:fs';
import path from 'node:path';
import { npmFile, packagesState } from '../../scripts/setup/packages.mjs';

const lock = (version: string): string =>
  JSON.stringify({
    packages: {
      '': { version: '0.1.0' },
      'node_modules/a': { version, integrity: `sha512-${version}` },
      'node_modules/a-win32': { version, integrity: 'sha512-w', optional: true },
      'node_modules/checks': { version, integrity: 'sha512-c', dev: true },
    },
  });
const a = (version: string) => ({ 'node_modules/a': { version, integrity: `sha512-${version}` } });
const checks = (version: string) => ({ 'node_modules/checks': { version, integrity: 'sha512-c' } });
const installed = (version: string): string =>
  JSON.stringify({ packages: { ...a(version), ...checks(version) } });
const remembered = `${process.platform}-${process.arch}`;

describe('packages are', () => {
  test('installed when there are none', () => {
    expect(packagesState({ lockText: lock('1.0.0') })).toBe('install');
  });

  test('left alone when they are those of the lock file, whatever else it says', () => {
    const lockText = lock('1.0.0').replace('0.1.0', '0.2.0').replaceAll(',', ',\r\n');
    expect(packagesState({ lockText, remembered, installedText: installed('1.0.0') })).toBe('ready');
  });

  test('installed again when the lock file names others', () => {
    const state = { remembered, installedText: installed('1.0.0') };
    expect(packagesState({ ...state, lockText: lock('1.0.1') })).toBe('install');
  });

  test('installed again when the install was interrupted, whatever is remembered', () => {
    expect(packagesState({ lockText: lock('1.0.0'), remembered })).toBe('install');
  });

  test('taken over when somebody ran npm ci by hand', () => {
    expect(packagesState({ lockText: lock('1.0.0'), installedText: installed('1.0.0') })).toBe('remember');
  });

  test('installed again when what was put there by hand is something else', () => {
    expect(packagesState({ lockText: lock('1.0.1'), installedText: installed('1.0.0') })).toBe('install');
    expect(packagesState({ lockText: lock('1.0.0'), installedText: '{"packages":{}}' })).toBe('install');
  });

  test('installed again on another platform, as binaries differ', () => {
    const state = { lockText: lock('1.0.0'), remembered: 'linux-x64', installedText: installed('1.0.0') };
    expect(packagesState({ ...state, platform: 'linux-x64' })).toBe('ready');
    expect(packagesState({ ...state, platform: 'win32-x64' })).toBe('install');
  });

  test('enough for npm start without those that only check, which npm test then adds', () => {
    const few = {
      lockText: lock('1.0.0'),
      remembered,
      installedText: JSON.stringify({ packages: a('1.0.0') }),
    };
    expect(packagesState({ ...few, wanted: 'start' })).toBe('ready');
    expect(packagesState({ ...few, wanted: 'all' })).toBe('install');
    const all = { ...few, installedText: installed('1.0.0') };
    expect(packagesState({ ...all, wanted: 'start' })).toBe('ready');
  });
});

describe('npm is', () => {
  const beside = path.join('/node/bin', 'node_modules/npm/bin/npm-cli.js');

  test('the one that runs the script', () => {
    expect(npmFile({ npm_execpath: '/x/npm-cli.js' }, '/node/bin/node', () => true)).toBe('/x/npm-cli.js');
  });

  test('the one beside Node when another package manager, or none, runs the script', () => {
    expect(npmFile({ npm_execpath: '/x/pnpm.cjs' }, '/node/bin/node', (file) => file === beside)).toBe(
      beside,
    );
    expect(npmFile({}, '/node/bin/node', (file) => file === beside)).toBe(beside);
  });

  test('left to the PATH when it is nowhere near', () => {
    expect(npmFile({}, '/node/bin/node', () => false)).toBeUndefined();
  });
});

test('what runs before the packages are there imports none', () => {
  const entries = ['start', 'test', 'run'].map((name) => `scripts/${name}.mjs`);
  const files = new Set(entries);
  const packages: string[] = [];
  for (const file of files) {
    // What other files load later is loaded after the packages were installed.
    const imported = entries.includes(file)
      ? /(?:from|import\() ?'([^']+)'/g
      : /^(?:import|\}).* from '([^']+)'/gm;
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imported))
      if (name.startsWith('.')) files.add(path.posix.join(path.posix.dirname(file), name));
      else if (!name.startsWith('node:')) packages.push(`${file}: ${name}`);
  }
  expect(files).toContain('scripts/setup/build.mjs');
  expect(packages).toEqual([]);
});
