import { batch } from "solid-js";
import type { API, Client } from "stoat.js";

/**
 * A page of a search. Its authors go into the library's collections; the messages do not, as those would have to be
 * taken out again when nothing shows them.
 */
export async function fetchFound(
  client: Client,
  channelId: string,
  request: API.DataMessageSearch,
): Promise<readonly API.Message[]> {
  const answer = await client.api.post(`/channels/${channelId as ""}/search`, request);
  if (Array.isArray(answer)) return answer;
  batch(() => {
    for (const user of answer.users) client.users.getOrCreate(user._id, user);
    for (const member of answer.members ?? []) client.serverMembers.getOrCreate(member._id, member);
  });
  return answer.messages;
}
