// The shared ledger in Redis or Valkey, over connections of its own: a budget must not wait behind large values, and a
// store that hangs is found out by the time a command may take.
import type { Redis } from 'ioredis';
import { connectRedis, hear, serverName } from '../stores/redisConnections';
import { needsFormat } from '../stores/storedFormat';
import {
  type LedgerNews,
  type Member,
  type PeriodFields,
  type Put,
  type RestoreCommand,
  type RestoreReply,
  type SharedLedger,
  type SyncCommand,
  type SyncReply,
  type Ruling,
  keptPeriods,
  settling,
} from './sharedLedger';

// The shared ledger's two commands as scripts that Redis and Valkey run whole. KEYS[1] is a hash with the epoch and the
// members (`m:id` to `state:seq:kept`); beside it one hash for each period. None of them has a time to live, so no
// `volatile-…` policy evicts them; the oldest periods are deleted here.

const shared = `
local q = cjson.decode(ARGV[1])
local root, prefix, periods = KEYS[1], KEYS[1] .. ':', KEYS[1] .. ':periods'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function whole(number) return string.format('%.0f', number) end
local function parse(text)
  if not text then return nil end
  local seq, spent, share = string.match(text, '^(%d+):(%d+):(%d+)$')
  return tonumber(seq), tonumber(spent), tonumber(share)
end
local function touch(period)
  if redis.call('HEXISTS', periods, period) == 1 then return end
  redis.call('HSET', periods, period, redis.call('HINCRBY', root, 'order', 1))
  if redis.call('HLEN', periods) <= ${keptPeriods} then return end
  local all, oldest, least = redis.call('HGETALL', periods), nil, nil
  for i = 1, #all, 2 do
    local order = tonumber(all[i + 1]) or 0
    if not least or order < least then oldest, least = all[i], order end
  end
  redis.call('HDEL', periods, oldest)
  redis.call('DEL', prefix .. oldest)
end
local members, ids = {}, {}
local function readMembers()
  members, ids = {}, {}
  local all = redis.call('HGETALL', root)
  for i = 1, #all, 2 do
    local id = string.match(all[i], '^m:(.*)$')
    if id then
      local state, seq, kept = string.match(all[i + 1], '^(%a+):(%d+):(%d)$')
      if state then
        members[id] = { state = state, seq = tonumber(seq), kept = kept }
        ids[#ids + 1] = id
      end
    end
  end
end
local function setMember(id, state, seq, kept)
  redis.call('HSET', root, 'm:' .. id, state .. ':' .. whole(seq) .. ':' .. kept)
end
local function toldMembers()
  readMembers()
  local told = {}
  for id, member in pairs(members) do
    told[id] = { state = member.state, seq = whole(member.seq), kept = member.kept == '1' }
  end
  return told
end
local function readPeriods()
  local told = {}
  for _, period in ipairs(q.read) do
    local all, fields = redis.call('HGETALL', prefix .. period), {}
    for i = 1, #all, 2 do fields[all[i]] = all[i + 1] end
    told[period] = fields
  end
  return told
end
`;

const restoreScript = `${shared}
readMembers()
local epoch = redis.call('HGET', root, 'epoch')
local known = members[q.gateway]
local stored = known and known.seq or 0
if not epoch or redis.call('HGET', root, 'server') ~= q.server or (epoch == q.epoch and stored < q.acked) then
  epoch = q.nextEpoch
  redis.call('HSET', root, 'epoch', epoch, 'born', now, 'server', q.server)
  for id, member in pairs(members) do
    if member.state == 'here' then setMember(id, 'silent', member.seq, member.kept) end
  end
end
-- Whoever was there before knows everybody who was: there is no need to wait for strangers.
if q.epoch ~= '' and q.epoch ~= epoch then redis.call('HSET', root, 'veteran', epoch) end
for id, member in pairs(q.members) do
  if not members[id] then setMember(id, member.gone and 'gone' or 'silent', 0, member.kept and '1' or '0') end
end
for period, fields in pairs(q.periods) do
  for field, text in pairs(fields) do
    local before = parse(redis.call('HGET', prefix .. period, field)) or -1
    if parse(text) > before then
      touch(period)
      redis.call('HSET', prefix .. period, field, text)
    end
  end
end
local seq = math.max(stored, q.seq)
setMember(q.gateway, 'here', seq, q.kept and '1' or '0')
return cjson.encode({ epoch = epoch, members = toldMembers(), periods = readPeriods(), seq = whole(seq) })
`;

