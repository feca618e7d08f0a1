// A release is prepared by one command, and refused until it is prepared: in a small repository with the same files.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cut, releaseFaults } from '../../scripts/release/cut.mjs';
import { removeFolder } from '../removeFolder';

const root = path.resolve(__dirname, '../..');
let folder: string;
const at = (name: string) => path.join(folder, name);
const text = (name: string) => readFileSync(at(name), 'utf8');
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
const commit = () => {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'A state');
};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-cut-'));
  for (const name of [
    'package.json',
    'package-lock.json',
    'manifest.xml',
    'unified',
    'Dockerfile',
    'compose.yaml',
    'deploy',
    'docs/deploying.md',
    'docs/operating.md',
  ])
    cpSync(path.join(root, name), at(name), { recursive: true });
  mkdirSync(at('changes'));
  writeFileSync(at('changes/README.md'), 'How to.\n');
  writeFileSync(
    at('CHANGELOG.md'),
    '# Changelog\n\nAn introduction.\n\n## [0.0.1] - 2026-01-01\n\nThe first release.\n',
  );
  git('init', '--quiet');
});
afterEach(() => removeFolder(folder));

it('gathers changes and raises every version, and only then lets a release be made, once', () => {
  writeFileSync(at('changes/a.md'), 'Gateway, Fixed\n\nAlpha.\n');
  commit();
  expect(releaseFaults(folder)[0]).toContain('Not in the changelog yet: a.md.');

  expect(cut(folder, '99.1.0', '2026-12-24')).toContain('git tag --annotate v99.1.0');
  expect(text('CHANGELOG.md')).toBe(
    '# Changelog\n\nAn introduction.\n\n## [99.1.0] - 2026-12-24\n\n### Fixed\n\n- **Gateway:** Alpha.\n\n' +
      '## [0.0.1] - 2026-01-01\n\nThe first release.\n',
  );
  expect(existsSync(at('changes/a.md'))).toBe(false);
  expect(existsSync(at('changes/README.md'))).toBe(true);
  const lock = JSON.parse(text('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  const before = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as typeof lock;
  expect([lock.version, lock.packages['']!.version]).toEqual(['99.1.0', '99.1.0']);
  expect({ ...lock.packages, '': 0 }).toEqual({ ...before.packages, '': 0 });
  expect(text('package.json')).toContain('"version": "99.1.0"');
  expect(text('manifest.xml')).toContain('<Version>99.1.0.0</Version>');
  expect(text('unified/manifest.json')).toContain('"version": "99.1.0"');
  expect(text('deploy/kubernetes/gateway.yaml')).toContain('image: spillway-gateway:99.1.0\n');
  for (const name of ['docs/deploying.md', 'docs/operating.md'])
    expect(text(name)).toContain('spillway-gateway-99.1.0.tar.gz');
  for (const name of ['Dockerfile', 'compose.yaml', 'deploy/INSTALL.md'])
    expect(text(name)).toContain('spillway-gateway:99.1.0');

  expect(releaseFaults(folder)).toEqual([]);
  expect(releaseFaults(folder, { ofTag: true })).toEqual(['The tag v99.1.0 is not at this commit.']);
  commit();
  git('tag', 'v99.1.0');
  expect(releaseFaults(folder).join()).toContain('The tag v99.1.0 exists');
  expect(releaseFaults(folder, { ofTag: true })).toEqual([]);
  expect(() => cut(folder, '99.1.0', '2026-12-25')).toThrow('The tag v99.1.0 exists');
});

it('adds to a version that has no tag yet what has changed meanwhile', () => {
  writeFileSync(at('changes/a.md'), 'Gateway, Fixed\n\nAlpha.\n');
  cut(folder, '99.0.0', '2026-12-24');
  writeFileSync(at('changes/b.md'), 'Add-in, Added, Breaking\n\nBeta: do this.\n');
  cut(folder, '99.0.0', '2026-12-25');
  expect(text('CHANGELOG.md')).toContain(
    '## [99.0.0] - 2026-12-25\n\n### Breaking\n\n- **Add-in:** Beta: do this.\n\n### Fixed\n\n- **Gateway:** Alpha.\n\n## [0.0.1]',
  );
});

it('refuses a version that was not raised everywhere, and one without a date', () => {
  writeFileSync(at('changes/a.md'), 'Gateway, Fixed\n\nAlpha.\n');
  cut(folder, '99.0.0', '2026-12-24');
  commit();
  writeFileSync(at('manifest.xml'), text('manifest.xml').replace('99.0.0.0', '98.0.0.0'));
  writeFileSync(at('CHANGELOG.md'), text('CHANGELOG.md').replace('2026-12-24', 'soon'));
  expect(releaseFaults(folder)).toEqual([
    'CHANGELOG.md has no section "## [99.0.0]" with a date.',
    'manifest.xml has version 98.0.0, and package.json 99.0.0.',
  ]);
});

it('refuses to cut what is lower, empty or no version', () => {
  commit();
  expect(() => cut(folder, '0.0.2', '2026-12-24')).toThrow('lower than the version here');
  expect(() => cut(folder, '1.0', '2026-12-24')).toThrow('such as 0.3.0');
  expect(() => cut(folder, '99.0.0', '2026-12-24')).toThrow('Nothing has changed');
});
