// Bodies that parse, and would end whatever goes through them: every door refuses them, and says that nothing was spent.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseJson, readBody } from '../../../src/gateway/routes/requestBody';
import { testGateway, type TestGateway } from '../support/testGateway';
import { removeFolder } from '../../removeFolder';

let folder: string;
let gateway: TestGateway;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-deep-'));
  gateway = await testGateway({
    SPILLWAY_DATA: folder,
    SPILLWAY_SECRET: 'a-secret-of-the-server-of-many-letters',
    SPILLWAY_MCP: 'on',
  });
});
afterAll(async () => {
  await gateway.close();
  removeFolder(folder);
});

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const headers = { 'access-token': 'a-key-of-one', accept: 'application/json, text/event-stream' };
const schedule = '"schedule":{"kind":"hours","every":1,"from":0,"zone":"UTC"}';

describe.each([60, 3_000, 60_000])('%i levels', (depth) => {
  const deep = nested(depth);
  test.each([
    ['/cached', 422, `{"requests":[{"operation":"ruretail","body":{"query":${deep}}}]}`],
    [
      '/gateway/watches/price',
      422,
      `{"requests":[{"operation":"ruretail","body":{"query":${deep}}}],${schedule}}`,
    ],
    ['/gateway/shared', 422, `{"filters":[{"name":"A","at":1,"params":{"x":${deep}}}]}`],
    ['/mcp', 400, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"estimate","x":${deep}}}`],
    [
      '/mcp',
      400,
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"estimate","arguments":' +
        `{"requests":[{"source":"ruretail","parameters":{"query":${deep}}}]}}}`,
    ],
  ])('are refused at %s', async (at, status, body) => {
    const response = await gateway.post(at, body, headers);
    expect([response.status, response.headers.get('spillway-credits')]).toEqual([status, '0']);
    expect(gateway.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

test('brackets in a text are no levels', () => {
  const text = JSON.stringify({ a: `"\\${'['.repeat(1_000)}`, b: ['\\', '"[[', { c: '{{{{' }] });
  expect(parseJson(text)).toEqual(JSON.parse(text));
  expect(parseJson(`[${'[],'.repeat(1_000)}[]]`)).toHaveLength(1_001);
  expect(() => parseJson('{"a":"')).toThrow(SyntaxError);
  expect(() => parseJson(nested(51))).toThrow(SyntaxError);
});

test('a body whose sender goes away is refused, and is no fault of the gateway', async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new Error('aborted')) });
  await expect(readBody({ body } as Request)).rejects.toMatchObject({ name: 'Problem', status: 400 });
});
