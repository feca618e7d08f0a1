// Alerts by e-mail, to a real SMTP server: at once and as digests, once for each, whatever ends in between.
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { keyMask } from '../../../src/gateway/calls/keyMask';
import { makeLog } from '../../../src/gateway/telemetry/log';
import { isMailDue, mailOf, mailSender, refusedRecipient } from '../../../src/gateway/watch/alertMail';
import type { WatchEmail } from '../../../src/protocol/watches';
import { AlertPost } from '../../../src/gateway/watch/alertPost';
import type { Alerting } from '../../../src/gateway/watch/alerts';
import { raised } from '../../../src/gateway/watch/raisedAlerts';
import { recordsInRedis, recordsOnDisk } from '../../../src/gateway/stores/recordPlaces';
import { openStore } from '../../../src/gateway/stores/openStore';
import type { ResilientStore } from '../../../src/gateway/stores/resilientStore';
import { addressed } from '../../../src/gateway/watch/posting';
import { makeWatch, type Watch, type WatchRecord } from '../../../src/gateway/watch/watch';
import { WatchBook } from '../../../src/gateway/watch/watchBook';
import { removeFolder } from '../../removeFolder';
import { eventually } from '../support/eventually';
import { answer } from '../support/fakeUpstream';
import { RedisServer } from '../support/redisServer';
import { testGateway } from '../support/testGateway';
import { form, Watches } from './support';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly head: string;
  readonly body: string;
}

const hour = 3_600_000;
const day = 24 * hour;
/** A Monday at midnight. */
const begin = Date.UTC(2027, 0, 4);
const key = 'a-key-that-nobody-must-ever-read';
const log = makeLog('silent');
const domains = ['example.com'];
let folder: string;
let server: SMTPServer;
let received: Received[];
/** What the server says to a message; empty where it takes it. */
let refusal: string;
/** Called before the server says that it has taken a message. */
let taken: () => void;
const open: { post: AlertPost; book: WatchBook; store: ResilientStore | undefined }[] = [];

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
        const { mailFrom, rcptTo } = session.envelope;
        if (refusal !== '') return callback(new Error(refusal));
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          head: head.replaceAll(/\r\n[ \t]+/g, ' '),
          body: rest.join('\n\n'),
        });
        taken();
        return callback();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-mail-'));
  received = [];
  refusal = '';
  taken = () => undefined;
});
afterEach(async () => {
  await end();
  removeFolder(folder);
});

async function end(): Promise<void> {
  for (const { post, book, store } of open.splice(0)) {
    await post.drain();
    await book.close();
    await store?.close();
  }
}

const port = () => (server.server.address() as AddressInfo).port;

/** The book of a gateway on the folder, with what sends its alerts. */
async function gateway(at = begin, allowed: readonly string[] = domains, redis?: RedisServer) {
  let now = at;
  const name = `gateway ${Math.random()}`;
  const prefix = 'mail:';
  const bounds = { memoryBytes: 1e6, diskBytes: 0, storeTimeout: 1_000, data: undefined };
  const store =
    redis && (await openStore({ ...bounds, redisUrl: redis.url, redisPrefix: prefix }, { clock: Date.now }));
  const book = new WatchBook({
    place: redis
      ? recordsInRedis<WatchRecord>({ url: redis.url, prefix, timeout: 1_000 }, 'watches')
      : await recordsOnDisk<WatchRecord>(folder, 'watch'),
    clock: () => now,
    elapsed: () => performance.now() + 10_000,
    gateway: name,
    lease: 15_000,
    settled: () => store?.settled() ?? Promise.resolve('alone'),
  });
  store?.tellsToo(() => book.tellAgain());
  await eventually(() =>
    book.load().then(
      () => true,
      () => false,
    ),
  );
  const settings = { url: `smtp://127.0.0.1:${port()}`, from: 'alerts@example.com', domains: allowed };
  const post = new AlertPost({
    book,
    gateway: name,
    hosts: [],
    mail: settings,
    sendMail: mailSender(settings),
    clean: () => Promise.resolve((text) => keyMask(key).text(text)),
    clock: () => now,
    log,
  });
  open.push({ post, book, store });
  const watch = (): Watch => {
    const found = book.get('w1');
    if (!found) throw new Error('There is no watch.');
    return found;
  };
  return {
    post,
    book,
    watch,
    change: (work: (watch: Watch) => Watch) => book.update('w1', work),
    wind: (milliseconds: number) => (now += milliseconds),
    create: async (email: WatchEmail, more: Partial<Watch> = {}) => {
      const form = {
        name: 'Flats',
        requests: [{ operation: 'hkproperty' as const, body: { unit: 'A' } }],
        schedule: { kind: 'days' as const, days: [1], at: '07:00', zone: 'UTC' },
        limits: { day: 10, month: 100 },
      };
      const made = makeWatch(form, {
        id: 'w1',
        owner: { id: 'ann', name: 'Ann' },
        sealedKey: undefined,
        now,
      });
      await book.add(addressed({ ...made, ...more }, { email }, { hosts: [], mail: { domains } }));
    },
    /** Looks, and waits until a try has its outcome. */
    tried: async () => {
      const before = JSON.stringify([watch().mail?.sent, watch().mail?.tries]);
      post.scan();
      await eventually(() => {
        const { sent, tries, by } = watch().mail ?? {};
        return by === undefined && JSON.stringify([sent, tries]) !== before;
      });
    },
  };
}

