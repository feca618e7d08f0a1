// Dockerfile and compose.yaml, as far as they can be read without an engine: no image was built where this was written.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { parse } from 'yaml';
import { settingsTable } from '../../src/gateway/settings/settingsTable';

const root = path.resolve(__dirname, '../..');
const text = (name: string) => readFileSync(path.join(root, name), 'utf8');
const dockerfile = text('Dockerfile').replaceAll('\\\n', ' ');
const steps = dockerfile.split('\n').filter((line) => /^[A-Z]+ /.test(line));

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

it('is about ten lines on one pinned image, and needs no clone of the repository', () => {
  const images = steps.filter((step) => step.startsWith('FROM ')).map((step) => step.split(' ')[1]);
  expect(images).toEqual([expect.stringMatching(/^node:24\.\d+\.\d+-bookworm-slim$/)]);
  expect(steps.length).toBeLessThanOrEqual(12);
  expect(steps.join('\n')).not.toMatch(/npm|git|https?:\/\/(?!127)/);
  // What it copies is in the release archive: test/release/release.test.ts runs it from there.
  const copied = steps.filter((step) => step.startsWith('COPY ')).map((step) => step.split(' ')[1]);
  expect(copied).toEqual(['server', 'addin', 'help']);
});

it('runs as a user without rights, with a health check', () => {
  expect(dockerfile).toMatch(/\nUSER node\n/);
  expect(dockerfile).toMatch(/\nHEALTHCHECK [^\n]*\/healthz/);
  expect(dockerfile).toMatch(/\nCMD \["node", "server\/gateway.mjs"\]/);
  const script = /CMD (\["node", "-e".*\])/.exec(dockerfile)![1]!;
  expect(() => new Script((JSON.parse(script) as string[])[2]!)).not.toThrow();
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