const counting = `
local changed = {}
local function write(period, account, spent, share)
  touch(period)
  redis.call('HSET', prefix .. period, account .. '|' .. q.gateway,
    whole(q.seq) .. ':' .. whole(spent) .. ':' .. whole(share))
  changed[period .. ' ' .. account] = { period = period, account = account, spent = spent, share = share }
end
local function familyOf(account)
  local kind = string.match(account, '^(%a+):')
  return kind and '*' .. kind
end
local function sums(period, account)
  local fields, found, family = {}, {}, familyOf(account)
  for i, id in ipairs(ids) do
    fields[#fields + 1] = account .. '|' .. id
    -- Lua passes some thousand values at once, and gateways that have gone stay members.
    if #fields == 1000 or i == #ids then
      for _, text in ipairs(redis.call('HMGET', prefix .. period, unpack(fields))) do found[#found + 1] = text end
      fields = {}
    end
  end
  local spent, held, ownSpent, ownShare = 0, 0, 0, 0
  for i, id in ipairs(ids) do
    local seq, used, share = parse(found[i])
    if not seq and family then
      local _
      _, _, share = parse(redis.call('HGET', prefix .. period, family .. '|' .. id))
    end
    used, share = used or 0, share or 0
    spent = spent + used
    if id == q.gateway then ownSpent, ownShare = used, share else held = held + share end
  end
  return spent, held, ownSpent, ownShare
end
local function judge(ask, blocked)
  local found = {}
  for i, check in ipairs(ask.checks) do
    local spent, held, ownSpent, ownShare = sums(check.period, check.account)
    if check.limit and blocked then return { 'blocked' } end
    if check.limit and spent + held + ask.amount > check.limit then
      if spent + ask.amount > check.limit then return { 'over', i - 1 } end
      redis.call('PUBLISH', root, cjson.encode({ kind = 'recall', gateway = q.gateway, period = check.period, account = check.account }))
      return { 'held', i - 1 }
    end
    local room = check.limit and check.limit - spent - held - ask.amount or ownShare
    found[i] = { ownSpent + ask.amount, math.max(0, math.min(ownShare, room)) }
  end
  for i, check in ipairs(ask.checks) do write(check.period, check.account, found[i][1], found[i][2]) end
  return { 'ok' }
end
local function grant(want)
  local spent, held, ownSpent, ownShare = sums(want.period, want.account)
  local share = math.max(0, math.min(want.share, want.limit - spent - held))
  if share > ownShare and string.sub(want.account, 1, 1) == '*' then
    -- Accounts that are in use already keep the share they have; the caller is told of each of them.
    for _, field in ipairs(redis.call('HKEYS', prefix .. want.period)) do
      local account = string.match(field, '^(.*)|[^|]*$')
      if account and familyOf(account) == want.account and not changed[want.period .. ' ' .. account] then
        local _, _, used, had = sums(want.period, account)
        write(want.period, account, used, had)
      end
    end
  end
  write(want.period, want.account, ownSpent, share)
end
local function evict(id, seq)
  local member = members[id]
  if not member or member.seq ~= seq or member.state == 'gone' then return end
  setMember(id, 'gone', seq, member.kept)
  if member.kept == '1' then return end
  -- Nobody will ever tell what it spent of its share, so all of it counts as spent. What it held for accounts that had no
  -- entry yet stays held: it may have spent it on any of them.
  for _, period in ipairs(redis.call('HKEYS', periods)) do
    local all = redis.call('HGETALL', prefix .. period)
    for i = 1, #all, 2 do
      if string.sub(all[i], 1, 1) ~= '*' and string.match(all[i], '|([^|]*)$') == id then
        local at, spent, share = parse(all[i + 1])
        if at then
          redis.call('HSET', prefix .. period, all[i], whole(at) .. ':' .. whole(spent + share) .. ':0')
        end
      end
    end
  end
end
`;

const syncScript = `${shared}${counting}
readMembers()
local me = members[q.gateway]
if redis.call('HGET', root, 'epoch') ~= q.epoch or redis.call('HGET', root, 'server') ~= q.server
  or not me or me.state ~= 'here' or me.seq < q.acked then
  return cjson.encode({ kind = 'lost' })
end
if me.seq >= q.seq then return cjson.encode({ kind = 'stale' }) end
setMember(q.gateway, q.leave and 'gone' or 'here', q.seq, me.kept)
readMembers()
for _, gone in ipairs(q.evict) do evict(gone.gateway, gone.seq) end
readMembers()
for _, put in ipairs(q.puts) do write(put.period, put.account, put.spent, put.share) end
local age = now - (tonumber(redis.call('HGET', root, 'born')) or 0)
local blocked = age >= 0 and age < ${settling} and redis.call('HGET', root, 'veteran') ~= q.epoch
for _, member in pairs(members) do if member.state == 'silent' then blocked = true end end
local verdicts = {}
for i, ask in ipairs(q.asks) do verdicts[i] = judge(ask, blocked) end
if not blocked then for _, want in ipairs(q.wants) do grant(want) end end
local own = {}
for _, put in pairs(changed) do own[#own + 1] = put end
if #own > 0 then
  redis.call('PUBLISH', root, cjson.encode({ kind = 'changed', gateway = q.gateway, seq = whole(q.seq), own = own }))
end
return cjson.encode({ kind = 'ok', verdicts = verdicts, own = own, members = toldMembers(), periods = readPeriods() })
`;

export interface RedisLedgerOptions {
  readonly url: string;
  readonly prefix: string;
  /** Milliseconds a command may take. */
  readonly timeout: number;
  /** Told when the server may evict what must not be lost. */
  readonly warn?: (sentence: string) => void;
}

