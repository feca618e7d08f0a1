import { requirePrograms } from '../../scripts/setup/programs.mjs';
import { Progress } from '../../scripts/setup/progress.mjs';
import { findServer } from '../../scripts/setup/servers.mjs';
import { debian, fedora, machine, type MadeUp } from './machine';

const wanted: ('chromium' | 'redis-server')[] = ['chromium', 'redis-server'];
const env = { PATH: '/usr/bin' };

/** Installs what it is asked to, on a machine that starts with `files`. */
async function require(from: MadeUp, files: string[] = []) {
  const asked: string[][] = [];
  const where = machine({ env, files, ...from });
  const found = await requirePrograms(where, wanted, new Progress({ write: () => true }), (packages) => {
    asked.push(packages);
    files.push(...packages.map((name) => `/usr/bin/${name}`));
    return Promise.resolve();
  });
  return { found, asked };
}

test('what is there is used and nothing is installed', async () => {
  const { found, asked } = await require({ release: debian, root: true }, [
    '/usr/bin/chromium',
    '/usr/bin/redis-server',
  ]);
  expect(found).toEqual({ chromium: '/usr/bin/chromium', 'redis-server': '/usr/bin/redis-server' });
  expect(asked).toEqual([]);
});

test('root on Debian gets what is missing, in one go', async () => {
  const { found, asked } = await require({ release: debian, root: true });
  expect(asked).toEqual([['chromium', 'redis-server']]);
  expect(found.chromium).toBe('/usr/bin/chromium');
});

test('a Chrome that is there makes Chromium unnecessary', async () => {
  const { found, asked } = await require({ release: debian, root: true }, ['/usr/bin/google-chrome']);
  expect(asked).toEqual([['redis-server']]);
  expect(found.chromium).toBe('/usr/bin/google-chrome');
});

test('fonts as wide as those of Excel are installed where they can be, and not asked for elsewhere', async () => {
  const fonts = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';
  const asked: string[][] = [];
  const want = (from: MadeUp) =>
    requirePrograms(
      machine({ env, files: [], ...from }),
      ['fonts-liberation'],
      new Progress({ write: () => true }),
      (packages) => Promise.resolve(void asked.push(packages)),
    );
  await want({ release: debian, root: true, files: [fonts] });
  for (const from of [{ release: debian }, { release: fedora, root: true }, { os: 'darwin' as const }])
    await want(from);
  expect(asked).toEqual([]);
  await want({ release: debian, root: true });
  expect(asked).toEqual([['fonts-liberation']]);
});

test.each([
  ['a user of Debian', { release: debian }],
  ['root elsewhere', { release: fedora, root: true }],
  ['macOS', { os: 'darwin' as const, root: true }],
  ['Windows', { os: 'win32' as const }],
])('%s is told what to install', async (_, from) => {
  await expect(require(from)).rejects.toThrow(/^No Chrome, Edge or Chromium was found: .*SPILLWAY_BROWSER/);
});

test('a missing Redis server is told too', async () => {
  await expect(require({ release: debian }, ['/usr/bin/chromium'])).rejects.toThrow(
    'No Redis server was found: run "sudo apt-get install redis-server", or set SPILLWAY_REDIS_SERVER to the path of one.',
  );
});

test('Redis is the one SPILLWAY_REDIS_SERVER names, else redis-server, else valkey-server', () => {
  const files = ['/my/redis', '/usr/bin/redis-server', '/usr/bin/valkey-server'];
  const chosen = { ...env, SPILLWAY_REDIS_SERVER: '/my/redis' };
  expect(findServer('redis-server', machine({ env: chosen, files }))).toBe('/my/redis');
  expect(findServer('redis-server', machine({ env, files }))).toBe('/usr/bin/redis-server');
  expect(findServer('redis-server', machine({ env, files: files.slice(2) }))).toBe('/usr/bin/valkey-server');
  expect(() => findServer('redis-server', machine({ env: chosen, files: [] }))).toThrow(
    'there is no such file',
  );
});

test('PostgreSQL is the one SPILLWAY_POSTGRES_SERVER names, else the one on the path, else the newest of the packages', () => {
  const packaged = ['/usr/lib/postgresql/15/bin/postgres', '/usr/lib/postgresql/17/bin/postgres'];
  const files = ['/my/postgres', '/usr/bin/postgres', ...packaged];
  const chosen = { ...env, SPILLWAY_POSTGRES_SERVER: '/my/postgres' };
  expect(findServer('postgresql', machine({ env: chosen, files }))).toBe('/my/postgres');
  expect(findServer('postgresql', machine({ env, files }))).toBe('/usr/bin/postgres');
  expect(findServer('postgresql', machine({ env, files: packaged }))).toBe(
    '/usr/lib/postgresql/17/bin/postgres',
  );
  expect(findServer('postgresql', machine({ env, files: [] }))).toBeUndefined();
});

test('a missing PostgreSQL server is told with the package that has it', async () => {
  const progress = new Progress({ write: () => true });
  await expect(
    requirePrograms(machine({ env, files: [], release: debian }), ['postgresql'], progress),
  ).rejects.toThrow(
    'No PostgreSQL server was found: run "sudo apt-get install postgresql", or set SPILLWAY_POSTGRES_SERVER to the path of one.',
  );
});

test('nginx is found beside the path of an ordinary user, where Debian puts it', () => {
  expect(findServer('nginx-light', machine({ env, files: ['/usr/sbin/nginx'] }))).toBe('/usr/sbin/nginx');
});