const fell = (item: string, before: number, now: number, more: object = {}) => ({
  at: begin,
  kind: 'below' as const,
  operation: 'hkproperty' as const,
  item,
  field: 'price',
  target: 9,
  before,
  now,
  currency: 'HKD',
  credits: 1,
  ...more,
});
const ann = { to: 'ann@example.com', when: 'once' } as const;

test('alerts are mailed at once, together, and never again', async () => {
  const { create, change, tried, post, wind, watch } = await gateway();
  await create(ann);
  await change((it) => raised(it, [fell('Flat A', 10, 8, { cell: 'Sheet1!A1' })]));
  await tried();
  await change((it) => raised(it, [fell('Flat B', 10, 7), fell('Flat C', 10, 6)]));
  await tried();
  wind(30 * day);
  post.scan();
  expect(watch().mail).toMatchObject({ sent: 3, tries: 0 });
  expect(received.map(({ from, to }) => [from, to])).toEqual(
    Array.from({ length: 2 }, () => ['alerts@example.com', ['ann@example.com']]),
  );
  const [one, two] = received;
  expect(one?.head).toMatch(/Subject: Flats: Flat A: .* is 8 HKD, below 9 HKD\. It was 10/);
  expect(one?.head).toMatch(/Message-ID: <alert_w1_1-1@example\.com>/i);
  expect(one?.body).toContain('Sheet1!A1');
  expect(two?.head).toContain('Subject: Flats: 2 alerts');
  expect(two?.body).toMatch(/Flat B[^]*Flat C/);
});

test('a name that would turn the direction of the line turns no price', async () => {
  const watch = raised<Alerting>({ alerts: [] }, [
    fell('Flat \u202eA', 10, 8, { currency: 'H\u2067KD' }),
    { at: begin, kind: 'failed', detail: 'Closed\u2066.' },
  ]);
  const { text } = await mailOf({ name: 'Flats', email: ann }, watch.alerts ?? [], 2);
  expect(text).toMatch(/Flat A: .* is 8 HKD[^]*Closed\./);
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});

test('a name of a product makes no link in a mail', async () => {
  const names = ['Kettle https://evil.test/login 1.5 l', 'Kettle www.evil.test', 'Kettle, ask eve@evil.test'];
  const alerts = names.map((name, index) => ({ ...fell(name, 10, 8), number: index + 1 }));
  const { text } = await mailOf({ name: 'Kettles', email: ann }, alerts, names.length);
  expect(text).not.toMatch(/https?:\/\/|www\.\w|evil\.test|@evil/);
  // Whoever reads it sees the name as it is.
  for (const name of names) expect(text.replaceAll('\u2060', '')).toContain(name);
  expect(text).toContain('1.5 l');
});

test('a time zone that only another version knows keeps no alert from being sent', async () => {
  const { create, change, tried, wind } = await gateway();
  await create({ ...ann, when: 'day' });
  const schedule = { kind: 'hours', every: 1, from: begin, zone: 'Mars/Olympus_Mons' } as const;
  await change((it) => ({ ...raised(it, [fell('Flat A', 10, 8)]), schedule }));
  wind(day);
  await tried();
  expect(received[0]?.body).toMatch(/Flat A[^]*Jan 4, 2027/);
});

