import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildVariables, fingerprint } from '../../scripts/setup/build.mjs';

let folder = '';
const put = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'spillway-build-'));
  put('src/a/one.ts', '1');
  put('webpack.config.js', 'w');
  put('LICENSE', 'r');
});
afterEach(() => rmSync(folder, { recursive: true }));

const usual = buildVariables({});

describe('a new build is', () => {
  test('not needed when nothing that goes into it changed', () => {
    const before = fingerprint(usual, folder);
    put('LICENSE', 'other');
    put('test/one.test.ts', 'new');
    expect(fingerprint(usual, folder)).toBe(before);
  });

  test.each([
    ['a source changed', () => put('src/a/one.ts', '2')],
    ['a source was added', () => put('src/a/two.ts', '')],
    ['a source was removed', () => rmSync(path.join(folder, 'src/a/one.ts'))],
    ['the configuration changed', () => put('webpack.config.js', 'v')],
    ['a page of the documentation changed', () => put('docs/recipes.md', 'new')],
    ['the packages changed', () => put('package-lock.json', '{}')],
  ])('needed when %s', (_, change) => {
    const before = fingerprint(usual, folder);
    change();
    expect(fingerprint(usual, folder)).not.toBe(before);
  });

  test('needed for another address, namespace or registration, and not for the usual address by name', () => {
    const before = fingerprint(usual, folder);
    expect(fingerprint(buildVariables({}, 'https://localhost:3001'), folder)).not.toBe(before);
    expect(fingerprint(buildVariables({ SPILLWAY_NAMESPACE: 'ACME' }), folder)).not.toBe(before);
    expect(fingerprint(buildVariables({ SPILLWAY_ENTRA_CLIENT_ID: 'x' }), folder)).not.toBe(before);
    expect(fingerprint(buildVariables({ SPILLWAY_PUBLIC_URL: 'https://localhost:3000' }), folder)).toBe(
      before,
    );
  });
});

test('an address the person gives goes before the one of the port', () => {
  const env = { SPILLWAY_PUBLIC_URL: 'https://spillway.example' };
  expect(buildVariables(env, 'https://localhost:3001').SPILLWAY_PUBLIC_URL).toBe('https://spillway.example');
});
