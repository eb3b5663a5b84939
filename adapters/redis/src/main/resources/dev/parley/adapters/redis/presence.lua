-- The sessions in rooms. Ids of rooms, sessions and nodes hold neither a colon nor a space, so that they cannot make one
-- key look like another; ids of users, which may, are only ever fields and members.
--
--   …:generation            drawn when there is none
--   …:room:R:sessions       hash: session -> entry, packed
--   …:room:R:users          sorted set, all scores 0: users who count as present, in the order of their ids
--   …:room:R:counts         hash: user -> his sessions that count as present; '' -> all of the room's
--   …:room:R:names          hash: user -> name, of those who have one
--   …:room:R:nodes          hash: node -> entries that count as present
--   …:room:R:departing      hash: user -> his departing entries; '' -> those that vacate the room
--   …:node:N, …:nodes       set of 'room session' neither in their grace nor departing; the nodes that have such a set
--   …:grace, …:claims       sorted sets of 'room session' by the end of their grace, or of the claim on departing ones
local P = 'parley:presence:'

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function of_room(room, what)
    return P .. 'room:' .. room .. ':' .. what
end

local function load(room, session)
    local packed = redis.call('HGET', of_room(room, 'sessions'), session)
    return packed and cmsgpack.unpack(packed)
end

local function save(room, session, entry)
    redis.call('HSET', of_room(room, 'sessions'), session, cmsgpack.pack(entry))
end

-- A number that is not there when it is zero.
local function count(key, field, by)
    local counted = redis.call('HINCRBY', key, field, by)
    if counted <= 0 then
        redis.call('HDEL', key, field)
    end
    return counted
end

local function begin_to_count(room, entry)
    if count(of_room(room, 'counts'), entry.user, 1) == 1 then
        redis.call('ZADD', of_room(room, 'users'), 0, entry.user)
    end
    count(of_room(room, 'counts'), '', 1)
    count(of_room(room, 'nodes'), entry.node, 1)
    if entry.name ~= '' then
        redis.call('HSET', of_room(room, 'names'), entry.user, string.sub(entry.name, 2))
    end
end

-- Whether that was the user's last, and the room's last.
local function cease_to_count(room, entry)
    local of_user = count(of_room(room, 'counts'), entry.user, -1)
    if of_user <= 0 then
        redis.call('ZREM', of_room(room, 'users'), entry.user)
        redis.call('HDEL', of_room(room, 'names'), entry.user)
    end
    count(of_room(room, 'nodes'), entry.node, -1)
    local of_all = count(of_room(room, 'counts'), '', -1)
    return of_user <= 0, of_all <= 0
end

local function be_here(room, session, entry)
    redis.call('SADD', P .. 'node:' .. entry.node, room .. ' ' .. session)
    redis.call('SADD', P .. 'nodes', entry.node)
end

local function forget_node_if_empty(node)
    if redis.call('EXISTS', P .. 'node:' .. node) == 0 then
        redis.call('SREM', P .. 'nodes', node)
    end
end

local function be_away(room, session, entry)
    redis.call('SREM', P .. 'node:' .. entry.node, room .. ' ' .. session)
    forget_node_if_empty(entry.node)
end

-- Out of its grace, or from its node.
local function leave_state(room, session, entry)
    if entry.leaves then
        redis.call('ZREM', P .. 'grace', room .. ' ' .. session)
    else
        be_away(room, session, entry)
    end
end

local function begin_grace(room, session, entry, leaves, cause)
    entry.leaves = leaves
    entry.cause = cause
    save(room, session, entry)
    redis.call('ZADD', P .. 'grace', leaves, room .. ' ' .. session)
end

-- 'room session' as both.
local function parts(place)
    local space = string.find(place, ' ', 1, true)
    return string.sub(place, 1, space - 1), string.sub(place, space + 1)
end
