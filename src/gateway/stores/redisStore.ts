// The store that any number of gateways share, on Redis or Valkey. Each step is one command or one script.
import type { Redis } from 'ioredis';
import { connectRedis, connectTimeout, hear, longestRetry } from './redisConnections';
import { membersNews, RedisGateways } from './redisGateways';
import { mostVersions, writeVersions } from './responseVersions';
import { needsFormat, storedFormat } from './storedFormat';
import {
  keptTables,
  type Amounts,
  type Check,
  type Holder,
  type Offer,
  type ReserveResult,
  type TeamStore,
} from './store';

// The steps that must not be interrupted, as scripts that Redis and Valkey run whole. What somebody else has written over, such as a
// text in place of a number or of a table, is as if it were not there. A lease is the text `size id`.

const parse = `
local function held(key)
  local text = redis.pcall('GET', key)
  if type(text) ~= 'string' then return nil end
  local size, id = string.match(text, '^(%d+) (.*)$')
  if not size then return nil end
  return text, tonumber(size), id
end
`;

/**
 * KEYS: lease, gateways; ARGV: size, id, milliseconds, this gateway. Returns nothing, and claims nothing, where the store does not
 * know this gateway any more: whatever else it held is lost too, and a lease or a response that is not found may still come.
 */
const claimScript = `${parse}
local own = redis.call('HGET', KEYS[2], ARGV[4])
if not own or string.sub(own, 1, 1) == '-' then return false end
local text, size = held(KEYS[1])
if text and size >= tonumber(ARGV[1]) then return text end
local mine = ARGV[1] .. ' ' .. ARGV[2]
redis.call('SET', KEYS[1], mine, 'PX', ARGV[3])
return mine
`;

/** KEYS leases; ARGV: size, id, milliseconds. */
const renewScript = `${parse}
for _, key in ipairs(KEYS) do
  local text, _, id = held(key)
  if not text or id == ARGV[2] then
    redis.call('SET', key, ARGV[1] .. ' ' .. ARGV[2], 'PX', ARGV[3])
  end
end
return 1
`;

/** KEYS leases; ARGV: id. */
const releaseScript = `${parse}
for _, key in ipairs(KEYS) do
  local text, _, id = held(key)
  if text and id == ARGV[1] then redis.call('DEL', key) end
end
return 1
`;

const counting = `
local function increase(key, field, amount)
  local done = redis.pcall('HINCRBY', key, field, amount)
  if type(done) == 'number' then return end
  if string.find(done.err, 'WRONGTYPE') then redis.call('DEL', key) else redis.call('HDEL', key, field) end
  redis.call('HINCRBY', key, field, amount)
end
`;

/**
 * KEYS tables, one for each check, then the name of the step, if it has one; ARGV: the checks as JSON, and milliseconds for
 * which the name is kept. Returns {0, sums…} or {position, values…}.
 */
const reserveScript = `${counting}
local checks = cjson.decode(ARGV[1])
local once = KEYS[#checks + 1]
local done = once and redis.call('EXISTS', once) == 1
local function values(i)
  local found = redis.pcall('HMGET', KEYS[i], unpack(checks[i].sum))
  local numbers, total = {}, 0
  for j = 1, #checks[i].sum do
    numbers[j] = tonumber(found[j] or 0) or 0
    total = total + numbers[j]
  end
  return numbers, total
end
for i, check in ipairs(checks) do
  local found, total = values(i)
  if not done and total + check.amount > check.limit then
    table.insert(found, 1, i)
    return found
  end
end
local reply = {0}
for i, check in ipairs(checks) do
  if not done then
    increase(KEYS[i], check.field, check.amount)
    redis.call('PEXPIRE', KEYS[i], check.lifetime)
    if check.row and redis.call('HLEN', KEYS[i]) > 2 * #check.sum then
      local row = {}
      for _, field in ipairs(check.sum) do row[field] = true end
      for _, field in ipairs(redis.call('HKEYS', KEYS[i])) do
        if not row[field] then redis.call('HDEL', KEYS[i], field) end
      end
    end
  end
  local _, total = values(i)
  reply[i + 1] = total
end
if once then redis.call('SET', once, '', 'PX', ARGV[2]) end
return reply
`;

/** KEYS[1] table; ARGV: milliseconds, 1 to begin anew, then field and amount in turn. */
const addScript = `${counting}
if ARGV[2] == '1' then redis.call('DEL', KEYS[1]) end
for i = 3, #ARGV, 2 do increase(KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
`;

/**
 * The rule of responseVersions.ts. KEYS[1] what stands; ARGV: now, and of the candidate its time, its reach, its id and its line;
 * milliseconds; the most that may stand.
 */
