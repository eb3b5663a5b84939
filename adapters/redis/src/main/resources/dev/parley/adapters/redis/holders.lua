-- Which nodes hold a room: of each room a hash, of each node by its id the stamp of its last registration and until when
-- it counts, in ms of this Redis' clock. One more key names the whole, so that it is noticed when all was lost.
local NAME = 'parley:holders:name'

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function generation(drawn)
    redis.call('SET', NAME, drawn, 'NX')
    return redis.call('GET', NAME)
end

local function key(room)
    return 'parley:holders:of:' .. room
end

-- Stamp and end of each node whose lease has not run out; the others are forgotten.
local function held(room)
    local all = redis.call('HGETALL', key(room))
    local found = {}
    for i = 1, #all, 2 do
        local stamp, ends = string.match(all[i + 1], '^(%d+) (%d+)$')
        if tonumber(ends) > now then
            found[all[i]] = tonumber(stamp)
        else
            redis.call('HDEL', key(room), all[i])
        end
    end
    return found
end