test('alerts of a run under way wait until its cost is known', async () => {
  const { create, change, tried, post } = await gateway();
  await create(ann);
  const run = { tick: 5, startedAt: begin, by: 'x', items: [null] };
  await change((it) => ({ ...raised(it, [fell('Flat A', 10, 8, { tick: 5 })]), run }));
  post.scan();
  await change((it) => ({ ...it, run: undefined }));
  await tried();
  expect(received).toHaveLength(1);
});

test('a server that refuses is tried less and less often, with the same message, and more alerts wait for the next one', async () => {
  const { create, change, tried, wind, watch } = await gateway();
  await create(ann);
  await change((it) => raised(it, [fell('Flat A', 10, 8)]));
  refusal = 'Come back later';
  await tried();
  expect(watch().mail).toMatchObject({ sent: 0, tries: 1, at: begin + 5_000, upTo: 1 });
  expect(watch().mail?.why).toContain('Come back later');
  await change((it) => raised(it, [fell('Flat B', 10, 7)]));
  wind(5_000);
  refusal = '';
  await tried();
  await tried();
  expect(watch().mail).toMatchObject({ sent: 2 });
  expect(received.map(({ head }) => /alert_w1_[\d-]+/.exec(head)?.[0])).toEqual([
    'alert_w1_1-1',
    'alert_w1_2-2',
  ]);
});

test('a gateway that ends right after the server took the message leaves one that is the same', async () => {
  const first = await gateway();
  await first.create(ann);
  await first.change((it) => raised(it, [fell('Flat A', 10, 8)]));
  await first.change((it) => ({
    ...it,
    mail: { sent: 0, tries: 0, at: 0, by: 'a gateway that has ended', upTo: 1 },
  }));
  await first.change((it) => raised(it, [fell('Flat B', 10, 7)]));
  await end();
  const { tried, watch } = await gateway();
  await tried();
  expect(watch().mail?.sent).toBe(1);
  expect(received[0]?.head).toContain('alert_w1_1-1@');
  expect(received[0]?.body).not.toContain('Flat B');
});

test('what was mailed while Redis was away is not mailed again when it is back, empty', async () => {
  const redis = await RedisServer.start();
  try {
    const { create, change, post, watch, book } = await gateway(begin, domains, redis);
    await create(ann);
    await change((it) => raised(it, [fell('Flat A', 10, 8)]));
    const away = new Promise<unknown>((resolve) => {
      taken = () => {
        taken = () => undefined;
        resolve(redis.kill());
      };
    });
    post.scan();
    await away;
    await eventually(async () => {
      await book.beat();
      return !book.isUp;
    });
    await redis.restart();
    await eventually(async () => {
      await book.beat();
      post.scan();
      return watch().mail?.sent === 1;
    });
    // Nothing is changed before everything is told again.
    await eventually(() =>
      change((it) => raised(it, [fell('Flat B', 10, 7)])).then(
        () => true,
        () => false,
      ),
    );
    await eventually(() => {
      post.scan();
      return watch().mail?.sent === 2;
    });
    expect(received.map(({ head }) => /alert_w1_[\d-]+/.exec(head)?.[0])).toEqual([
      'alert_w1_1-1',
      'alert_w1_2-2',
    ]);
  } finally {
    await end();
    await redis.kill();
  }
});

test('an address that is changed while a message is on its way gets what happens from then on', async () => {
  const { create, change, post, watch, tried } = await gateway();
  await create(ann);
  await change((it) => raised(it, [fell('Flat A', 10, 8)]));
  const changed = new Promise<unknown>((resolve) => {
    taken = () => {
      taken = () => undefined;
      const bob = { to: 'bob@example.com', when: 'once' } as const;
      resolve(change((it) => addressed(it, { email: bob }, { hosts: [], mail: { domains } })));
    };
  });
  post.scan();
  await changed;
  await change((it) => raised(it, [fell('Flat B', 10, 7)]));
  await tried();
  expect(received.map(({ to, head }) => [to[0], /alert_w1_[\d-]+/.exec(head)?.[0]])).toEqual([
    ['ann@example.com', 'alert_w1_1-1'],
    ['bob@example.com', 'alert_w1_2-2'],
  ]);
  expect(watch().mail).toMatchObject({ sent: 2 });
});

