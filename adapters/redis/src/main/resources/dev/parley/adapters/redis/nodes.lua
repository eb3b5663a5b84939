-- The nodes: one hash, of each node by its id what it says of itself and three times in ms of this Redis' clock. Another
-- key names the hash, so that it is noticed when both were lost; the run of this Redis goes with the name, so that it is
-- noticed too when both came back as they were long ago.
local NODES = 'parley:nodes'
local NAME = 'parley:nodes:name'

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- The name, the time, and those whose lease has not run out, by id. Forgets whoever has been away for longer than `kept` (nil: nobody).
local function live(kept)
    local all = redis.call('HGETALL', NODES)
    local found = {}
    for i = 1, #all, 2 do
        local node = cmsgpack.unpack(all[i + 1])
        if node.expires > now then
            found[#found + 1] = {
                all[i], node.address, node.machine, node.fanout, node.zone, node.started, node.renewed, node.expires}
        elseif kept and node.expires < now - kept then
            redis.call('HDEL', NODES, all[i])
        end
    end
    table.sort(found, function(one, other) return one[1] < other[1] end)
    local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
    return {(redis.call('GET', NAME) or '') .. '.' .. run, now, found}
end
