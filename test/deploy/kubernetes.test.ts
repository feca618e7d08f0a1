// The Kubernetes manifests against the published schemas. The validators check kinds, required fields and values; field names
// that do not exist are found by the compiler, with the types that were made from the same schemas.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { settingsTable } from '../../src/gateway/settings/settingsTable';
import { removeFolder } from '../removeFolder';

const root = path.resolve(__dirname, '../..');
const load = createRequire(__filename);
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly data?: Record<string, string>;
  readonly spec?: Record<string, unknown>;
}
type Model = new (manifest: Manifest) => { validate(): void };

const text = readFileSync(path.join(root, 'deploy/kubernetes/gateway.yaml'), 'utf8');
const manifests = parseAllDocuments(text).map((document) => {
  expect(document.errors).toEqual([]);
  return document.toJS() as Manifest;
});
const validate = (manifest: Manifest) => {
  const models = load(`kubernetes-models/${manifest.apiVersion}`) as Record<string, Model>;
  new models[manifest.kind]!(manifest).validate();
};

/** What the compiler says of the manifests as literals of the schemas' types. */
function unknownFields(all: readonly Manifest[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'spillway-manifests-'));
  try {
    const file = path.join(folder, 'manifests.ts');
    const at = (version: string) =>
      JSON.stringify(path.join(root, 'node_modules/kubernetes-models', version));
    const lines = all.map(
      (manifest, index) =>
        `import type { I${manifest.kind} as Kind${index} } from ${at(manifest.apiVersion)};\n` +
        `export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)};`,
    );
    writeFileSync(file, lines.join('\n'));
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  } finally {
    removeFolder(folder);
  }
}

it('has manifests that the schemas accept', () => {
  expect(manifests.map(({ kind }) => kind)).toEqual([
    'ConfigMap',
    'Service',
    'StatefulSet',
    'Service',
    'PodDisruptionBudget',
    'Ingress',
  ]);
  manifests.forEach(validate);
});

it('has no field that the schemas do not know, and would notice one', () => {
  expect(unknownFields(manifests)).toEqual([]);
  const set = manifests.find(({ kind }) => kind === 'StatefulSet')!;
  const misspelt = { ...set, spec: { ...set.spec, replica: 3 } };
  expect(unknownFields([misspelt]).join()).toContain('replica');
  expect(() => validate({ ...set, spec: { ...set.spec, replicas: 'two' } })).toThrow('integer');
});

it('sets only what the gateway knows, and lets paid calls end', () => {
  const names = Object.keys(manifests[0]!.data!);
  for (const name of names) expect(Object.keys(settingsTable)).toContain(name);
  expect(text).toContain('terminationGracePeriodSeconds: 1620');
});

it('keeps the data folder of each gateway in a volume that outlives its pod', () => {
  const { spec } = manifests.find(({ kind }) => kind === 'StatefulSet') as unknown as {
    spec: {
      serviceName: string;
      volumeClaimTemplates: { metadata: { name: string } }[];
      template: {
        spec: {
          containers: { volumeMounts: { name: string; mountPath: string }[] }[];
          volumes: { name: string }[];
        };
      };
    };
  };
  const mounted = spec.template.spec.containers[0]!.volumeMounts.find(
    ({ mountPath }) => mountPath === '/data',
  )!;
  expect(spec.volumeClaimTemplates.map(({ metadata }) => metadata.name)).toEqual([mounted.name]);
  expect(spec.template.spec.volumes.map(({ name }) => name)).not.toContain(mounted.name);
  expect(text).not.toContain('emptyDir:');
  const services = manifests.filter(({ kind }) => kind === 'Service') as unknown as {
    metadata: { name: string };
    spec: { clusterIP?: string };
  }[];
  expect(services.find(({ metadata }) => metadata.name === spec.serviceName)!.spec.clusterIP).toBe('None');
});

it('names the image of this version', () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(text).toContain(`image: spillway-gateway:${version}\n`);
});
