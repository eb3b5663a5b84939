return redis.call('SMEMBERS', P .. 'nodes')
