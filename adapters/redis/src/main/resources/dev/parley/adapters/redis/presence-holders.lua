-- Rooms. Tells of each the nodes that hold it.
local told = {}
for i, room in ipairs(ARGV) do
    told[i] = redis.call('HKEYS', of_room(room, 'nodes'))
end
return told
