-- A text that nobody had before, for a registry that has none. The run of this Redis goes with it: one that began anew or
-- took over may know less than was told to another.
redis.call('SET', P .. 'generation', ARGV[1], 'NX')
return {redis.call('GET', P .. 'generation') .. '.' .. string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')}
