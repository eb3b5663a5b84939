-- id, address, machine, fanout, lease in ms, ms that others are kept after theirs, zone ('' or '=' and its name)
local id = ARGV[1]
local known = redis.call('HGET', NODES, id)
redis.call('SET', NAME, id .. ' ' .. now, 'NX')
redis.call('HSET', NODES, id, cmsgpack.pack({
    address = ARGV[2], machine = ARGV[3], fanout = ARGV[4], zone = ARGV[7],
    started = known and cmsgpack.unpack(known).started or now, renewed = now, expires = now + ARGV[5]}))
return live(tonumber(ARGV[6]))
