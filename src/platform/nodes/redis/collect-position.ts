import { RedisScript } from "../../redis/client/connection.ts";

/** How long a position may wait for others. A commit that follows it cannot be delivered earlier on other nodes. */
const collectMs = 4;
/** So many bytes do not wait any longer. */
const maxCollected = 16_384;
/** A collection that nobody publishes is in the log. */
const keptMs = 1_000;

/**
 * Publishes the content of a commit, if there is any, and collects its position with those of all nodes: they are
 * published together some milliseconds after the last ones were, or at once if that is longer ago. The key has the time
 * of the last publication and what was collected since. Returns after how many milliseconds the caller has to publish
 * what it was the first to collect, by another call without a position; 0 if it need not. If it stops before, the next
 * call of any node does it.
 */
export const collectPosition = new RedisScript(`
local channel, position, contentChannel, content = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
if content then redis.call("publish", contentChannel, content) end
local time = redis.call("time")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call("get", KEYS[1]) or ""
local since = now - (tonumber(string.sub(stored, 1, 13)) or 0)
if since >= 0 and since < ${collectMs} and #stored + #position < ${maxCollected} then
  if position == "" then return 0 end
  redis.call("append", KEYS[1], position .. "\\n")
  if #stored > 13 then return 0 end
  return ${collectMs} - since
end
local collected = string.sub(stored, 14) .. position
if collected == "" then return 0 end
redis.call("set", KEYS[1], string.format("%.0f", now), "px", ${keptMs})
redis.call("publish", channel, collected)
return 0
`);
