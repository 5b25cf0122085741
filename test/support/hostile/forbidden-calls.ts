import type { Person } from "../accounts/people.ts";
import { putPermissions } from "../channels/channel-calls.ts";
import { newFriends, openConversation } from "../channels/conversations.ts";
import type { ApiResponse, CallOptions } from "../http/client.ts";
import { sendMessage } from "../messages/sending.ts";
import type { TestServer } from "../server/server.ts";
import { newCommunity } from "../servers/communities.ts";
import { denyView } from "../stream/observed-server.ts";

/** A call that is refused to somebody without access to its target, and what a row of the audit says about it. */
export interface ForbiddenCall {
  make(by: CallOptions): Promise<ApiResponse>;
  readonly refused: string;
  readonly allowed: string;
  readonly row: { readonly action: string; readonly target: string; readonly details: object };
}

export interface PrivateThings {
  readonly owner: Person;
  readonly friend: Person;
  readonly community: string;
  /** Which only its owner can view. */
  readonly hidden: string;
  readonly conversation: string;
  readonly notes: string;
  readonly message: string;
}

/** What two friends have, and nobody else may see. */
export async function newPrivateThings(server: TestServer): Promise<PrivateThings> {
  const [owner, friend] = await newFriends(server);
  const { id: community, channel: hidden } = await newCommunity(server, owner);
  await putPermissions(server, { by: owner, channel: hidden, of: "default" }, denyView);
  const conversation = (await openConversation(server, owner, friend.id)).body._id;
  const notes = (await openConversation(server, owner, owner.id)).body._id;
  const message = await sendMessage(server, { by: owner, channel: conversation }, "between us");
  await sendMessage(server, { by: owner, channel: notes }, "to myself");
  return { owner, friend, community, hidden, conversation, notes, message };
}

/** Reads and changes, by what they concern. Each can be made once. */
export function forbiddenCalls(
  { client }: Pick<TestServer, "client">,
  { owner, community, hidden, conversation, notes, message }: PrivateThings,
): Record<string, ForbiddenCall> {
  const path = `/channels/${conversation}/messages/${message}`;
  const unseen = "403 MissingPermission";
  const read = (channel: string): ForbiddenCall => ({
    make: (by) => client.get(`/channels/${channel}/messages`, by),
    refused: unseen,
    allowed: "200",
    row: { action: "GET /channels/:target/messages", target: channel, details: {} },
  });
  return {
    "messages of a conversation": read(conversation),
    notes: read(notes),
    "a hidden channel": read(hidden),
    "a search in a conversation": {
      make: (by) => client.post(`/channels/${conversation}/search`, { query: "between" }, by),
      refused: unseen,
      allowed: "200",
      row: {
        action: "POST /channels/:target/search",
        target: conversation,
        details: { fields: ["query"] },
      },
    },
    "a message in a conversation": {
      make: (by) => client.post(`/channels/${conversation}/messages`, { content: "hello" }, by),
      refused: unseen,
      allowed: "200",
      row: {
        action: "POST /channels/:target/messages",
        target: conversation,
        details: { fields: ["content"] },
      },
    },
    "a profile": {
      make: (by) => client.patch(`/users/${owner.id}`, { display_name: "Otter" }, by),
      refused: "403 NotPrivileged",
      allowed: "200",
      row: { action: "PATCH /users/:target", target: owner.id, details: { fields: ["display_name"] } },
    },
    "a server": {
      make: (by) => client.patch(`/servers/${community}`, { name: "Den" }, by),
      refused: unseen,
      allowed: "200",
      row: { action: "PATCH /servers/:target", target: community, details: { fields: ["name"] } },
    },
    "a message of somebody else": {
      make: (by) => client.delete(path, {}, by),
      refused: unseen,
      allowed: "204",
      row: {
        action: "DELETE /channels/:target/messages/:msg",
        target: conversation,
        details: { msg: message },
      },
    },
  };
}
