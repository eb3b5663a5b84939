-- At most so many, claim in ms. Tells of each: room, session, epoch, user, name, node, cause, whether it was the user's
-- last, whether the room's.
local most = tonumber(ARGV[1])
local due = {}
for _, set in ipairs({'claims', 'grace'}) do
    for _, place in ipairs(redis.call('ZRANGEBYSCORE', P .. set, '-inf', now, 'LIMIT', 0, most)) do
        local room, session = parts(place)
        local entry = load(room, session)
        if entry then
            due[#due + 1] = {room = room, session = session, place = place, entry = entry}
        else
            redis.call('ZREM', P .. set, place)
        end
    end
end
table.sort(due, function(one, other)
    if one.entry.leaves ~= other.entry.leaves then
        return one.entry.leaves < other.entry.leaves
    end
    return one.place < other.place
end)

local told = {}
for i = 1, math.min(#due, most) do
    local room, session, entry = due[i].room, due[i].session, due[i].entry
    if not entry.departs then
        entry.departs = true
        entry.last, entry.vacates = cease_to_count(room, entry)
        save(room, session, entry)
        redis.call('ZREM', P .. 'grace', due[i].place)
        count(of_room(room, 'departing'), entry.user, 1)
        if entry.vacates then
            count(of_room(room, 'departing'), '', 1)
        end
    end
    redis.call('ZADD', P .. 'claims', now + ARGV[2], due[i].place)
    told[i] = {
        room, session, entry.epoch, entry.user, entry.name, entry.node, entry.cause,
        entry.last and 1 or 0, entry.vacates and 1 or 0}
end
return told
