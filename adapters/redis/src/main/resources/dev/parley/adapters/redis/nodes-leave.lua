redis.call('HDEL', NODES, ARGV[1])
return {}
