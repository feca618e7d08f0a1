import { createDemoServer, type KeptSandbox, type Serve } from '../../demo/demoServer';
import type { KeptState } from '../../sandbox/sandboxState';

const base = 'https://host.example/some/path/';

/** As the browser's database: what is stored is a copy, and one piece of work runs at a time. */
class Store implements KeptSandbox {
  stored: KeptState | undefined;
  private last: Promise<unknown> = Promise.resolve();

  load = () => Promise.resolve(structuredClone(this.stored));
  save = (state: KeptState) => Promise.resolve(void (this.stored = structuredClone(state)));
  alone = <T>(work: () => Promise<T>): Promise<T> => {
    const run = this.last.then(work);
    this.last = run.catch(() => undefined);
    return run;
  };
}

const serverOver = (kept: KeptSandbox) =>
  createDemoServer({ base, kept, help: 'https://help.example/spillway/' }).serve;

const key = { 'access-token': 'sandbox-large' };

async function ask(serve: Serve, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await serve(new Request(base + path, init));
  if (!response) throw new Error(`${path} was left to the host.`);
  return response;
}

const search = (serve: Serve, query = 'iphone') =>
  ask(serve, 'api/ruretail/products/search', {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json' },
    body: JSON.stringify({ query, count: 3 }),
  });

const points = async (serve: Serve) => {
  const [token] = (await (await ask(serve, 'token/statistic', { headers: key })).json()) as {
    points: number;
  }[];
  return token?.points;
};

it('says what a personal gateway in front of the sandbox says', async () => {
  const response = await ask(serverOver(new Store()), 'gateway/info');
  expect(response.headers.get('spillway-gateway')).toBe('1');
  expect(await response.json()).toEqual({
    mode: 'personal',
    signIn: [],
    sandbox: true,
    keys: expect.arrayContaining(['sandbox-large']) as unknown,
    aheadDays: 0,
  });
});

it('makes data before they are asked for, and spends nothing by it', async () => {
  const { serve, makeData } = createDemoServer({ base, kept: new Store(), help: '' });
  const before = await points(serve);
  expect(makeData(['ruretail', 'stays'])).toBeGreaterThan(3_000);
  expect(await points(serve)).toBe(before);
});

it('answers data requests, with pictures in its own folder', async () => {
  const serve = serverOver(new Store());
  const response = await search(serve);
  expect([response.status, response.headers.get('spillway-cache')]).toEqual([200, 'miss']);
  const text = await response.text();
  expect(JSON.parse(text)).toHaveLength(3);
  const [picture] = text.match(/https:\/\/[^"]+\/images\/[^"]+/) ?? [];
  expect(picture?.startsWith(`${base}images/`)).toBe(true);
  const drawn = await ask(serve, picture!.slice(base.length));
  expect(drawn.headers.get('content-type')).toBe('image/svg+xml');
});

it('has forgotten nothing when it is started again after any request', async () => {
  const store = new Store();
  const before = await points(serverOver(store));
  await search(serverOver(store));
  await search(serverOver(store), 'ssd');
  await ask(serverOver(store), 'sandbox/calendar', { method: 'POST', body: '{"aheadDays":2}' });
  const after = serverOver(store);
  expect(await points(after)).toBe(before! - 2);
  expect(await (await ask(after, 'sandbox/counters')).json()).toMatchObject({ requests: 2, credits: 2 });
  expect(await (await ask(after, 'gateway/info')).json()).toMatchObject({ aheadDays: 2 });
});

it('counts the requests of an old and a new worker together, in any order', async () => {
  const store = new Store();
  const [older, newer] = [serverOver(store), serverOver(store)];
  await Promise.all([search(older), search(newer, 'ssd'), search(older, 'samsung tv'), search(newer, 'lg')]);
  for (const serve of [older, newer])
    expect(await (await ask(serve, 'sandbox/counters')).json()).toMatchObject({ requests: 4, credits: 4 });
});

it('keeps the rate limits of a key over a restart', async () => {
  const store = new Store();
  const tiny = (serve: Serve) =>
    ask(serve, 'api/ruretail/products/search', {
      method: 'POST',
      headers: { 'access-token': 'sandbox-tiny', 'content-type': 'application/json' },
      body: '{"query":"ssd","count":3}',
    });
  const statuses: number[] = [];
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 18, 12));
  try {
    for (let worker = 1; worker <= 4; worker++) statuses.push((await tiny(serverOver(store))).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    clock.mockReturnValue(Date.UTC(2026, 10, 18, 12, 0, 11));
    expect((await tiny(serverOver(store))).status).toBe(200);
  } finally {
    clock.mockRestore();
  }
});

it.each(['', 'index.html', 'taskpane.html?sandbox', 'office-js/office.js', 'functions.json'])(
  'leaves the file "%s" to the host',
  (name) => {
    expect(serverOver(new Store())(new Request(base + name))).toBeUndefined();
  },
);

it('leaves other folders of the host alone', () => {
  const serve = serverOver(new Store());
  for (const address of ['https://host.example/gateway/info', 'https://other.example/some/path/gateway/info'])
    expect(serve(new Request(address))).toBeUndefined();
});

it.each<[string, RequestInit]>([
  ['cached/api/ruretail/products/search', { method: 'POST', headers: key, body: '{}' }],
  ['jobs/1', { headers: key }],
  ['index.html', { method: 'POST', body: 'typed' }],
])('never lets a key or a body go to the host: %s', async (path, init) => {
  const response = await ask(serverOver(new Store()), path, init);
  expect([response.status, response.headers.get('spillway-credits')]).toEqual([404, '0']);
});

it('has its help on the documentation site', async () => {
  const response = await ask(serverOver(new Store()), 'help/support.html');
  expect(response.headers.get('location')).toBe('https://help.example/spillway/support.html');
});

it('refuses a date that is none', async () => {
  const serve = serverOver(new Store());
  for (const body of ['{"aheadDays":-1}', '{"aheadDays":"1"}', '{"aheadDays":1e9}', 'x'])
    expect((await ask(serve, 'sandbox/calendar', { method: 'POST', body })).status).toBe(400);
});