test('a digest comes at seven with the biggest changes first, and has each alert once', async () => {
  const { create, change, tried, post, wind, watch } = await gateway();
  await create({ ...ann, when: 'day' });
  const cheaper = { ...fell('Flat B', 10, 2), target: 5, own: { item: 'My flat', at: begin } };
  // A change from 0 has no share: however large the number, it is no bigger than a doubling.
  const others = [fell('Flat E', 10, 25), fell('Flat D', 0, 250)];
  await change((it) => raised(it, [fell('Flat A', 10, 9.5), cheaper, ...others, fell('Flat C', 10, 7)]));
  wind(6 * hour);
  post.scan();
  expect(watch().mail?.by).toBeUndefined();
  wind(hour);
  await tried();
  wind(day);
  post.scan();
  expect(received).toHaveLength(1);
  expect(received[0]?.head).toContain('Subject: Flats: 5 alerts');
  expect(received[0]?.body).toMatch(/Flat E[^]*Flat D[^]*Flat B[^]*Flat C[^]*Flat A/);
  expect(received[0]?.body.replaceAll(/=\r?\n/g, '')).toContain(
    'below your price of 5 HKD for My flat (as of Jan 4, 2027).',
  );
});

test('a digest is due by the clock of the watch’s time zone, each day or on Mondays', () => {
  const due = (when: WatchEmail['when'], first: number, zone: string, now: number) =>
    isMailDue({ to: '', when }, first, zone, now);
  const hongKong = 'Asia/Hong_Kong';
  expect(due('day', begin, hongKong, begin + 22 * hour)).toBe(false);
  expect(due('day', begin, hongKong, begin + 23 * hour)).toBe(true);
  expect(due('week', begin + 8 * hour, 'UTC', begin + 6 * day)).toBe(false);
  expect(due('week', begin + 8 * hour, 'UTC', begin + 7 * day + 7 * hour)).toBe(true);
  // Seen by a clock that was a year ahead.
  expect(due('week', begin + 365 * day, 'UTC', begin)).toBe(true);
});

test('a name cannot add a header, and no mail has the key', async () => {
  const { create, change, tried } = await gateway();
  await create(ann, { name: `Flats\r\nBcc: eve@evil.test\r\n\r\n${key}` });
  await change((it) =>
    raised(it, [fell(`Flat\r\nBcc: eve@evil.test ${key}`, 10, 8, { cell: 'A1\r\n.\r\n' })]),
  );
  await tried();
  const [mail] = received;
  expect(mail?.to).toEqual(['ann@example.com']);
  expect(mail?.head).not.toMatch(/^Bcc:/im);
  expect(JSON.stringify(mail)).not.toContain(key);
});

test.each([
  'ann@example.org',
  'ann@sub.example.com',
  'ann@example.com.evil.test',
  'ann@example.com,eve@evil.test',
  'ann@example.com\r\nBcc: eve@evil.test',
  'Ann <ann@example.com>',
  '"a b"@example.com',
  '<eve@evil.test>ann@example.com',
  'ann@evil.test@example.com',
  'ann@[127.0.0.1]',
  `${'a'.repeat(260)}@example.com`,
  '@example.com',
  'ann',
  '',
])('%j is refused', (to) => {
  expect(refusedRecipient(to, { domains })).toEqual(expect.any(String));
});

test('addresses at an allowed domain are taken, as long as it is allowed and the gateway sends e-mail', async () => {
  expect(refusedRecipient("o'ann.b+c@EXAMPLE.com", { domains })).toBeUndefined();
  expect(refusedRecipient('ann@example.com', undefined)).toContain('SPILLWAY_SMTP_URL');
  const { create, change, tried, watch } = await gateway(begin, ['example.org']);
  await create(ann);
  await change((it) => raised(it, [fell('Flat A', 10, 8)]));
  await tried();
  expect([received.length, watch().mail?.why]).toEqual([0, expect.stringContaining('may not be sent')]);
});

test('of very many alerts the mail lists fifty and counts the rest', async () => {
  const { alerts = [] } = raised<Alerting>(
    {},
    Array.from({ length: 260 }, (_, nth) => fell(`Flat ${nth}`, 10, 8)),
  );
  const { subject, text } = await mailOf({ name: 'Flats', email: { ...ann, when: 'week' } }, alerts, 260);
  expect(subject).toBe('Flats: 260 alerts');
  expect(text.match(/^- /gm)).toHaveLength(50);
  expect(text).toContain('And 210 more.');
});

