import type { Samples } from "../../compat/sample.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { insertMessages, readCalls } from "../../support/messages/reading.ts";
import { newRoom, sendMessage } from "../../support/messages/sending.ts";
import type { TestServer } from "../../support/server/server.ts";

/** A channel with user and system messages, read by one of the users. */
async function readRoom(server: TestServer) {
  const { member, owner, channel } = await newRoom(server);
  const id = await sendMessage(server, { by: owner, channel: channel }, { content: "Hello." });
  await server.client.put(`/channels/${channel}/messages/${id}/reactions/👍`, {}, member);
  await server.client.post(`/channels/${channel}/messages/${id}/pin`, {}, owner);
  await insertMessages(server, channel, [{ system: JSON.stringify({ type: "user_left", id: member.id }) }]);
  return { id, ...readCalls(server, channel, member) };
}

/** A direct conversation, read by one of its users. */
async function readTalk(server: TestServer) {
  const [one, two] = await newFriends(server);
  const talk = await openConversation(server, one, two.id);
  await sendMessage(server, { by: one, channel: talk.body._id }, { content: "Hello." });
  return readCalls(server, talk.body._id, two);
}

export const samples: Samples = {
  "GET /channels/{target}/messages": async ({ server }) => {
    const room = await readRoom(server);
    const talk = await readTalk(server);
    return [
      await room.page(),
      await room.page("include_users=true"),
      await room.page(`nearby=${room.id}&limit=2`),
      await talk.page("include_users=true&sort=Oldest"),
    ];
  },
  "GET /channels/{target}/messages/{msg}": async ({ server }) => {
    const { id, one } = await readRoom(server);
    return [await one(id)];
  },
  "POST /channels/{target}/search": async ({ server }) => {
    const room = await readRoom(server);
    const talk = await readTalk(server);
    return [
      await room.search({ query: "hello" }),
      await room.search({ query: "hello", include_users: true }),
      await room.search({ pinned: true }),
      await room.search({}),
      await talk.search({ query: "hello", sort: "Oldest", include_users: true }),
    ];
  },
};
