// What GitHub reads, parsed here: workflows with pinned actions and few permissions, forms, owners.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repositoryFiles } from '../../scripts/release/repository.mjs';

const root = path.resolve(__dirname, '../..');
const text = (name: string) => readFileSync(path.join(root, '.github', name), 'utf8');
const scripts = (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object })
  .scripts;

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes': number;
  readonly steps: readonly Step[];
  readonly strategy?: { readonly matrix: Record<string, readonly (string | number)[]> };
}
interface Workflow {
  readonly on: object;
  readonly permissions: Record<string, string>;
  readonly jobs: Record<string, Job>;
}
const workflows = readdirSync(path.join(root, '.github/workflows'));
const workflow = (name: string) => parse(text(`workflows/${name}`)) as Workflow;

describe.each(workflows)('%s', (name) => {
  const { on, permissions, jobs } = workflow(name);

  it('may only read unless a job says more, and every job ends', () => {
    expect(Object.keys(on).length).toBeGreaterThan(0);
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(45);
  });

  it('uses actions of an exact version only', () => {
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@(v\d+\.\d+\.\d+|[0-9a-f]{40})$/);
  });

  it('runs npm scripts and tests that exist', () => {
    const lines = Object.values(jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run }) => run?.split('\n') ?? []),
    );
    for (const line of lines) {
      const [, script] = /^npm run ([\w:]+)/.exec(line) ?? [];
      if (script) expect(scripts).toHaveProperty([script]);
      for (const [folder] of line.matchAll(/\btest\/\w+/g))
        expect(existsSync(path.join(root, folder))).toBe(true);
    }
  });
});

it('tests on Linux, Windows and macOS with Node 20.19, 22 and 24', () => {
  const { all, platforms } = workflow('ci.yml').jobs;
  expect(all!['runs-on']).toMatch(/^ubuntu-/);
  expect(all!.strategy!.matrix.node).toEqual([20.19, 22, 24]);
  expect(platforms!.strategy!.matrix).toEqual({
    os: [expect.stringMatching(/^windows-/), expect.stringMatching(/^macos-/)],
    node: [20.19, 22, 24],
  });
});

it('attests a release before it is published, and only if the tag is the version', () => {
  const steps = workflow('release.yml').jobs.release!.steps;
  const at = (part: string) => steps.findIndex(({ uses, run }) => (uses ?? run ?? '').includes(part));
  const order = [
    'package.json',
    'npm test',
    'npm run release',
    'attest-build-provenance',
    'gh release create',
  ].map(at);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order).not.toContain(-1);
});

it('publishes the documentation with the demo that it links to', () => {
  const { steps } = workflow('pages.yml').jobs.publish!;
  expect(steps.map(({ run }) => run)).toContain('npm run demo -- --site');
  const { path: published } = steps.find(({ uses }) => uses?.includes('upload-pages'))!.with!;
  expect(published).toBe('dist/site');
});

it('keeps packages, actions and images up to date', () => {
  const { updates } = parse(text('dependabot.yml')) as { updates: { 'package-ecosystem': string }[] };
  expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions', 'docker']);
});

it('has issue forms whose fields have names and labels', () => {
  const forms = readdirSync(path.join(root, '.github/ISSUE_TEMPLATE')).filter(
    (name) => name !== 'config.yml',
  );
  for (const name of forms) {
    const form = parse(text(`ISSUE_TEMPLATE/${name}`)) as {
      name: string;
      description: string;
      body: { type: string; id?: string; attributes: { label?: string } }[];
    };
    expect(form.name && form.description).toBeTruthy();
    const fields = form.body.filter(({ type }) => type !== 'markdown');
    for (const { id, attributes } of fields) expect(id && attributes.label).toBeTruthy();
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  }
});

it('names the repository as package.json does, everywhere', () => {
  const placed = repositoryFiles();
  expect(Object.keys(placed)).toContain('.github/CODEOWNERS');
  for (const [file, content] of Object.entries(placed))
    expect(readFileSync(path.join(root, file), 'utf8')).toBe(content);
  const moved = repositoryFiles((file) =>
    readFileSync(path.join(root, file), 'utf8').replace('github:spillway/spillway', 'github:acme/data'),
  );
  for (const content of Object.values(moved)) expect(content).not.toMatch(/spillway\/spillway|@spillway\//);
});

it('has owners for folders that exist', () => {
  const places = text('CODEOWNERS')
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .map((line) => line.split(/\s+/)[0]!);
  expect(places.length).toBeGreaterThan(2);
  for (const place of places) expect(existsSync(path.join(root, place))).toBe(true);
});
