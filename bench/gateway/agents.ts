// A cached result through the agent's door against the plain route, at the same gateway. The door parses a JSON-RPC message, makes a
// server for it, and reads, cleans and writes the rows, where the plain route sends the bytes that it keeps.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { againstPair, neighbours, type Measure } from '../measure';
import { ask, headers, search, startGateway } from './gatewayServers';

const query = { query: 'samsung', count: 20 };
const plain = JSON.stringify(query);
const message = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'fetch',
    arguments: { requests: [{ source: 'ruretail', parameters: query }], max_credits: 1 },
  },
});
const accept = { ...headers, accept: 'application/json, text/event-stream' };

export async function agentFetch(upstream: string): Promise<Measure> {
  const folder = mkdtempSync(path.join(tmpdir(), 'spillway-bench-agents-'));
  try {
    const env = { SPILLWAY_UPSTREAM: upstream, SPILLWAY_DATA: folder, SPILLWAY_MCP: 'on' };
    const { port } = await startGateway(env);
    const fetched = (await ask(port, '/mcp', message, accept)).body.toString();
    if (!fetched.includes('"state":"done"')) throw new Error(`No rows: ${fetched.slice(0, 200)}`);
    const timed = async (address: string, body: string, given?: Record<string, string>) => {
      const began = performance.now();
      for (let count = 0; count < 5; count += 1) await ask(port, address, body, given);
      return (performance.now() - began) / 5;
    };
    const turns: (readonly [number, number])[] = [];
    // At most 600 calls of an agent a minute.
    for (let turn = 0; turn < 80; turn += 1)
      turns.push([await timed('/mcp', message, accept), await timed(search, plain)]);
    return againstPair(
      'agent: ms of a cached fetch, against the plain route',
      neighbours(turns.slice(20)),
      1.5,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
