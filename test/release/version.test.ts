// package.json has the version; everything that tells one tells this one.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, version } from './published';

const text = (name: string) => readFileSync(path.join(root, name), 'utf8');

it('is the version of the lock file, the manifest and the newest entry of the changelog', () => {
  const lock = JSON.parse(text('package-lock.json')) as { version: string };
  const released = [...text('CHANGELOG.md').matchAll(/^## \[(\d[^\]]*)\]/gm)].map(([, name]) => name);
  expect({
    lock: lock.version,
    manifest: /<Version>(.*?)<\/Version>/.exec(text('manifest.xml'))?.[1],
    built: /<Version>(.*?)<\/Version>/.exec(text('dist/addin/manifest.xml'))?.[1],
    unified: (JSON.parse(text('dist/addin/unified/manifest.json')) as { version: string }).version,
    changelog: released[0],
  }).toEqual({
    lock: version,
    manifest: `${version}.0`,
    built: `${version}.0`,
    unified: version,
    changelog: version,
  });
});

it('is what the built gateway says, and what the built pane shows', () => {
  const gateway = path.join(root, 'dist/server/gateway.mjs');
  expect(execFileSync(process.execPath, [gateway, '--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
  const scripts = readdirSync(path.join(root, 'dist/addin')).filter((name) => name.endsWith('.js'));
  const pane = scripts.find((name) => name.startsWith('pane.'));
  expect(text(`dist/addin/${pane}`)).toContain(`"${version}"`);
  // The rest of package.json is nobody's business.
  for (const name of scripts) expect(text(`dist/addin/${name}`)).not.toContain('@swc/core');
});

it('is the version in the commands and files for operators', () => {
  for (const name of [
    'docs/deploying.md',
    'docs/operating.md',
    'deploy/INSTALL.md',
    'Dockerfile',
    'compose.yaml',
  ]) {
    const named = text(name).match(/(?<=spillway-gateway[-:])\d+\.\d+\.\d+/g);
    expect([name, ...new Set(named)]).toEqual([name, version]);
  }
});
