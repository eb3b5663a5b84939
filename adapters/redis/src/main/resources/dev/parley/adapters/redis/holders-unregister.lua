-- node, and of each room its id and a stamp
local node = ARGV[1]
for i = 2, #ARGV, 2 do
    if held(ARGV[i])[node] == tonumber(ARGV[i + 1]) then
        redis.call('HDEL', key(ARGV[i]), node)
    end
end
return {}
