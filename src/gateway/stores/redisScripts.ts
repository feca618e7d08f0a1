// The steps that must not be interrupted, as scripts that Redis and Valkey run whole. A lease is the text `size id`.

const parse = `
local function held(key)
  local text = redis.call('GET', key)
  if not text then return nil end
  local size, id = string.match(text, '^(%d+) (.*)$')
  return text, tonumber(size), id
end
`;

/** KEYS[1] lease; ARGV: size, id, milliseconds. */
export const claimScript = `${parse}
local text, size = held(KEYS[1])
if text and size >= tonumber(ARGV[1]) then return text end
local mine = ARGV[1] .. ' ' .. ARGV[2]
redis.call('SET', KEYS[1], mine, 'PX', ARGV[3])
return mine
`;

/** KEYS leases; ARGV: size, id, milliseconds. */
export const renewScript = `${parse}
for _, key in ipairs(KEYS) do
  local text, _, id = held(key)
  if not text or id == ARGV[2] then
    redis.call('SET', key, ARGV[1] .. ' ' .. ARGV[2], 'PX', ARGV[3])
  end
end
return 1
`;

/** KEYS leases; ARGV: id. */
export const releaseScript = `${parse}
for _, key in ipairs(KEYS) do
  local text, _, id = held(key)
  if text and id == ARGV[1] then redis.call('DEL', key) end
end
return 1
`;

/**
 * KEYS tables, one for each check, then the name of the step, if it has one; ARGV: the checks as JSON, and milliseconds for
 * which the name is kept. Answers {0, sums…} or {position, values…}.
 */
export const reserveScript = `
local checks = cjson.decode(ARGV[1])
local once = KEYS[#checks + 1]
local done = once and redis.call('EXISTS', once) == 1
local function values(i)
  local found = redis.call('HMGET', KEYS[i], unpack(checks[i].sum))
  local total = 0
  for j, value in ipairs(found) do
    found[j] = tonumber(value or 0)
    total = total + found[j]
  end
  return found, total
end
for i, check in ipairs(checks) do
  local found, total = values(i)
  if not done and total + check.amount > check.limit then
    table.insert(found, 1, i)
    return found
  end
end
local answer = {0}
for i, check in ipairs(checks) do
  if not done then
    redis.call('HINCRBY', KEYS[i], check.field, check.amount)
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
  answer[i + 1] = total
end
if once then redis.call('SET', once, '', 'PX', ARGV[2]) end
return answer
`;

/** KEYS[1] table; ARGV: milliseconds, 1 to begin anew, then field and amount in turn. */
export const addScript = `
if ARGV[2] == '1' then redis.call('DEL', KEYS[1]) end
for i = 3, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
`;

/**
 * The rule of standing.ts. KEYS[1] what stands; ARGV: now, and of the candidate its time, its reach, its id and its line;
 * milliseconds; the most that may stand.
 */
export const offerScript = `
local text = redis.call('GET', KEYS[1])
local now, at, reach = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept, place = {}, nil
for line in string.gmatch(text or '', '[^\\n]+') do
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

/** KEYS: table, index of its family; ARGV: name, how many are kept, prefix, then field and amount in turn. Answers what was. */
export const raiseScript = `
local before = {}
for i = 4, #ARGV, 2 do
  local known = tonumber(redis.call('HGET', KEYS[1], ARGV[i]) or 0)
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
