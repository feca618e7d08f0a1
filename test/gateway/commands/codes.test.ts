import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AuditTrail } from '../../../src/gateway/audit/auditTrail';
import { codesCommand } from '../../../src/gateway/commands/codes';
import { codeFile, codesInRedis, type CodeStore } from '../../../src/gateway/people/codeStore';
import { CodeRegister } from '../../../src/gateway/people/codeRegister';
import { readGatewaySettings } from '../../../src/gateway/settings/settings';
import { RedisServer } from '../support/redisServer';
import { testGateway, valuation } from '../support/testGateway';
import { removeFolder } from '../../removeFolder';

const day = 86_400_000;
let folder: string;
let now = Date.now();
const clock = () => now;
const file = () => path.join(folder, 'codes.json');
const register = () => new CodeRegister([codeFile(file())], clock);
const run = async (...args: string[]) => {
  const said: string[] = [];
  const code = await codesCommand(args, { register: register(), clock, say: (text) => said.push(text) });
  return { code, said };
};

beforeEach(() => {
  now = Date.now();
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-codes-'));
});
afterEach(() => removeFolder(folder));

test('ten who make a code at once make ten, and leave no lock behind', async () => {
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, i) => register().create([{ name: `Person ${i}` }])),
  );
  const listed = await register().list();
  expect(listed.map(({ name }) => name).sort()).toEqual(Array.from({ length: 10 }, (_, i) => `Person ${i}`));
  for (const [each] of made) expect(await register().find(each?.code ?? '')).toBeDefined();
  expect(readdirSync(folder).sort()).toEqual(['codes.json', 'codes.json.previous']);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;
asRoot('what root makes belongs to the owner of the folder, the service (needs root)', async () => {
  chownSync(folder, 12_345, 12_345);
  const trail = new AuditTrail({ folder, bytes: 1_000_000, files: 2, clock });
  for (const name of ['Ann', 'Bob', 'Cy']) expect((await run('create', name)).code).toBe(0);
  trail.note('code created', { name: 'Ann' });
  await trail.flush();
  const made = readdirSync(folder).sort();
  expect(made).toEqual(['audit.jsonl', 'codes.json', 'codes.json.previous']);
  for (const name of made) expect([name, statSync(path.join(folder, name)).uid]).toEqual([name, 12_345]);
});

test('a version before the last that belongs to another user is replaced', async () => {
  await run('create', 'Ann');
  writeFileSync(`${file()}.previous`, 'of another user');
  chmodSync(`${file()}.previous`, 0o400);
  await run('create', 'Bob');
  expect(JSON.parse(readFileSync(`${file()}.previous`, 'utf8'))).toEqual([
    expect.objectContaining({ name: 'Ann' }),
  ]);
});

test('a lock of a process that has died is taken over', async () => {
  writeFileSync(`${file()}.lock`, '999999999');
  expect((await run('create', 'Ann')).code).toBe(0);
});

test.each(['', '[', '{"a":1}', '[{"id":"x"}]', 'null', '\0\0\0'])(
  'a damaged file (%j) is left as it is, by commands and by gateways',
  async (text) => {
    writeFileSync(file(), text);
    for (const args of [['create', 'Ann'], ['list'], ['revoke', '0123456789']]) {
      const { code, said } = await run(...args);
      expect(code).toBe(1);
      expect(said).toEqual([
        expect.stringMatching(/codes\.json is damaged and was not changed\. Restore it .*\.$/),
      ]);
    }
    await register().refresh(true);
    expect(readFileSync(file(), 'utf8')).toBe(text);
    const env = {
      SPILLWAY_UPSTREAM: 'https://x.test',
      SPILLWAY_MODE: 'team',
      SPILLWAY_KEY: 'k',
      SPILLWAY_DATA: folder,
    };
    expect(readGatewaySettings(env, '/srv').faults).toEqual([
      expect.stringMatching(/^The access codes in .* are damaged\. Restore the file/),
    ]);
  },
);

test('a gateway whose file is damaged while it runs goes on with the codes it knows, and says so', async () => {
  const team = await testGateway({ SPILLWAY_MODE: 'team', SPILLWAY_KEY: 'k', SPILLWAY_DATA: folder });
  const ann = { 'access-token': await team.newCode('Ann') };
  expect((await team.post(valuation, { unit: 'A' }, ann)).status).toBe(200);
  writeFileSync(file(), '[{"id"');
  team.wind(6_000);
  expect((await team.post(valuation, { unit: 'A' }, ann)).status).toBe(200);
  await team.close();
  expect(readFileSync(file(), 'utf8')).toBe('[{"id"');
  expect(team.lines.join('')).toContain('damaged');
});

