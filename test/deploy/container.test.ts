// Dockerfile and compose.yaml, as far as they can be read without an engine: no image was built where this was written.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { parse } from 'yaml';
import { settingsTable } from '../../src/gateway/settings/settingsTable';

const root = path.resolve(__dirname, '../..');
const text = (name: string) => readFileSync(path.join(root, name), 'utf8');
const dockerfile = text('Dockerfile').replaceAll('\\\n', ' ');
const steps = dockerfile.split('\n').filter((line) => /^[A-Z]+ /.test(line));
const stages = dockerfile.split(/^FROM /m).slice(1);

interface Service {
  readonly image: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly environment?: Record<string, string>;
  readonly volumes: readonly string[];
  readonly secrets?: readonly string[];
}
const compose = parse(text('compose.yaml')) as {
  services: Record<'gateway' | 'redis' | 'postgres', Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, unknown>;
};

it('builds in one stage and runs in another, both from one pinned image', () => {
  const images = steps.filter((step) => step.startsWith('FROM ')).map((step) => step.split(' ')[1]);
  expect(images).toHaveLength(2);
  expect(new Set(images).size).toBe(1);
  expect(images[0]).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim$/);
});

it('runs what the release unpacks, as a user without rights, with a health check', () => {
  const [build, run] = stages;
  expect(build).toContain('npm run release');
  expect(run).not.toMatch(/npm|node_modules/);
  expect(run).toMatch(/\nUSER node\n/);
  expect(run).toMatch(/\nHEALTHCHECK [^\n]*\/healthz/);
  expect(run).toMatch(/\nCMD \["node", "server\/gateway.mjs"\]/);
  const script = /CMD (\["node", "-e".*\])/.exec(run!)![1]!;
  expect(() => new Script((JSON.parse(script) as string[])[2]!)).not.toThrow();
});

it('hides from the build what must not be in an image', () => {
  const hidden = text('.dockerignore').split('\n');
  for (const name of ['.git', '.data', '.env', 'node_modules', 'dist', 'secrets'])
    expect(hidden).toContain(name);
});

it('has services on read-only file systems without capabilities, from pinned images', () => {
  for (const service of Object.values(compose.services)) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(service.security_opt).toContain('no-new-privileges:true');
    for (const volume of service.volumes) expect(compose.volumes).toHaveProperty([volume.split(':')[0]!]);
  }
  expect(compose.services.redis.image).toMatch(/:\d+\.\d+\.\d+-/);
  expect(compose.services.postgres.image).toMatch(/:\d+\.\d+-/);
  expect(compose.services.gateway.secrets).toEqual(Object.keys(compose.secrets));
});

it('sets only what the gateway knows', () => {
  for (const name of Object.keys(compose.services.gateway.environment!))
    expect(Object.keys(settingsTable)).toContain(name);
});

it('copies only what is there', () => {
  for (const step of steps.filter((line) => line.startsWith('COPY ') && !line.includes('--from')))
    expect(existsSync(path.join(root, step.split(' ')[1]!))).toBe(true);
});
