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

/** KEYS tables, one for each check; ARGV[1]: the checks as JSON. Answers {0, sums…} or {position, values…}. */
export const reserveScript = `
local checks = cjson.decode(ARGV[1])
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
  if total + check.amount > check.limit then
    table.insert(found, 1, i)
    return found
  end
end
local answer = {0}
for i, check in ipairs(checks) do
  redis.call('HINCRBY', KEYS[i], check.field, check.amount)
  redis.call('PEXPIRE', KEYS[i], check.lifetime)
  local _, total = values(i)
  answer[i + 1] = total
end
return answer
`;

/** KEYS[1] table; ARGV: milliseconds, 1 to begin anew, then field and amount in turn. */
export const addScript = `
if ARGV[2] == '1' then redis.call('DEL', KEYS[1]) end
for i = 3, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
`;
