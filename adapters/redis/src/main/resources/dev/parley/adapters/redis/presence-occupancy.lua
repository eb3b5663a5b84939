-- Rooms. Tells the time, then of each room its sessions and its users.
local told = {now}
for _, room in ipairs(ARGV) do
    told[#told + 1] = tonumber(redis.call('HGET', of_room(room, 'counts'), '') or 0)
    told[#told + 1] = redis.call('ZCARD', of_room(room, 'users'))
end
return told
