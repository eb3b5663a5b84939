-- Of each change: its kind, room, session, epoch, user, name ('' or '=' and the name), node, spare epoch or cause, grace
-- in ms, age of its connection in ms. Tells of each: 'p' and the epoch, and after a space the node it was taken from if
-- it was on another one; 's'uperseded, 'd'eparting, 'n'oted.

-- An age is counted from when the change was sent: beyond it one connection is younger than another for certain.
local CERTAIN = tonumber(ARGV[1])

local function put(room, session, entry)
    save(room, session, entry)
    begin_to_count(room, entry)
    be_here(room, session, entry)
    return 'p' .. entry.epoch
end

local function enter(room, session, entry, held)
    local departing = of_room(room, 'departing')
    if held or redis.call('HEXISTS', departing, entry.user) == 1 or redis.call('HEXISTS', departing, '') == 1 then
        return 'd'
    end
    return put(room, session, entry)
end

local function replace(room, session, entry, held)
    local elsewhere = not held.leaves and held.node ~= entry.node
    leave_state(room, session, held)
    cease_to_count(room, held)
    return put(room, session, entry) .. (elsewhere and ' ' .. held.node or '')
end

-- What an older release has put has no time: it counts as it did there, the last one told being the newest.
local function opened(held)
    return held.opened or 0
end

local function join(room, session, entry, held)
    if not held or held.departs then
        return enter(room, session, entry, held)
    end
    if held.epoch == entry.epoch then
        entry.opened = held.opened
    elseif opened(held) > entry.opened and opened(held) <= now then
        -- (One that was opened in the future says that the clock was set back.)
        return 's'
    end
    return replace(room, session, entry, held)
end

local function rejoin(room, session, entry, held, spare)
    local epoch = entry.epoch
    if not held or held.departs then
        entry.epoch = spare
        return enter(room, session, entry, held)
    end
    if held.epoch ~= epoch and held.epoch ~= spare then
        entry.epoch = spare
        local older = held.opened and held.opened + CERTAIN < entry.opened
        return older and replace(room, session, entry, held) or 's'
    end
    leave_state(room, session, held)
    cease_to_count(room, held)
    held.leaves = nil
    held.cause = nil
    held.node = entry.node
    return put(room, session, held)
end

-- Of two leaves the one that is over first counts.
local function leave(room, session, epoch, held, cause, grace)
    local leaves = now + grace
    if held and held.epoch == epoch and not held.departs and not (held.leaves and held.leaves <= leaves) then
        leave_state(room, session, held)
        begin_grace(room, session, held, leaves, cause)
    end
    return 'n'
end

local function restore(room, session, entry, held, grace)
    if held or redis.call('HEXISTS', of_room(room, 'counts'), entry.user) == 1
        or redis.call('HEXISTS', of_room(room, 'departing'), entry.user) == 1 then
        return 'n'
    end
    local told = enter(room, session, entry, nil)
    return told == 'd' and told or leave(room, session, entry.epoch, entry, 'lease-expired', grace)
end

local told = {}
for i = 2, #ARGV, 10 do
    local kind, room, session, epoch = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
    local entry = {epoch = epoch, user = ARGV[i + 4], name = ARGV[i + 5], node = ARGV[i + 6]}
    local more, grace = ARGV[i + 7], tonumber(ARGV[i + 8])
    entry.opened = now - ARGV[i + 9]
    local held = load(room, session)
    if kind == 'join' then
        told[#told + 1] = join(room, session, entry, held)
    elseif kind == 'rejoin' then
        told[#told + 1] = rejoin(room, session, entry, held, more)
    elseif kind == 'leave' then
        told[#told + 1] = leave(room, session, epoch, held, more, grace)
    else
        told[#told + 1] = restore(room, session, entry, held, grace)
    end
end
return told
