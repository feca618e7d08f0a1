// Who uses a Redis, and who has told it everything: a hash of gateways, each with a state and when it was last heard of. The state is
// the name of the server that was told everything; `~` for one that is telling it; `?` for one that may have been alone for a while, and
// owe something; `-` for one that must tell everything again, because the store has lost its data. Everyone knows the others, and so can
// name them to a Redis that does not. What a gateway knows it alone can tell, so the others wait for it. One that ended without a word
// looks like one that is slow: nothing but its silence tells that it will not come any more, and only there a time decides.
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { serverName } from './redisConnections';

/**
 * KEYS: gateways; ARGV: this gateway, the server, its epoch as far as known, the name of the next one, milliseconds after which a silent
 * gateway has ended, 1 if others may owe something; then the others it knows. Returns 2 where this one must tell everything, 1 where it
 * must tell what it owes, else 0; the epoch, and who is there.
 */
const lookScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local all, gateways = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #all, 2 do
  local isGateway = string.match(all[i + 1], '^%S+ %d+$') or string.sub(all[i], 1, 1) == '~'
  -- Somebody else has written there.
  if isGateway then gateways[all[i]] = all[i + 1] else redis.call('HDEL', KEYS[1], all[i]) end
end
local server, epoch, beat = gateways['~server'], gateways['~epoch'], gateways['~beat']
gateways['~server'], gateways['~epoch'], gateways['~beat'] = nil, nil, nil
local function set(id, state)
  gateways[id] = state .. ' ' .. string.format('%.0f', now)
  redis.call('HSET', KEYS[1], id, gateways[id])
end
local function stateOf(id) return gateways[id] and string.match(gateways[id], '^%S+') end
local lost = server ~= ARGV[2]
-- Where nobody was there for a while, all may have been alone.
local gap = now - (tonumber(beat) or now) > ARGV[5] / 2
local own = stateOf(ARGV[1])
if ARGV[3] ~= '' and epoch ~= ARGV[3] and (not own or own == '-') then
  for i = 7, #ARGV do if not gateways[ARGV[i]] then set(ARGV[i], '-') end end
end
for id, text in pairs(gateways) do
  local at = tonumber(string.match(text, '%d+$'))
  if lost then set(id, '-')
  elseif gap or ARGV[6] == '1' then
    if id ~= ARGV[1] and stateOf(id) == server then set(id, '?') elseif gap then set(id, stateOf(id)) end
  elseif now - at > tonumber(ARGV[5]) then
    redis.call('HDEL', KEYS[1], id)
    gateways[id] = nil
  end
end
local state = stateOf(ARGV[1])
local told = (not state or state == '-') and 2 or state == '?' and 1 or 0
set(ARGV[1], told == 0 and state or '~')
if lost or gap or ARGV[6] == '1' then epoch = ARGV[4] end
redis.call('HSET', KEYS[1], '~server', ARGV[2], '~epoch', epoch, '~beat', string.format('%.0f', now))
local reply = { told, epoch }
for id in pairs(gateways) do reply[#reply + 1] = id end
return reply
`;

/**
 * KEYS: gateways; ARGV: this gateway, the server, the epoch in which it began. It has told everything. Returns 0 where that was not enough:
 * what it told may have been lost again meanwhile.
 */
const toldScript = `
local own = redis.call('HGET', KEYS[1], ARGV[1])
if not own or string.sub(own, 1, 1) == '-' then return 0 end
local found = redis.call('HMGET', KEYS[1], '~server', '~epoch')
local enough = found[1] == ARGV[2] and found[2] == ARGV[3]
redis.call('HSET', KEYS[1], ARGV[1], (enough and ARGV[2] or '?') .. string.match(own, ' .*'))
return enough and 1 or 0
`;

/** KEYS: gateways; ARGV: the server. The epoch, where all have told everything. */
const settledScript = `
local all, epoch, server = redis.call('HGETALL', KEYS[1]), false, false
for i = 1, #all, 2 do
  if all[i] == '~epoch' then epoch = all[i + 1]
  elseif all[i] == '~server' then server = all[i + 1]
  elseif all[i] ~= '~beat' and string.match(all[i + 1], '^%S+') ~= ARGV[1] then return false end
end
return server == ARGV[1] and epoch
`;

/** Milliseconds between two signs of life, and after which a gateway without one has ended. */
const beatEvery = 5_000;
const endedAfter = 30_000;

/** Where 0.4 had names, for good. */
const formerNames = 'processes';
const dayInSeconds = 86_400;

/** Somebody came or left, or noticed that the store has lost its data. */
export const membersNews = 'lost';

/** The hash; what is told may be checked against its `~epoch` in the same step. */
export const gatewaysKey = (prefix: string): string => `${prefix}gateways`;

const newName = () => randomBytes(9).toString('base64url');

export class RedisGateways {
  readonly own = newName();
  readonly key: string;
  /** Redis names itself anew with each start: what it was told last may be lost. */
  private server: string | undefined;
  /** Changes whenever somebody has to tell something. */
  private epoch: string | undefined;
  private others: readonly string[] = [];
  private readonly beat: NodeJS.Timeout;

  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
    /** This gateway must tell what it owes, or everything again. */
    private readonly onDoubt: (isLost: boolean) => void,
  ) {
    this.key = gatewaysKey(prefix);
    const look = () => void this.look().catch(() => undefined);
    redis.on('close', () => (this.server = undefined));
    redis.on('ready', look);
    redis.once('ready', () => void redis.expire(prefix + formerNames, dayInSeconds).catch(() => undefined));
    this.beat = setInterval(look, beatEvery).unref();
  }

  /** A sign of life; and whether the store still knows this gateway. `isDoubted`: the others may have been without it too. */
  async look(isDoubted = false): Promise<void> {
    const server = await this.serverName();
    const known = this.epoch;
    const args = [this.own, server, known ?? '', newName(), endedAfter, isDoubted ? 1 : 0, ...this.others];
    const reply = await this.redis.eval(lookScript, 1, this.key, ...args);
    const [toTell, epoch, ...all] = reply as [number, string, ...string[]];
    this.epoch = epoch;
    this.others = all.filter((id) => id !== this.own);
    const isLost = toTell === 2;
    if (toTell > 0 && known !== undefined) this.onDoubt(isLost);
    if (isLost || isDoubted) await this.announce();
  }

  /** This gateway begins to tell everything; resolves with a function that says it has. */
  async telling(): Promise<() => Promise<void>> {
    if (this.epoch === undefined) await this.look();
    const epoch = this.epoch ?? '';
    return async () => {
      const args = [this.own, await this.serverName(), epoch];
      if ((await this.redis.eval(toldScript, 1, this.key, ...args)) === 0) await this.look();
    };
  }

  /** The epoch, where all have told everything. */
  async settled(): Promise<string | undefined> {
    const epoch = await this.redis.eval(settledScript, 1, this.key, await this.serverName());
    return typeof epoch === 'string' ? epoch : undefined;
  }

  leave(): void {
    clearInterval(this.beat);
    this.redis.hdel(this.key, this.own).catch(() => undefined);
    this.announce().catch(() => undefined);
  }

  private async announce(): Promise<void> {
    await this.redis.publish(`${this.prefix}news`, membersNews);
  }

  private async serverName(): Promise<string> {
    return (this.server ??= await serverName(this.redis));
  }
}
