import { nodeFault } from '../../scripts/setup/node.mjs';

test.each(['20.0.0', '20.20.2', '22.1.0', '100.0.0'])('Node %s is supported', (version) => {
  expect(nodeFault(version)).toBeUndefined();
});

test.each(['18.19.1', '9.0.0', '0.12.0'])('Node %s is refused with one sentence', (version) => {
  expect(nodeFault(version)).toBe(
    `Spillway requires Node.js 20 or later; this is Node.js ${version}. Download it from https://nodejs.org.`,
  );
});
