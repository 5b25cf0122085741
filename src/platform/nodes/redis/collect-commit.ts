import { RedisScript } from "../../redis/client/connection.ts";

/** How long a commit may wait for others. */
const collectMs = 4;
/** So many commits do not wait any longer. */
const maxCollected = 200;
/** A collection that nobody publishes is in the log. */
const keptMs = 1_000;

/**
 * Collects the commits of all nodes: they are published together some milliseconds after the last ones were, or at once
 * if that is longer ago. So a node is woken once for many of them. First comes the content of each commit, on a channel
 * of its own if it has one, then the positions of all. The key is a list: the time of the last publication, and then
 * position, channel and content of each commit since. Returns after how many milliseconds the caller has to publish what
 * it was the first to collect, by another call without a commit; 0 if it need not. If it stops before, the next call of
 * any node does it.
 */
export const collectCommit = new RedisScript(`
local positions, position, channel, content = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local time = redis.call("time")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local published = redis.call("lindex", KEYS[1], 0)
local since = now - (tonumber(published) or 0)
local isDue = since < 0 or since >= ${collectMs}
if position then
  local length = redis.call("rpush", KEYS[1], position, channel or "", content or "")
  if not isDue and length <= ${3 * maxCollected} then return length == 4 and ${collectMs} - since or 0 end
elseif not isDue then
  return 0
end
local collected = redis.call("lrange", KEYS[1], published and 1 or 0, -1)
if #collected == 0 then return 0 end
redis.call("del", KEYS[1])
redis.call("rpush", KEYS[1], string.format("%.0f", now))
redis.call("pexpire", KEYS[1], ${keptMs})
local lines, linesOf = {}, {}
for at = 1, #collected, 3 do
  table.insert(lines, collected[at])
  local channel = collected[at + 1]
  if channel ~= "" then
    linesOf[channel] = linesOf[channel] or {}
    table.insert(linesOf[channel], collected[at + 2])
  end
end
for channel, contents in pairs(linesOf) do redis.call("publish", channel, table.concat(contents, "\\n")) end
redis.call("publish", positions, table.concat(lines, "\\n"))
return 0
`);
