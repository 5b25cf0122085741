import type { ChannelRow, ChannelsTables } from "../../src/domains/conversations/tables.ts";
import type { Answer } from "./client.ts";
import { newUser, type Person } from "./people.ts";
import { arrange } from "./relationship-cells.ts";
import type { TestServer } from "./server.ts";

/** Two who may write to each other. */
export async function newFriends(server: TestServer): Promise<[Person, Person]> {
  const friends: [Person, Person] = [await newUser(server), await newUser(server)];
  await arrange(server, "Friend/Friend", friends);
  return friends;
}

export function openConversation(
  { client }: Pick<TestServer, "client">,
  { token }: Pick<Person, "token">,
  target: string,
): Promise<Answer> {
  return client.get(`/users/${target}/dm`, { token });
}

/** What the table holds of one person's conversations. */
export function conversationRows(
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
