// Memory of 100,000 small responses, in a separate process, against the configured limit.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { against, type Measure } from '../measure';

const bound = 64_000_000;
const root = path.resolve(import.meta.dirname, '../..');

const script = `
  import { MemoryStore } from './src/gateway/stores/memoryStore.ts';
  const used = () => {
    for (let i = 0; i < 5; i += 1) globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const store = new MemoryStore({ maxBytes: ${bound}, clock: () => 0 });
  await store.write('warm', Buffer.alloc(300), 1_000);
  const before = used();
  for (let i = 0; i < 100_000; i += 1)
    await store.write('answer:' + String(i).padStart(43, '0'), Buffer.from('x'.repeat(600 + (i % 400))), 1_000);
  console.log(used() - before);
  store.values.get('answer:');
`;

export function storeMemoryMeasures(): Promise<Measure[]> {
  const args = ['--expose-gc', '--import', 'tsx', '--input-type=module', '-e', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
  });
  const grown = Number(stdout.trim());
  if (!(grown > 0)) throw new Error(stderr.slice(0, 300));
  const name = 'MB after 100,000 answers were kept, and the bound that was set';
  return Promise.resolve([against(name, grown / 1e6, bound / 1e6, 1.1)]);
}
