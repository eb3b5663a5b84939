-- a name in case there is none, rooms. Answers with the name and of each room its nodes.
local answer = {generation(ARGV[1])}
for i = 2, #ARGV do
    local nodes = {}
    for node in pairs(held(ARGV[i])) do
        nodes[#nodes + 1] = node
    end
    answer[i] = nodes
end
return answer
