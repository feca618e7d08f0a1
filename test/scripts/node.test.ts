// Versions that work are named in `engines`, and any other one gets a sentence.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nodeFault } from '../../src/gateway/nodeFault.mjs';

test.each(['20.19.0', '20.20.2', '22.12.0', '22.23.3', '24.0.0', '26.1.0', '100.0.0'])(
  'Node %s is supported',
  (version) => {
    expect(nodeFault(version)).toBeUndefined();
  },
);

test.each(['20.18.3', '22.1.0', '21.7.3', '23.11.1', '18.19.1', '9.0.0', '0.12.0'])(
  'Node %s is refused with one sentence',
  (version) => {
    expect(nodeFault(version)).toBe(
      `Spillway requires Node.js 24 (recommended), 22.12 or 20.19; this is Node.js ${version}. Download it from https://nodejs.org.`,
    );
  },
);

test('engines says the same, and the recommended one is used by default', () => {
  const root = path.resolve(__dirname, '../..');
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  expect(engines.node).toBe('^20.19.0 || ^22.12.0 || >=24.0.0');
  expect(readFileSync(path.join(root, '.nvmrc'), 'utf8')).toBe('24\n');
  expect(readFileSync(path.join(root, 'Dockerfile'), 'utf8')).toContain('FROM node:24.');
});
