import { expect, test } from "bun:test";
import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import type { ChannelsTables } from "../../../src/domains/channels/index.ts";
import { insertConversation } from "../../../src/domains/conversations/store/conversations.ts";
import { wipeUser } from "../../../src/domains/users/actions/wipe-user.ts";
import { findUser } from "../../../src/domains/users/store/users.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { newFriends, openConversation, readConversations } from "../../support/channels/conversations.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { readMessages } from "../../support/messages/messages.ts";
import { insertMessages } from "../../support/messages/reading.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

describeServer("leaving all conversations", engines, (server) => {
  let leaver: Person;
  let friend: Person;
  let third: Person;
  /** Ids of the leaver's notes, the conversation with the friend, and a group of all three. */
  let notes: string;
  let direct: string;
  let group: string;

  async function arrangeConversations() {
    [leaver, friend] = await newFriends(server);
    third = await newUser(server);
    notes = (await openConversation(server, leaver, leaver.id)).body._id;
    direct = (await openConversation(server, leaver, friend.id)).body._id;
    for (const person of [friend, third]) await openConversation(server, person, person.id);
    group = server.running.services.ids.next();
    const row = { id: group, kind: "Group", active: 1, name: "Us", owner_id: friend.id } as const;
    const people = [leaver, friend, third].map(({ id }) => id);
    await server.running.store.write((tx) => insertConversation(tx, row, people));
  }

  const idsOf = async (person: Person) => (await readConversations(server, person)).map(({ id }) => id);
  const recipientsOf = (channelId: string) =>
    server.running.store.read((db) =>
      db
        .sql<ChannelsTables>()
        .selectFrom("channel_recipients")
        .select("user_id")
        .where("channel_id", "=", channelId)
        .orderBy("position")
        .execute(),
    );

  test("a deleted account loses its saved messages and groups, and its direct messages stay", async () => {
    await arrangeConversations();
    const before = (await openConversation(server, friend, leaver.id)).body;
    await insertMessages(server, notes, [
      { author_id: leaver.id, content: "Mine." },
      { content: "Of the server itself." },
    ]);
    await using members = await recordEvents(server, [topic.channel(group)]);
    await using others = await recordEvents(server, [topic.channel(direct), topic.channel(notes)]);
    await server.running.store.write((tx) => purgeAccount(tx, leaver.id));

    expect(await idsOf(leaver)).toEqual([direct]);
    const listed = (await server.client.get("/users/dms", { token: friend.token })).body;
    expect(listed).toContainEqual(before);
    expect(await recipientsOf(group)).toEqual([{ user_id: friend.id }, { user_id: third.id }]);
    expect(members.received).toEqual([
      { name: "ChannelGroupLeave", payload: { id: group, user: leaver.id } },
    ]);
    // A job deletes the messages, maybe already.
    expect(others.received.filter(({ name }) => name !== "BulkMessageDelete")).toEqual([]);
    expectFailure(await openConversation(server, friend, leaver.id), 403, "MissingPermission", {
      permission: "SendMessage",
    });
    await server.drain();
    expect(await readMessages(server, notes)).toEqual([]);
  });

  test("a wiped user loses all conversations, and others keep theirs", async () => {
    await arrangeConversations();
    const before = await idsOf(third);
    await using events = await recordEvents(server, [direct, notes, group].map(topic.channel));
    await server.running.store.write(async (tx) => {
      const user = await findUser(tx, leaver.id);
      if (user) await wipeUser(tx, user, 4);
    });
    expect(await idsOf(leaver)).toEqual([]);
    expect(await recipientsOf(direct)).toEqual([]);
    expect(await recipientsOf(notes)).toEqual([]);
    expect(await recipientsOf(group)).toEqual([{ user_id: friend.id }, { user_id: third.id }]);
    expect(await idsOf(third)).toEqual(before);
    expect(events.received).toEqual([
      ...[notes, direct].map((id) => ({ name: "ChannelDelete", payload: { id } })),
      { name: "ChannelGroupLeave", payload: { id: group, user: leaver.id } },
    ]);
    const listed = (await server.client.get("/users/dms", { token: friend.token })).body;
    expect(listed).toMatchObject([{ channel_type: "SavedMessages", user: friend.id }, { _id: group }]);
  });
});
