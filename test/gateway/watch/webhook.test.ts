// Alerts that are sent: to a real receiver over TLS, and to hostile addresses, each of which is refused before anything reaches it.
import { createHmac } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { keyMask } from '../../../src/gateway/calls/keyMask';
import { makeLog } from '../../../src/gateway/telemetry/log';
import { AlertPost, alertId, messageOf } from '../../../src/gateway/watch/alertPost';
import { startedPost, type Webhook } from '../../../src/gateway/watch/posting';
import { raised } from '../../../src/gateway/watch/raisedAlerts';
import { recordsOnDisk } from '../../../src/gateway/stores/recordPlaces';
import type { WatchRecord } from '../../../src/gateway/watch/watch';
import { makeWatch, type Watch } from '../../../src/gateway/watch/watch';
import { WatchBook } from '../../../src/gateway/watch/watchBook';
import {
  isPublicAddress,
  refusedAddress,
  type AddressLookup,
} from '../../../src/gateway/watch/webhookAddress';
import { removeFolder } from '../../removeFolder';
import { eventually } from '../support/eventually';

interface Received {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const begin = Date.UTC(2027, 0, 4);
const key = 'a/key-that-nobody+must-ever-read';
const log = makeLog('silent');
let folder: string;
let receiver: Server;
let ca: string;
let received: Received[];
let reply: { status: number; headers?: Record<string, string> };
const open: { post: AlertPost; book: WatchBook }[] = [];

beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'hooks.example.com' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'hooks.example.com' }] },
    ],
  });
  ca = made.cert;
  receiver = createServer({ key: made.private, cert: made.cert }, (incoming, outgoing) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      const header = (name: string) => String(incoming.headers[name]);
      received.push({
        id: header('webhook-id'),
        timestamp: header('webhook-timestamp'),
        signature: header('webhook-signature'),
        body,
      });
      outgoing.writeHead(reply.status, reply.headers).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-webhooks-'));
  received = [];
  reply = { status: 204 };
});
afterEach(async () => {
  for (const { post, book } of open.splice(0)) {
    await post.drain();
    await book.close();
  }
  removeFolder(folder);
});

const here: AddressLookup = (_host, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }]);

/** The book of a gateway on the folder, with what sends its alerts. */
async function gateway({
  lookup = here,
  isPublic = () => true,
  hosts = ['hooks.example.com'],
}: { lookup?: AddressLookup; isPublic?: (address: string) => boolean; hosts?: string[] } = {}) {
  let now = begin;
  const book = new WatchBook({
    place: await recordsOnDisk<WatchRecord>(folder, 'watch'),
    clock: () => now,
    elapsed: () => performance.now() + 10_000,
    gateway: `gateway ${Math.random()}`,
    lease: 15_000,
    settled: () => Promise.resolve('alone'),
  });
  await book.load();
  const post = new AlertPost({
    book,
    gateway: 'here',
    hosts,
    mail: undefined,
    clean: () => Promise.resolve((text) => keyMask(key).text(text)),
    clock: () => now,
    log,
    network: { lookup, isPublic, ca, port: (receiver.address() as AddressInfo).port },
  });
  open.push({ post, book });
  const change = async (work: (watch: Watch) => Watch) => book.update('w1', work);
  return {
    book,
    post,
    change,
    wind: (milliseconds: number) => (now += milliseconds),
    watch: () => {
      const watch = book.get('w1');
      if (!watch) throw new Error('There is no watch.');
      return watch;
    },
    /** Looks until nothing is being sent and something has come of it. */
    settled: () =>
      eventually(() => {
        post.scan();
        const watch = book.get('w1');
        return watch && watch.post?.by === undefined ? watch : undefined;
      }),
    create: async (webhook: Partial<Webhook> = {}) => {
      const made = makeWatch(
        {
          name: 'Flats',
          requests: [{ operation: 'hkproperty', body: { unit: 'A' } }],
          schedule: { kind: 'days', days: [1], at: '07:00', zone: 'UTC' },
          limits: { day: 10, month: 100 },
        },
        { id: 'w1', owner: { id: 'ann', name: 'Ann' }, sealedKey: undefined, now },
      );
      const whole = { url: 'https://hooks.example.com/in', form: 'standard' as const, secret, ...webhook };
      await book.add({ ...made, webhook: whole, post: startedPost(made) });
    },
  };
}

