import type { ChannelsTables } from "../../../src/domains/channels/index.ts";
import type { ChannelRow } from "../../../src/domains/channels/tables.ts";
import { newUser, type Person } from "../accounts/people.ts";
import type { ApiResponse } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";
import { setRelationship } from "../users/relationship-transitions.ts";

/** Two users who are friends, and may therefore message each other. */
export async function newFriends(server: TestServer): Promise<[Person, Person]> {
  const friends: [Person, Person] = [await newUser(server), await newUser(server)];
  await setRelationship(server, "Friend/Friend", friends);
  return friends;
}

export function openConversation(
  { client }: Pick<TestServer, "client">,
  { token }: Pick<Person, "token">,
  target: string,
): Promise<ApiResponse> {
  return client.get(`/users/${target}/dm`, { token });
}

/** The channel rows of a user's conversations. */
export function readConversations(
  { running }: Pick<TestServer, "running">,
  { id }: Pick<Person, "id">,
): Promise<ChannelRow[]> {
  return running.store.read((db) =>
    db
      .sql<ChannelsTables>()
      .selectFrom("channels")
      .innerJoin("channel_recipients", "channel_recipients.channel_id", "channels.id")
      .selectAll("channels")
      .where("channel_recipients.user_id", "=", id)
      .orderBy("channels.id")
      .execute(),
  );
}
