-- room, the user before the first told ('' = none), at most so many. Tells the time, all sessions and users of the room,
-- then of each user his id, name ('' or '=' and the name) and sessions.
local room = ARGV[1]
local users = of_room(room, 'users')
local from = ARGV[2] == '' and '-' or '(' .. ARGV[2]
local told = {
    now, tonumber(redis.call('HGET', of_room(room, 'counts'), '') or 0), redis.call('ZCARD', users)}
for _, user in ipairs(redis.call('ZRANGEBYLEX', users, from, '+', 'LIMIT', 0, ARGV[3])) do
    local name = redis.call('HGET', of_room(room, 'names'), user)
    told[#told + 1] = user
    told[#told + 1] = name and '=' .. name or ''
    told[#told + 1] = tonumber(redis.call('HGET', of_room(room, 'counts'), user) or 0)
end
return told
