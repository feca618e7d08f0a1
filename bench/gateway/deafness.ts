// How long the process is unresponsive under hostile requests from clients without a valid key, each of the maximum size and
// designed to cause as much work as possible. A probe polls its health during the run.
import { ask, median, search, startGateway } from './gatewayServers';
import { against, type Measure } from '../measure';

const stays = '/api/stays/hotels/search';
const fill = (item: (i: number) => string): string => {
  const items: string[] = [];
  for (let size = 0, i = 0; size < 120_000; i += 1) {
    items.push(item(i));
    size += item(i).length + 1;
  }
  return items.join(',');
};
const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;

/** Unknown values, unknown names, deep nesting, long words, and invalid numbers. */
const bodies: readonly (readonly [string, string])[] = [
  [stays, `{"count":1,"destination":"a","property_amenities":[${fill((i) => `"parkng_lt${i}"`)}]}`],
  [stays, `{"count":1,"destination":"a",${fill((i) => `"min_bedroom${i}":1`)}}`],
  [search, `{"query":"a","count":1,"brands":${deep}}`],
  [search, `{"query":"a","count":1,"sort":"${'price_'.repeat(20_000)}"}`],
  [
    search,
    `{"query":"a","count":1,"filters":[${fill((i) => `"${i}e${i}"`)}],"status":[${'{},'.repeat(100)}{}]}`,
  ],
];

const rounds = 5;

export async function deafnessMeasures(upstream: string): Promise<Measure[]> {
  const { port } = await startGateway({ SPILLWAY_UPSTREAM: upstream });
  const longest: number[] = [];
  for (let round = 0; round < rounds; round += 1) longest.push(await longestSilence(port));
  // The median: a machine that stands still for a moment is not the gateway's doing.
  const name = 'gateway under 50 hostile requests: longest unresponsive time, ms';
  return [against(name, median(longest), 500, 1)];
}

async function longestSilence(port: number): Promise<number> {
  let longest = 0;
  let isOver = false;
  const listener = (async () => {
    while (!isOver) {
      const began = performance.now();
      await ask(port, '/healthz');
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })();
  const hostile = Array.from({ length: 50 }, (_, i) => {
    const [path, body] = bodies[i % bodies.length] ?? [search, '{}'];
    return ask(port, path, body);
  });
  await Promise.all(hostile);
  isOver = true;
  await listener;
  return longest;
}