const offerScript = `
local text = redis.pcall('GET', KEYS[1])
if type(text) ~= 'string' then text = '' end
local now, at, reach = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept, place = {}, nil
for line in string.gmatch(text, '[^\\n]+') do
  local told, far, id = string.match(line, '^(%d+) (%d+) (%S+)$')
  told, far = tonumber(told), tonumber(far)
  if told then
    if told > now then told = -1 end
    if told > at and far >= reach then return text end
    if id ~= ARGV[4] and (told > at or far > reach) then
      if told <= at and not place then place = #kept + 1 end
      kept[#kept + 1] = line
    end
  end
end
table.insert(kept, place or #kept + 1, ARGV[5])
while #kept > tonumber(ARGV[7]) do table.remove(kept, #kept - 1) end
local joined = table.concat(kept, '\\n')
local life = math.max(redis.call('PTTL', KEYS[1]), tonumber(ARGV[6]))
redis.call('SET', KEYS[1], joined, 'PX', life)
return joined
`;

/** KEYS: table, index of its family; ARGV: name, how many are kept, prefix, then field and amount in turn. Returns what was. */
const raiseScript = `
local before = {}
for i = 4, #ARGV, 2 do
  local known = tonumber(redis.call('HGET', KEYS[1], ARGV[i]) or 0) or 0
  before[#before + 1] = known
  if tonumber(ARGV[i + 1]) > known then redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
redis.call('PERSIST', KEYS[1])
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then
  redis.call('HSET', KEYS[2], ARGV[1], redis.call('HINCRBY', KEYS[2], '~order', 1))
  if redis.call('HLEN', KEYS[2]) > tonumber(ARGV[2]) + 1 then
    local all, oldest, least = redis.call('HGETALL', KEYS[2]), nil, nil
    for i = 1, #all, 2 do
      local order = tonumber(all[i + 1])
      if all[i] ~= '~order' and (not least or order < least) then oldest, least = all[i], order end
    end
    redis.call('HDEL', KEYS[2], oldest)
    redis.call('DEL', ARGV[3] .. oldest)
  end
end
return before
`;

export interface RedisOptions {
  readonly url: string;
  /** Every key begins with it, so that a Redis can be shared. */
  readonly prefix: string;
}

/** A step that was given up is told again as soon as the store responds. */
const onceLifetime = 300_000;

/** Milliseconds between two looks at whether all have told, and for which people wait for one that may have ended. */
const tellingTakes = 50;
const longestTelling = 2_000;

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time).unref());
const once = (redis: Redis, event: string) =>
  new Promise<void>((resolve) => redis.once(event, () => resolve()));

const holderOf = (text: string | null): Holder | undefined => {
  const [, size, id] = /^(\d+) (.*)$/s.exec(text ?? '') ?? [];
  return id === undefined ? undefined : { size: Number(size), id };
};

export class RedisStore implements TeamStore {
  private readonly listeners = new Set<(message: string) => void>();
  private readonly gateways: RedisGateways;
  private tellDoubt: (isLost: boolean) => void = () => undefined;
  private reconnecting: Promise<void> | undefined;

  private constructor(
    private readonly redis: Redis,
    private readonly ears: Redis,
    private readonly prefix: string,
  ) {
    redis.on('close', () => void this.reconnected());
    this.gateways = new RedisGateways(redis, prefix, (isLost) => {
      if (isLost) this.reconnecting ??= this.reconnect();
      this.tellDoubt(isLost);
    });
    const told = (message: string) => {
      if (message === membersNews) return void this.gateways.look().catch(() => undefined);
      for (const listener of this.listeners) listener(message);
    };
    hear(ears, [`${prefix}news`], told, () => ears.emit('subscribed'));
  }

  static async open({ url, prefix }: RedisOptions): Promise<RedisStore> {
    const { redis, ears } = connectRedis(url, 5_000);
    const store = new RedisStore(redis, ears, prefix);
    // One that takes the connection and says nothing must not keep the gateway from serving.
    const enough = new Promise<void>((resolve) => setTimeout(resolve, connectTimeout).unref());
    const open = Promise.all([once(redis, 'ready'), once(ears, 'subscribed')]);
    await Promise.race([open, once(redis, 'close'), enough]);
    return store;
  }

  /** One promise for all who wait; a store that was closed does not come back. */
  reconnected(): Promise<void> | undefined {
    if (this.redis.status === 'end') return undefined;
    if (!this.isConnected()) this.reconnecting ??= this.reconnect();
    return this.reconnecting;
  }

  onConnect(listener: () => void): void {
    this.redis.on('ready', listener);
  }

  onDoubt(listener: (isLost: boolean) => void): void {
    this.tellDoubt = listener;
  }

  doubt(): Promise<void> {
    return this.gateways.look(true);
  }

  telling(): Promise<() => Promise<void>> {
    return this.gateways.telling();
  }

  settled(): Promise<string | undefined> {
    return this.gateways.settled();
  }

  async claimFormat(): Promise<void> {
    const found = await this.redis.get(this.key('format'));
    if (needsFormat(found ?? undefined, `Redis (keys that begin with ${this.prefix})`))
      await this.redis.set(this.key('format'), storedFormat);
  }

  async read(key: string): Promise<Buffer | undefined> {
    return (await this.redis.getBuffer(this.key(key))) ?? undefined;
  }

