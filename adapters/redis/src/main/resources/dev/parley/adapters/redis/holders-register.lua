-- a name in case there is none, node, stamp, lease in ms, rooms. Answers with the name and the rooms held before.
local node, stamp, lease = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local answer = {generation(ARGV[1])}
for i = 5, #ARGV do
    local room = ARGV[i]
    local known = held(room)[node]
    if known then
        answer[#answer + 1] = room
    end
    redis.call('HSET', key(room), node, string.format('%.0f %.0f', math.max(stamp, known or 0), now + lease))
    redis.call('PEXPIRE', key(room), math.max(lease, redis.call('PTTL', key(room))))
end
return answer