interface ToldMember extends Omit<Member, 'seq'> {
  readonly seq: string;
}

interface Told {
  readonly kind: SyncReply['kind'];
  readonly verdicts: Readonly<Record<string, readonly [Ruling['kind'], number]>>;
  readonly own: Readonly<Record<string, Put>>;
  readonly members: Readonly<Record<string, ToldMember>>;
  readonly periods: Readonly<Record<string, PeriodFields>>;
}

const membersOf = (told: Readonly<Record<string, ToldMember>>): Readonly<Record<string, Member>> =>
  Object.fromEntries(
    Object.entries(told).map(([id, member]) => [id, { ...member, seq: Number(member.seq) }]),
  );

export class RedisLedger implements SharedLedger {
  private readonly redis: Redis;
  private readonly ears: Redis;
  private readonly key: string;
  private server = '';
  private tellConnected = () => undefined as void;
  private meeting: Promise<void> | undefined;
  private readonly warn: (sentence: string) => void;

  constructor({ url, prefix, timeout, warn = () => undefined }: RedisLedgerOptions) {
    this.warn = warn;
    this.key = `${prefix}ledger`;
    ({ redis: this.redis, ears: this.ears } = connectRedis(url, timeout));
    this.redis.on('close', () => (this.server = ''));
    this.redis.on(
      'ready',
      () =>
        void this.meet()
          .then(() => this.warnOfEviction())
          .catch(() => undefined),
    );
  }

  /** Resolves when there is a connection, or after `milliseconds` without one. */
  async connected(milliseconds: number): Promise<void> {
    if (this.server !== '') return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.redis.once('met', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async sync(command: SyncCommand): Promise<SyncReply> {
    const text = (await this.redis.eval(syncScript, 1, this.key, await this.text(command))) as string;
    const told = JSON.parse(text) as Told;
    if (told.kind !== 'ok') return { kind: told.kind };
    return {
      kind: 'ok',
      // Lua writes an empty list as an empty object.
      verdicts: Object.values(told.verdicts).map(([kind, index]) =>
        kind === 'over' || kind === 'held' ? { kind, index } : { kind },
      ),
      own: Object.values(told.own),
      members: membersOf(told.members),
      periods: told.periods,
    };
  }

  async restore(command: RestoreCommand): Promise<RestoreReply> {
    const text = (await this.redis.eval(restoreScript, 1, this.key, await this.text(command))) as string;
    const { epoch, members, periods, seq } = JSON.parse(text) as Told & { epoch: string; seq: string };
    return { epoch, members: membersOf(members), periods, seq: Number(seq) };
  }

  onConnect(listener: () => void): void {
    this.tellConnected = listener;
  }

  listen(listener: (news: LedgerNews) => void): void {
    hear(this.ears, [this.key], (message) => {
      const news = JSON.parse(message) as LedgerNews & { seq?: string };
      listener(news.kind === 'changed' ? { ...news, seq: Number(news.seq) } : news);
    });
  }

  private meet(): Promise<void> {
    return (this.meeting ??= this.ask().finally(() => (this.meeting = undefined)));
  }

  /** Redis names itself anew with each start, so a server that may have lost data is told apart. */
  private async ask(): Promise<void> {
    const name = await serverName(this.redis);
    const found = await this.redis.get(this.key.replace(/ledger$/, 'format'));
    // Without a name for the server every command fails, so that nothing is counted where a newer version counts.
    if (this.isNewer(found)) return;
    this.server = name;
    this.redis.emit('met');
    this.tellConnected();
  }

  private async warnOfEviction(): Promise<void> {
    const policy = await this.policy();
    if (policy?.startsWith('allkeys'))
      this.warn(
        `Redis may evict budgets and usage (maxmemory-policy ${policy}). Set it to volatile-lru or noeviction.`,
      );
  }

  private isNewer(found: string | null): boolean {
    try {
      needsFormat(found ?? undefined, 'Redis');
      return false;
    } catch (error) {
      this.warn((error as Error).message);
      return true;
    }
  }

  /** From INFO, or from CONFIG where that is allowed instead. */
  private async policy(): Promise<string | undefined> {
    const info = await this.redis.info('memory').catch(() => '');
    const told = /^maxmemory_policy:([\w-]+)/m.exec(info)?.[1];
    if (told !== undefined) return told;
    const asked = await this.redis.config('GET', 'maxmemory-policy').catch(() => undefined);
    return Array.isArray(asked) && typeof asked[1] === 'string' ? asked[1] : undefined;
  }

  private async text(command: SyncCommand | RestoreCommand): Promise<string> {
    // A Redis that was too busy to say who it is when the connection was made is asked again.
    if (this.server === '') await this.meet();
    if (this.server === '') throw new Error('Not connected yet.');
    // Which server it is: one that was started again may have lost data.
    return JSON.stringify({ ...command, server: this.server });
  }

  close(): Promise<void> {
    this.redis.disconnect();
    this.ears.disconnect();
    return Promise.resolve();
  }
}