test.each(['standard', 'slack', 'teams'] as const)('no message has the key: %s', async (form) => {
  const { create, change, settled } = await gateway();
  await create({ form });
  await change((watch) => ({ ...watch, name: `Flats ${key}` }));
  await change((watch) =>
    raised(watch, [
      { at: begin, kind: 'failed', detail: `Odd key ${encodeURIComponent(key)}`, item: key, cell: key },
    ]),
  );
  await settled();
  await eventually(() => received.length > 0);
  const [{ body } = { body: '' }] = received;
  expect(body).toContain('•••');
  expect(body).not.toMatch(/nobody.{0,4}must/);
  expect(typeof JSON.parse(body)).toBe('object');
});

const news = (watch: Watch): Watch =>
  raised(watch, [
    {
      at: begin,
      kind: 'below',
      operation: 'hkproperty',
      item: 'Flat A',
      field: 'price',
      target: 9,
      now: 8,
      before: 10,
      currency: 'HKD',
      credits: 1,
    },
  ]);

test('an alert is signed, has one ID however often it is tried, and is tried less and less often', async () => {
  const { create, change, post, wind, watch, settled } = await gateway();
  await create();
  await change(news);
  reply = { status: 500 };
  post.scan();
  await eventually(() => watch().post?.tries === 1 && watch().post?.by === undefined);
  await settled();
  expect(received).toHaveLength(1);
  expect(watch().post).toMatchObject({
    sent: 0,
    tries: 1,
    at: begin + 5_000,
    why: expect.stringContaining('500') as string,
  });
  wind(5_000);
  reply = { status: 429, headers: { 'retry-after': '3600' } };
  post.scan();
  await eventually(() => watch().post?.tries === 2 && watch().post?.by === undefined);
  expect(watch().post?.at).toBe(begin + 5_000 + 3_600_000);
  wind(3_600_000);
  reply = { status: 200 };
  post.scan();
  await eventually(() => watch().post?.sent === 1 && watch().post?.by === undefined);
  expect(received.map(({ id }) => id)).toEqual(['alert_w1_1', 'alert_w1_1', 'alert_w1_1']);
  for (const { id, timestamp, signature, body } of received) {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(signature).toBe(
      `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    );
    expect(JSON.parse(body)).toMatchObject({
      type: 'watch.alert',
      timestamp: '2027-01-04T00:00:00.000Z',
      data: {
        id: 'alert_w1_1',
        name: 'Flats',
        kind: 'below',
        item: 'Flat A',
        before: 10,
        now: 8,
        credits: 1,
      },
    });
  }
});

test('what is owed outlives a gateway that ends while it sends, and is sent again with the same ID', async () => {
  const first = await gateway();
  await first.create();
  await first.change(news);
  await first.change((watch) => ({ ...watch, post: { ...startedPost({}), by: 'a gateway that has ended' } }));
  for (const { post, book } of open.splice(0)) {
    await post.drain();
    await book.close();
  }
  const { post, watch } = await gateway();
  post.scan();
  await eventually(() => watch().post?.sent === 1);
  expect(received.map(({ id }) => id)).toEqual(['alert_w1_1']);
});

test('a receiver that is gone gets no more, and one that redirects is not followed', async () => {
  const { create, change, post, wind, watch } = await gateway();
  await create();
  await change(news);
  reply = { status: 307, headers: { location: 'https://hooks.example.com/other' } };
  post.scan();
  await eventually(() => watch().post?.tries === 1 && watch().post?.by === undefined);
  expect([received.length, watch().post?.why]).toEqual([1, expect.stringContaining('redirects')]);
  wind(5_000);
  reply = { status: 410 };
  post.scan();
  await eventually(() => watch().post?.isOver === true && watch().post?.by === undefined);
  wind(86_400_000);
  await change(news);
  post.scan();
  expect(received).toHaveLength(2);
});

test('a name that points into a private network is refused when it is dialled, also if it changes', async () => {
  let turn = 0;
  const lookup: AddressLookup = (_host, _options, callback) => {
    const addresses = [['93.184.216.34', '10.0.0.1'], ['127.0.0.1'], ['::1']][turn++ % 3] ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  const { create, change, post, wind, watch } = await gateway({ lookup, isPublic: isPublicAddress });
  await create();
  await change(news);
  for (const tries of [1, 2, 3]) {
    post.scan();
    await eventually(() => watch().post?.tries === tries && watch().post?.by === undefined);
    expect(watch().post?.why).toContain('private network');
    wind(86_400_000);
  }
  expect(received).toEqual([]);
});

test('a host that is no longer allowed gets nothing', async () => {
  const { create, change, post, watch } = await gateway({ hosts: ['other.example.com'] });
  await create();
  await change(news);
  post.scan();
  await eventually(() => watch().post?.tries === 1 && watch().post?.by === undefined);
  expect([received.length, watch().post?.why]).toEqual([0, expect.stringContaining('may not be sent')]);
});

test.each([
  'http://hooks.example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]/',
  'https://１２７.０.０.１/',
  'https://user:word@hooks.example.com/',
  'https://hooks.example.com:8443/',
  'https://hooks.example.com.evil.test/',
  'https://evilhooks.example.com/',
  'https://localhost/',
  'https://example.com/',
  'file:///etc/passwd',
  'nothing',
])('%s is refused', (address) => {
  expect(refusedAddress(address, ['hooks.example.com', '*.example.org'])).toEqual(expect.any(String));
});

test('hosts are allowed by their name, or by the end of it', () => {
  const allowed = ['hooks.example.com', '*.example.org'];
  for (const address of [
    'https://hooks.example.com/x',
    'https://HOOKS.example.com./x',
    'https://a.b.example.org/',
  ])
    expect([address, refusedAddress(address, allowed)]).toEqual([address, undefined]);
  expect(refusedAddress('https://example.org/', allowed)).toEqual(expect.any(String));
  expect(refusedAddress('https://hooks.example.com/', [])).toEqual(expect.any(String));
});

test.each([
  ['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.255.255', '192.168.0.1'],
  [
    '192.0.0.1',
    '192.0.2.1',
    '198.19.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  [
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
  ],
  ['2001:db8::1', '2002:7f00:1::', '2001::1', '100::1', 'fec0::1', 'not an address', ''],
])('%s and others are no public addresses', (...addresses) => {
  for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
});

test('public addresses are', () => {
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
});

test('Slack and Teams get their own forms, in which the name of an item is text', async () => {
  const watch = { id: 'w1', name: 'Flats' };
  const alert = {
    number: 1,
    at: begin,
    kind: 'new' as const,
    item: '<!channel> *[A](https://x.test)*',
    credits: 1,
  };
  expect(JSON.parse(await messageOf(watch, alert, 'slack'))).toMatchObject({
    text: expect.stringContaining('&lt;!channel&gt;') as string,
    blocks: [{ type: 'section', text: { type: 'plain_text' } }, { type: 'context' }],
  });
  const teams = JSON.parse(await messageOf(watch, alert, 'teams')) as {
    type: string;
    attachments: { contentType: string; content: { type: string; body: { text?: string }[] } }[];
  };
  expect(teams.type).toBe('message');
  expect(teams.attachments[0]?.contentType).toBe('application/vnd.microsoft.card.adaptive');
  expect(teams.attachments[0]?.content.body[0]?.text).toContain('\\*\\[A\\]');
  expect(alertId(watch, alert)).toBe('alert_w1_1');
  // What was compared with an own product says so in every form.
  const own = { ...alert, item: 'Kettle B', own: { item: 'Kettle' } };
  for (const form of ['slack', 'teams', 'standard'] as const)
    expect(await messageOf(watch, own, form)).toContain('Kettle B is a new candidate for your Kettle.');
  expect(JSON.parse(await messageOf(watch, own, 'standard'))).toMatchObject({
    data: { own: { item: 'Kettle' } },
  });
  for (const form of ['slack', 'teams', 'standard'] as const)
    expect(await messageOf({ ...watch, language: 'nl' }, own, form)).toContain(
      'Kettle B is een nieuwe kandidaat voor jouw Kettle.',
    );
});
