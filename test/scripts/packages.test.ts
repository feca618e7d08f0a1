import path from 'node:path';
import { lockHash, npmFile, packagesState } from '../../scripts/setup/packages.mjs';

const lock = (version: string): string =>
  JSON.stringify({
    packages: {
      '': { version: '0.1.0' },
      'node_modules/a': { version, integrity: `sha512-${version}` },
      'node_modules/a-win32': { version, integrity: 'sha512-w', optional: true },
    },
  });
const installed = (version: string): string =>
  JSON.stringify({ packages: { 'node_modules/a': { version, integrity: `sha512-${version}` } } });

describe('packages are', () => {
  test('installed when there are none', () => {
    expect(packagesState({ lockText: lock('1.0.0') })).toBe('install');
  });

  test('left alone when the remembered lock file is the one that is there', () => {
    const lockText = lock('1.0.0');
    const state = { lockText, remembered: lockHash(lockText), installedText: installed('1.0.0') };
    expect(packagesState(state)).toBe('ready');
  });

  test('installed again when the lock file changed', () => {
    const state = { remembered: lockHash(lock('1.0.0')), installedText: installed('1.0.0') };
    expect(packagesState({ ...state, lockText: lock('1.0.1') })).toBe('install');
  });

  test('installed again when the install was interrupted, whatever is remembered', () => {
    const lockText = lock('1.0.0');
    expect(packagesState({ lockText, remembered: lockHash(lockText) })).toBe('install');
  });

  test('taken over when somebody ran npm ci by hand', () => {
    expect(packagesState({ lockText: lock('1.0.0'), installedText: installed('1.0.0') })).toBe('remember');
  });

  test('installed again when what was put there by hand is something else', () => {
    expect(packagesState({ lockText: lock('1.0.1'), installedText: installed('1.0.0') })).toBe('install');
    expect(packagesState({ lockText: lock('1.0.0'), installedText: '{"packages":{}}' })).toBe('install');
  });

  test('installed again on another platform, as binaries differ', () => {
    const lockText = lock('1.0.0');
    const remembered = lockHash(lockText, 'linux-x64');
    const state = { lockText, remembered, installedText: installed('1.0.0') };
    expect(packagesState({ ...state, platform: 'linux-x64' })).toBe('ready');
    expect(packagesState({ ...state, platform: 'win32-x64' })).toBe('install');
  });
});

test('line ends of a checkout on Windows make no other lock file', () => {
  expect(lockHash('{\r\n}\r\n')).toBe(lockHash('{\n}\n'));
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