test('codes are made for a list of people, with an end', async () => {
  writeFileSync(path.join(folder, 'names.txt'), 'Ann Smith\r\n\nBob\n');
  const { code, said } = await run('create', '--names', path.join(folder, 'names.txt'), '--expires', '90d');
  expect(code).toBe(0);
  expect(said).toEqual([
    expect.stringMatching(/^spw_\w{10}_[\w-]{32} {2}Ann Smith$/),
    expect.stringMatching(/^spw_\w{10}_[\w-]{32} {2}Bob$/),
  ]);
  const [ann = ''] = said[0]?.split(' ') ?? [];
  const known = register();
  expect(await known.find(ann)).toBeDefined();
  now += 91 * day;
  expect(await known.find(ann)).toBeUndefined();
  expect((await run('list')).said.join('\n')).toMatch(/expired .* Ann Smith/);
});

test.each(['soon', '0d', '2001-01-01', '-1d'])(
  'an end that makes no sense (%s) makes no code',
  async (end) => {
    expect((await run('create', 'Ann', `--expires=${end}`)).code).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('an option that does not exist makes no code', async () => {
  expect((await run('create', 'Ann', '--amdin')).code).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('when a code was last used is listed, and nothing in a list can steer a terminal', async () => {
  const made = await run('create', 'Ann\u001b[2J\u202e\nadmin');
  const gateway = register();
  now += day;
  expect(await gateway.find(made.said[0] ?? '')).toBeDefined();
  const used = new Date(now).toISOString().slice(0, 16);
  await gateway.close();
  const [, line = ''] = (await run('list')).said;
  expect(line).toContain(used);
  expect(line).toContain('Ann\\u{1b}[2J\\u{202e}\\u{a}admin');
  // Also of a record that was made before names were cleaned.
  writeFileSync(file(), readFileSync(file(), 'utf8').replace('Ann', '\\u001b]0;Ann'));
  expect((await run('list')).said.join('')).not.toContain('\u001b');
});

test('a file that others could read is closed with the next change', async () => {
  await run('create', 'Ann');
  chmodSync(file(), 0o644);
  await run('create', 'Bob');
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('what has not changed since all codes were read is not parsed again', async () => {
  const redis = await RedisServer.start();
  const places = [codeFile(file()), codesInRedis(redis.url, 'test:')];
  const ours = new CodeRegister(places, clock);
  try {
    const [ann] = await ours.create([{ name: 'Ann' }]);
    for (const place of places) {
      const [before] = await place.load();
      expect(before).toEqual(ann?.record);
      expect((await place.load())[0]).toBe(before);
    }
    await run('create', 'Bob');
    await ours.revoke(ann?.record.id ?? '');
    expect((await ours.list()).map(({ name, revokedAt }) => [name, revokedAt])).toEqual([
      ['Ann', now],
      ['Bob', undefined],
    ]);
  } finally {
    await ours.close();
    await redis.kill();
  }
});

test('a gateway that did not hear of a revocation cannot undo it in Redis', async () => {
  const redis = await RedisServer.start();
  const place = codesInRedis(redis.url, 'test:');
  const ours = new CodeRegister([place], clock);
  try {
    const [made] = await ours.create([{ name: 'Ann' }]);
    const stale = made?.record;
    await ours.revoke(stale?.id ?? '');
    await place.join(stale ? [stale] : []);
    expect((await ours.list())[0]?.revokedAt).toBe(now);
  } finally {
    await ours.close();
    await redis.kill();
  }
});

test.each([
  ['has yet to tell what it knows', [undefined, undefined]],
  ['finds that data were lost meanwhile', ['one', 'two']],
] as const)('nobody says that a read code holds while a gateway %s', async (_, epochs) => {
  const place: CodeStore = { ...codeFile(file()), isShared: true };
  const grant = { owner: 'anybody', history: 'x', tables: [], sources: [] };
  const wise = new CodeRegister([place], clock);
  const [made] = await wise.create([{ name: 'Ann', grant }]);
  expect(await wise.findGrant(made?.code ?? '')).toMatchObject({ id: made?.record.id });
  const said = [...epochs];
  const ours = new CodeRegister([place], clock, undefined, () => Promise.resolve(said.shift()));
  await expect(ours.findGrant(made?.code ?? '')).rejects.toThrow('Not every gateway');
  await ours.close();
});

test('closing waits for a reading under way, and nothing is written afterwards', async () => {
  const steps: string[] = [];
  let arrive: () => void = () => undefined;
  const place: CodeStore = {
    ...codeFile(file()),
    load: () => new Promise((resolve) => (arrive = () => resolve([]))),
    noteUse: () => Promise.resolve(void steps.push('note')),
    close: () => Promise.resolve(void steps.push('close')),
  };
  const ours = new CodeRegister([codeFile(file()), place], clock);
  const [made] = await ours.create([{ name: 'Ann' }]);
  const reading = ours.refresh();
  ours.isActive(made?.record.id ?? '');
  const closing = ours.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(steps).toEqual([]);
  arrive();
  await Promise.all([closing, reading]);
  expect(steps).toEqual(['note', 'close']);
});
