// The documents of the repository: links that lead somewhere, commands that exist, a README that fits on a screen, a table of
// every package.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const text = (name: string) => readFileSync(path.join(root, name), 'utf8');
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  '.github/pull_request_template.md',
];
const { scripts, dependencies, devDependencies } = JSON.parse(text('package.json')) as Record<
  'scripts' | 'dependencies' | 'devDependencies',
  Record<string, string>
>;

/** As GitHub makes them: lower case, without punctuation, hyphens for spaces. */
const slug = (heading: string) =>
  heading
    .replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const withoutCode = (markdown: string) => markdown.replaceAll(/^```.*?^```$/gms, '');
const anchorsOf = (markdown: string) =>
  new Set([
    ...[...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading!)),
    ...[...markdown.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id!),
  ]);

describe.each(documents)('%s', (name) => {
  const content = text(name);

  it('has links that lead to files and headings that exist', () => {
    const prose = withoutCode(content).replaceAll(/`[^`\n]*`/g, '');
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, a, b]) => (a ?? b)!);
    for (const link of links) {
      if (/^(https?|mailto):/.test(link)) continue;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? name : path.join(path.dirname(name), file);
      expect([link, existsSync(path.join(root, target))]).toEqual([link, true]);
      if (anchor !== undefined) expect(anchorsOf(text(target))).toContain(anchor);
    }
  });

  it('names npm scripts that exist', () => {
    const named = [...content.matchAll(/npm run (?:--silent )?([a-z]+)/g)].map(([, script]) => script!);
    for (const script of named) expect(scripts).toHaveProperty([script]);
  });

  it('has shell commands that a shell can read', () => {
    for (const [, block] of content.matchAll(/^```sh\n(.*?)^```$/gms)) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: block!, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    }
  });
});

it('has a README on one screen', () => {
  const lines = text('README.md').split('\n');
  expect(lines.length).toBeLessThanOrEqual(50);
});

it('lists every package with a reason', () => {
  const table = text('docs/dependencies.md');
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (name.startsWith('@types/')) continue;
    expect(table).toContain(name);
  }
});
