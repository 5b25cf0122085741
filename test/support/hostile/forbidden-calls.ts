import type { Person } from "../accounts/people.ts";
import { putPermissions } from "../channels/channel-calls.ts";
import { newFriends, openConversation } from "../channels/conversations.ts";
import type { ApiResponse, CallOptions } from "../http/client.ts";
import { sendMessage } from "../messages/sending.ts";
import type { TestServer } from "../server/server.ts";
import { newCommunity } from "../servers/communities.ts";
import { denyView } from "../stream/observed-server.ts";

/** A call that is refused to somebody without access to its target. */
interface ForbiddenCall {
  make(by: CallOptions): Promise<ApiResponse>;
  readonly refused: string;
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

/** Reads and changes, by what they concern. */
export function forbiddenCalls(
  { client }: Pick<TestServer, "client">,
  { owner, community, hidden, conversation, notes, message }: PrivateThings,
): Record<string, ForbiddenCall> {
  const unseen = "403 MissingPermission";
  const read = (path: string): ForbiddenCall => ({ make: (by) => client.get(path, by), refused: unseen });
  return {
    "messages of a conversation": read(`/channels/${conversation}/messages`),
    "a conversation": read(`/channels/${conversation}`),
    notes: read(`/channels/${notes}/messages`),
    "a hidden channel": read(`/channels/${hidden}/messages`),
    "bans of a server": read(`/servers/${community}/bans`),
    "the audit log of a server": read(`/servers/${community}/audit_logs`),
    "a user": read(`/users/${owner.id}`),
    "a search in a conversation": {
      make: (by) => client.post(`/channels/${conversation}/search`, { query: "between" }, by),
      refused: unseen,
    },
    "a message in a conversation": {
      make: (by) => client.post(`/channels/${conversation}/messages`, { content: "hello" }, by),
      refused: unseen,
    },
    "a call in a conversation": {
      make: (by) => client.post(`/channels/${conversation}/join_call`, {}, by),
      refused: unseen,
    },
    "a profile": {
      make: (by) => client.patch(`/users/${owner.id}`, { display_name: "Otter" }, by),
      refused: "403 NotPrivileged",
    },
    "one's own badges": {
      make: (by) => client.patch("/users/@me", { badges: 1 }, by),
      refused: "403 NotPrivileged",
    },
    "a server": {
      make: (by) => client.patch(`/servers/${community}`, { name: "Den" }, by),
      refused: unseen,
    },
    "the flags of a server": {
      make: (by) => client.patch(`/servers/${community}`, { flags: 1 }, by),
      refused: "403 NotPrivileged",
    },
    "an owner": {
      make: (by) => client.patch(`/servers/${community}`, { owner: owner.id }, by),
      refused: "403 NotOwner",
    },
    "a message of somebody else": {
      make: (by) => client.delete(`/channels/${conversation}/messages/${message}`, {}, by),
      refused: unseen,
    },
  };
}
