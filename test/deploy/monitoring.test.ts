// Alert rules and dashboard name metrics and labels that a gateway really has.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { listen as startSandbox } from '../../sandbox/listen';
import { endAll, GatewayProcess } from '../gateway/support/gatewayProcess';

const root = path.resolve(__dirname, '../..');
const text = (name: string) => readFileSync(path.join(root, name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}
const rules = (
  parse(text('deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}
const { panels } = JSON.parse(text('deploy/grafana/spillway.json')) as { panels: Panel[] };
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

/** Names and labels as /metrics declares or shows them; a histogram has three names. */
async function known(): Promise<{ names: Set<string>; metrics: string }> {
  const sandbox = await startSandbox();
  const gateway = await GatewayProcess.start({ SPILLWAY_UPSTREAM: sandbox.url, SPILLWAY_DATA: 'off' });
  await fetch(`${gateway.url}/api/ruretail/products/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'access-token': 'sandbox-large' },
    body: '{"query":"tv","count":5}',
  });
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  await endAll();
  await sandbox.close();
  const names = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name! + end) : [name!],
  );
  return { names: new Set(names), metrics };
}

let gateway: Awaited<ReturnType<typeof known>>;
beforeAll(async () => {
  gateway = await known();
});

it('names metrics that the gateway has', () => {
  const { names } = gateway;
  const used = expressions.flatMap((expr) => expr.match(/\b(spillway|process|nodejs)_\w+/g) ?? []);
  expect(used.length).toBeGreaterThan(20);
  for (const name of used) expect(names).toContain(name);
});

it('asks for labels that the metrics have', () => {
  const { metrics } = gateway;
  const source = readFileSync(path.join(root, 'src/gateway/telemetry/metrics.ts'), 'utf8');
  const given = new Set([...metrics.matchAll(/(\w+)="/g)].map(([, label]) => label));
  const declared = (label: string) => given.has(label) || source.includes(`'${label}'`);
  // Prometheus adds these itself.
  const added = ['instance', 'job'];
  const legends = panels.flatMap(({ targets }) => targets.map(({ legendFormat }) => legendFormat));
  const used = [
    ...expressions.flatMap((expr) =>
      [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/, */)),
    ),
    ...expressions.flatMap((expr) => [...expr.matchAll(/(\w+)=~?"/g)].map(([, label]) => label!)),
    ...legends.flatMap((legend) => [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!)),
    ...rules.flatMap(({ annotations }) =>
      [...annotations.description.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label!),
    ),
  ];
  for (const label of used) expect([label, added.includes(label) || declared(label)]).toEqual([label, true]);
});

it('notices a gateway that is down under any job name, and that no gateway is left', () => {
  const [down, absent] = ['SpillwayDown', 'SpillwayAbsent'].map((name) =>
    rules.find(({ alert }) => alert === name),
  );
  expect(down!.expr).toBe('up == 0 and on (job, instance) last_over_time(spillway_info[7d])');
  expect(absent!.expr).toBe('absent(spillway_info)');
  for (const rule of [down, absent]) expect(rule!.annotations.description).toMatch(/nothing is charged/);
});

it('shows how to scrape machines, and the pods by their annotations', () => {
  const { scrape_configs: jobs } = parse(text('deploy/prometheus/scrape.yaml')) as {
    scrape_configs: { job_name: string; relabel_configs?: { source_labels: string[]; regex: string }[] }[];
  };
  expect(jobs.map(({ job_name: name }) => name)).toEqual(['spillway', 'kubernetes-pods']);
  const pod = text('deploy/kubernetes/gateway.yaml');
  const used = jobs[1]!.relabel_configs!.flatMap(({ source_labels: labels }) => labels);
  for (const annotation of ['prometheus.io/scrape', 'prometheus.io/port']) {
    expect(pod).toContain(`${annotation}: `);
    expect(used).toContain(`__meta_kubernetes_pod_annotation_${annotation.replaceAll(/[./]/g, '_')}`);
  }
  expect(pod).toContain('{ name: metrics, containerPort: 9464 }');
});

it('says of each alert how grave it is, what happened and what to think of it', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { labels, annotations } of rules) {
    expect(['info', 'warning', 'critical']).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\.$/);
    expect(annotations.description.length).toBeGreaterThan(20);
  }
});

it('has expressions whose brackets close, and panels that do not cover each other', () => {
  for (const expr of expressions) {
    for (const [open, close] of ['()', '[]', '{}'])
      expect(expr.split(open!).length).toBe(expr.split(close!).length);
  }
  const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(panels.length);
});