  async write(key: string, value: Buffer, lifetime: number): Promise<void> {
    await this.redis.set(this.key(key), value, 'PX', milliseconds(lifetime));
  }

  async offer(key: string, { candidate, now, lifetime }: Offer): Promise<Buffer> {
    const at = Math.min(candidate.at, now);
    const line = writeVersions([{ ...candidate, at }]);
    const args = [now, at, candidate.reach, candidate.id, line, milliseconds(lifetime), mostVersions];
    const reply = await this.redis.callBuffer('EVAL', offerScript, 1, this.key(key), ...args);
    return reply as Buffer;
  }

  async claim(key: string, holder: Holder, lease: number): Promise<Holder> {
    const args = [holder.size, holder.id, milliseconds(lease), this.gateways.own];
    const keys = [this.key(key), this.gateways.key];
    const held = await this.redis.eval(claimScript, keys.length, ...keys, ...args);
    const stands = typeof held === 'string' ? holderOf(held) : undefined;
    if (stands) return stands;
    await this.gateways.look();
    if (!this.reconnecting) return this.claim(key, holder, lease);
    throw new Error('it has lost its data');
  }

  async holder(key: string): Promise<Holder | undefined> {
    return holderOf(await this.redis.get(this.key(key)));
  }

  async renew(keys: readonly string[], holder: Holder, lease: number): Promise<void> {
    const args = [holder.size, holder.id, milliseconds(lease)];
    await this.redis.eval(renewScript, keys.length, ...keys.map((key) => this.key(key)), ...args);
  }

  async release(keys: readonly string[], id: string): Promise<void> {
    await this.redis.eval(releaseScript, keys.length, ...keys.map((key) => this.key(key)), id);
  }

  async reserve(checks: readonly Check[], once?: string): Promise<ReserveResult> {
    if (checks.length === 0) return { ok: true, sums: [] };
    const tables = checks.map(({ table }) => this.key(table));
    const whole = checks.map((check) => ({ ...check, lifetime: milliseconds(check.lifetime) }));
    const keys = once === undefined ? tables : [...tables, this.key(`once:${once}`)];
    const args = [JSON.stringify(whole), onceLifetime];
    const reply = (await this.redis.eval(reserveScript, keys.length, ...keys, ...args)) as number[];
    const [failed = 0, ...numbers] = reply;
    return failed === 0 ? { ok: true, sums: numbers } : { ok: false, failed: failed - 1, values: numbers };
  }

  async add(table: string, amounts: Amounts, lifetime: number): Promise<void> {
    const args = Object.entries(amounts).flat();
    await this.redis.eval(addScript, 1, this.key(table), milliseconds(lifetime), 0, ...args);
  }

  async raise(table: string, amounts: Amounts): Promise<Amounts> {
    const index = this.key(`${table.split(':')[0]}:index`);
    const args = [table, keptTables, this.prefix, ...Object.entries(amounts).flat()];
    const before = (await this.redis.eval(raiseScript, 2, this.key(table), index, ...args)) as number[];
    return Object.fromEntries(Object.keys(amounts).map((field, i) => [field, before[i] ?? 0]));
  }

  async replace(table: string, amounts: Amounts, lifetime: number): Promise<void> {
    const args = Object.entries(amounts).flat();
    await this.redis.eval(addScript, 1, this.key(table), milliseconds(lifetime), 1, ...args);
  }

  async table(name: string): Promise<Record<string, number>> {
    const fields = await this.redis.hgetall(this.key(name));
    // A sum with one that is no number would be below every limit.
    const told = Object.entries(fields)
      .map(([field, value]) => [field, Number(value)] as const)
      .filter(([field, amount]) => !field.startsWith('~') && Number.isFinite(amount));
    return Object.fromEntries(told);
  }

  async announce(message: string): Promise<void> {
    await this.redis.publish(`${this.prefix}news`, message);
  }

  listen(listener: (message: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): Promise<void> {
    this.listeners.clear();
    // It leaves with the connection; nobody waits for a Redis that hangs.
    this.gateways.leave();
    this.redis.disconnect();
    this.ears.disconnect();
    return Promise.resolve();
  }

  private isConnected(): boolean {
    const { status, stream } = this.redis;
    return status === 'ready' && stream.writable;
  }

  /**
   * A Redis that restarted may have lost leases and responses: nothing is claimed before all who are known have told it what they hold,
   * and those who are not known had time to.
   */
  private async reconnect(): Promise<void> {
    do {
      if (!this.isConnected()) await once(this.redis, 'ready');
      await pause(2 * longestRetry);
      for (let waited = 0; waited < longestTelling && !(await this.isTold()); waited += tellingTakes)
        await pause(tellingTakes);
    } while (!this.isConnected());
    this.reconnecting = undefined;
  }

  /** Nobody is waited for at a Redis that is gone again. */
  private async isTold(): Promise<boolean> {
    return !this.isConnected() || (await this.settled().catch(() => undefined)) !== undefined;
  }

  private key(key: string): string {
    return this.prefix + key;
  }
}

const milliseconds = (time: number): number => Math.max(1, Math.round(time));