test('a mail is in the language that its watch was made in, with the dates of its time zone', async () => {
  const { alerts = [] } = raised<Alerting>({}, [
    { ...fell('Flat A', 12_345.5, 8), credits: 2, cell: 'Sheet1!A1' },
    { kind: 'paused', at: begin, detail: 'The limit of 5 credits a day is reached. Odd.' },
  ]);
  const mail = (language?: string) =>
    mailOf({ name: 'Flats', email: ann, schedule: { zone: 'Asia/Hong_Kong' }, language }, alerts, 2);
  const russian = await mail('ru');
  expect(russian.subject).toBe('Flats: 2 оповещения');
  expect(russian.text).toMatch(/Оценка стоимости — 8 HKD, ниже 9 HKD\. Было: 12\s345,5 HKD\./);
  expect(russian.text).toContain('запуск стоил 2 кредита');
  expect(russian.text).toContain('Отслеживание приостановлено. Достигнут дневной предел кредитов: 5. Odd.');
  expect((await mail('nl')).text).toMatch(/Gezien 4 jan\.? 2027,? (?:om )?08:00 GMT\+8/);
  expect((await mail('zh-HK')).text).toContain('監察：Flats');
  // From right to left, line by line; what came from elsewhere keeps its own direction.
  const arabic = (await mail('ar')).text.split('\n').filter(Boolean);
  expect(arabic.filter((line) => !line.startsWith('\u200F'))).toEqual([]);
  expect(arabic.join()).toContain('\u2068Flat A\u2069');
  // A language of a later version, and a watch of an earlier one.
  const plain = await mail();
  for (const unknown of ['xx', 'constructor']) expect(await mail(unknown)).toEqual(plain);
  expect(plain.subject).toBe('Flats: 2 alerts');
});

test('whoever handed over a list gets one mail when it is done, with what it fetched and cost', async () => {
  const admin = { 'access-token': 'an-admin-code-of-many-letters' };
  const running = await testGateway({
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: key,
    SPILLWAY_ADMIN_CODE: admin['access-token'],
    SPILLWAY_DATA: folder,
    SPILLWAY_SMTP_URL: `smtp://127.0.0.1:${port()}`,
    SPILLWAY_SMTP_FROM: 'alerts@example.com',
    SPILLWAY_MAIL_DOMAINS: 'example.com',
  });
  try {
    const watches = new Watches(running, admin);
    const usual = running.upstream.reply;
    running.upstream.reply = (call) =>
      call.body?.includes('C') ? answer(404, { detail: 'No such unit.' }) : usual(call);
    const list = form(['A', 'B', 'C'], { name: 'Handed over', schedule: { kind: 'once', zone: 'UTC' } });
    const { id, price } = await watches.create(list, { email: ann });
    await eventually(() => received.length > 0);
    const { last } = (await watches.one(id)) ?? {};
    expect([price.run, last?.responses]).toEqual([3, 2]);
    const [mail] = received;
    expect(mail?.to).toEqual(['ann@example.com']);
    expect(mail?.head).toContain('Subject: Handed over: What you handed over is finished. 2 of 3 results');
    expect(mail?.body).toContain(`the run cost ${last?.credits} credits`);
    expect(mail?.body).not.toContain(key);
    // One that is stopped by whoever handed it over tells nobody.
    const finish = running.upstream.hold();
    const many = Array.from({ length: 9 }, (_, nth) => `D${nth}`);
    const stopped = await watches.create({ ...list, ...form(many), schedule: list.schedule }, { email: ann });
    await eventually(() => running.upstream.calls.length > 3);
    expect((await watches.send('PATCH', `/${stopped.id}`, { state: 'paused' })).status).toBe(200);
    finish();
    await eventually(async () => (await watches.one(stopped.id))?.last?.outcome === 'stopped');
    const next = await watches.create(form(['E'], { schedule: list.schedule }), { email: ann });
    await eventually(() => received.length > 1);
    expect(received.map(({ head }) => head.includes(next.id))).toEqual([false, true]);
  } finally {
    await running.close();
  }
});
