-- node, grace in ms, at most so many. Tells how many.
local node = ARGV[1]
local places = redis.call('SPOP', P .. 'node:' .. node, ARGV[3])
for _, place in ipairs(places) do
    local room, session = parts(place)
    local entry = load(room, session)
    if entry then
        begin_grace(room, session, entry, now + ARGV[2], 'lease-expired')
    end
end
forget_node_if_empty(node)
return {#places}
