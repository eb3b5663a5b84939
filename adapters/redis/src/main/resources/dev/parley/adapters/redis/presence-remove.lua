-- Of each: room, session, epoch.
for i = 1, #ARGV, 3 do
    local room, session = ARGV[i], ARGV[i + 1]
    local entry = load(room, session)
    if entry and entry.departs and entry.epoch == ARGV[i + 2] then
        redis.call('HDEL', of_room(room, 'sessions'), session)
        redis.call('ZREM', P .. 'claims', room .. ' ' .. session)
        count(of_room(room, 'departing'), entry.user, -1)
        if entry.vacates then
            count(of_room(room, 'departing'), '', -1)
        end
    end
end
return {}
