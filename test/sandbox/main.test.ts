// The program itself: it says where it is, obeys its settings, and ends with a sentence where it cannot start.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { listen } from '../../sandbox/listen';

const main = path.resolve(__dirname, '../../sandbox/main.ts');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

function run(env: Record<string, string>, onLine?: (line: string, stop: () => void) => void): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    if (out.endsWith('\n')) onLine?.(out.trim(), () => child.kill('SIGTERM'));
  });
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  return new Promise((done) => child.once('close', (code) => done({ code, out, error })));
}

test('prints one line with its address and keys, serves, and ends on SIGTERM', async () => {
  let status = 0;
  const ended = await run({ PORT: '0' }, (line, stop) => {
    const url = /http:\/\/\S+?(?=,)/.exec(line)?.[0] ?? '';
    void fetch(`${url}/token/statistic`, { headers: { 'access-token': 'sandbox-large' } })
      .then((response) => (status = response.status))
      .finally(stop);
  });
  expect(ended.out).toMatch(
    /^Sandbox is listening at http:\/\/127\.0\.0\.1:\d+, keys: sandbox-large, sandbox-tiny, .*\n$/,
  );
  expect(status).toBe(200);
  expect(ended.code).toBe(0);
});

test('says so where the port is taken', async () => {
  const other = await listen();
  const port = new URL(other.url).port;
  const ended = await run({ PORT: port });
  await other.close();
  expect(ended).toMatchObject({ code: 1, out: '' });
  expect(ended.error.trim()).toBe(
    `Port ${port} is in use. Stop the program that uses it, or set another one: PORT=4011.`,
  );
});

test('says so where a setting makes no sense', async () => {
  expect(await run({ SANDBOX_CORS: 'maybe', PORT: '0' })).toEqual({
    code: 1,
    out: '',
    error: expect.stringContaining('SANDBOX_CORS must be on or off, not "maybe".') as string,
  });
});
