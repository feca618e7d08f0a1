// A cached result through the agent's door against the plain route, at the same gateway. Each message has an id of its own, as
// clients send them, and asks for a result that this agent has not asked for before, or for one that it has.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { againstPair, neighbours, type Measure } from '../measure';
import { ask, headers, search, startGateway } from './gatewayServers';

let id = 0;
const query = (index: number) => ({ query: `samsung ${index}`, count: 20 });
const plain = (index: number) => JSON.stringify(query(index));
const message = (index: number) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: (id += 1),
    method: 'tools/call',
    params: {
      name: 'fetch',
      arguments: { requests: [{ source: 'ruretail', parameters: query(index) }], max_credits: 1 },
    },
  });
const accept = { ...headers, accept: 'application/json, text/event-stream' };

const each = 5;

export async function agentFetch(upstream: string): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'spillway-bench-agents-'));
  try {
    const env = { SPILLWAY_UPSTREAM: upstream, SPILLWAY_DATA: folder, SPILLWAY_MCP: 'on' };
    const { port } = await startGateway(env);
    const fetched = (await ask(port, '/mcp', message(0), accept)).body.toString();
    if (!fetched.includes('"state":"done"')) throw new Error(`No rows: ${fetched.slice(0, 200)}`);
    const timed = async (turn: number, address: string, body: (index: number) => string, given = headers) => {
      const began = performance.now();
      for (let index = 0; index < each; index += 1)
        await ask(port, address, body(turn * each + index), given);
      return (performance.now() - began) / each;
    };
    const first: (readonly [number, number])[] = [];
    const again: (readonly [number, number])[] = [];
    // At most 600 calls of an agent a minute.
    for (let turn = 0; turn < 50; turn += 1) {
      await timed(turn, search, plain);
      const once = await timed(turn, '/mcp', message, accept);
      const beside = await timed(turn, search, plain);
      first.push([once, beside]);
      again.push([await timed(turn, '/mcp', message, accept), await timed(turn, search, plain)]);
    }
    const goal = 1.5;
    return [
      againstPair(
        'agent: ms of a first fetch of a cached result, against the plain route',
        neighbours(first.slice(15)),
        goal,
      ),
      againstPair('agent: ms of a cached fetch, against the plain route', neighbours(again.slice(15)), goal),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
