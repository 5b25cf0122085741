import type { DataMessageSearch, Message } from "../../../protocol/types.ts";
import type { Client } from "../session/client.ts";

/**
 * A page of a search. Its authors go into the state; the messages do not, as those would have to be taken out again
 * when nothing shows them.
 */
export async function fetchFound(
  client: Client,
  channelId: string,
  request: DataMessageSearch,
): Promise<readonly Message[]> {
  const answer = await client.api.post(`/channels/${channelId}/search`, request);
  if (!("messages" in answer)) return answer;
  const { users, members, messages } = answer;
  client.learn({ users, members });
  return messages;
}
