import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { deleteChannelMessagesJob } from "../../../src/domains/messages/jobs.ts";
import type { MessagesTables } from "../../../src/domains/messages/tables.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { lastMessageOf, messagesBy, readMessages, writeMessages } from "../../support/messages/messages.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { runCommand } from "../../support/server/run-command.ts";
import type { TestServer } from "../../support/server/server.ts";
import { joinCommunity, newCommunity, newMember } from "../../support/servers/communities.ts";
import { type AnnouncementRecorder, openRecordedServer } from "../../support/stream/record-announcements.ts";

describe.each([...anyEngine])("messages of deleted channels and users on %s", (engine) => {
  let server: TestServer;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    ({ server, announcements } = await openRecordedServer(engine));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const idsIn = async (channel: string) => (await readMessages(server, channel)).map(({ id }) => id);
  const authorsIn = async (channel: string) => {
    const rows = await server.running.store.read((db) =>
      db.sql<MessagesTables>().selectFrom("writers").selectAll().where("channel_id", "=", channel).execute(),
    );
    return rows.map(({ author_id }) => author_id).sort();
  };
  const takeMessageEvents = () =>
    announcements.take().filter(({ name }) => /Message|ChannelUpdate/.test(name));

  async function newChannel({ id, owner }: { id: string; owner: { token: string } }): Promise<string> {
    const response = await server.client.post(`/servers/${id}/channels`, { name: "Another" }, owner);
    expect(response.status).toBe(200);
    return response.body._id;
  }

  test("are deleted with a channel, without events", async () => {
    const community = await newCommunity(server);
    const deletedChannel = await newChannel(community);
    const remaining = await writeMessages(server, community.channel, messagesBy(3, community.owner.id));
    await writeMessages(server, deletedChannel, messagesBy(2_100, community.owner.id));
    announcements.take();
    expect((await server.client.delete(`/channels/${deletedChannel}`, {}, community.owner)).status).toBe(204);
    await server.drain();
    expect(await idsIn(deletedChannel)).toEqual([]);
    expect(await idsIn(community.channel)).toEqual(remaining);
    expect(takeMessageEvents()).toEqual([]);
  });

  test("are deleted with a server, in all its channels", async () => {
    const [community, other] = [await newCommunity(server), await newCommunity(server)];
    const second = await newChannel(community);
    for (const channel of [community.channel, second])
      await writeMessages(server, channel, messagesBy(5, community.owner.id));
    const remaining = await writeMessages(server, other.channel, messagesBy(2, community.owner.id));
    announcements.take();
    expect((await server.client.delete(`/servers/${community.id}`, {}, community.owner)).status).toBe(204);
    await server.drain();
    for (const channel of [community.channel, second]) expect(await idsIn(channel)).toEqual([]);
    expect(await idsIn(other.channel)).toEqual(remaining);
    expect(takeMessageEvents()).toEqual([]);
  });

  test("are deleted by the next run of the job after a crash", async () => {
    const author = server.running.services.ids.next();
    const channelIds = ["01GONE1", "01GONE2"];
    for (const id of channelIds) await writeMessages(server, id, messagesBy(300, author));
    const { store, services } = server.running;
    let steps = 0;
    const write: typeof store.write = (work) => {
      // Two transactions delete the messages of the first channel, the third one its author rows.
      if (++steps > 4) throw new Error("power failure");
      return store.write(work);
    };
    const run = deleteChannelMessagesJob.run as (context: unknown, payload: unknown) => Promise<void>;
    const context = { services, read: store.read, write };
    await expect(run(context, { channelIds })).rejects.toThrow("power failure");
    expect((await idsIn("01GONE1")).length).toBe(0);
    expect((await idsIn("01GONE2")).length).toBe(100);
    expect([await authorsIn("01GONE1"), await authorsIn("01GONE2")]).toEqual([[], [author]]);
    await run({ ...context, write: store.write }, { channelIds });
    expect(await idsIn("01GONE2")).toEqual([]);
    expect(await authorsIn("01GONE2")).toEqual([]);
  });

  test("of a wiped user are deleted everywhere, with events to all viewers", async () => {
    const [community, other] = [await newCommunity(server), await newCommunity(server)];
    const person = await newMember(server, community);
    await joinCommunity(server, other, person);
    const writtenBy = (author: { id: string }) => ({ author: author.id });
    const own = await writeMessages(server, community.channel, messagesBy(1_001, person.id));
    const [first, mine] = await writeMessages(server, other.channel, [
      writtenBy(other.owner),
      writtenBy(person),
    ]);
    if (!first || !mine) throw new Error("expected two messages");
    announcements.take();
    await runCommand(server, "users", "wipe", person.id, "--yes", "--delete-servers");
    await server.drain();
    expect(await idsIn(community.channel)).toEqual([]);
    expect(await lastMessageOf(server, community.channel)).toBeNull();
    expect(await idsIn(other.channel)).toEqual([first]);
    expect(await lastMessageOf(server, other.channel)).toBe(first);
    const emitted = takeMessageEvents().map(({ name, payload, topics }) => ({ name, payload, topics }));
    const bulkDelete = (channel: string, ids: string[]) => ({
      name: "BulkMessageDelete",
      payload: { channel, ids },
      topics: [topic.channel(channel)],
    });
    const channelUpdate = (id: string, last_message_id: string | null) => ({
      name: "ChannelUpdate",
      payload: { id, data: { last_message_id }, clear: [] },
      topics: [topic.channel(id)],
    });
    const newest = own.toReversed();
    // Each step announces the last message that remains, though the next step deletes it too.
    const firstChannelEvents = [0, 200, 400, 600, 800, 1_000].flatMap((at) => [
      bulkDelete(community.channel, newest.slice(at, at + 200)),
      channelUpdate(community.channel, newest[at + 200] ?? null),
    ]);
    const otherChannelEvents = [bulkDelete(other.channel, [mine]), channelUpdate(other.channel, first)];
    expect(emitted).toEqual([...firstChannelEvents, ...otherChannelEvents] as never);
  });

  test("leave no author rows behind", async () => {
    const community = await newCommunity(server);
    const { channel, owner } = community;
    const deletedChannel = await newChannel(community);
    const person = await newMember(server, community);
    for (const to of [channel, deletedChannel])
      for (const by of [owner, person]) await sendMessage(server, { by, channel: to }, { content: "x" });
    for (const id of [channel, deletedChannel])
      expect(await authorsIn(id)).toEqual([owner.id, person.id].sort());
    await runCommand(server, "users", "wipe", person.id, "--yes", "--delete-servers");
    await server.drain();
    for (const id of [channel, deletedChannel]) expect(await authorsIn(id)).toEqual([owner.id]);
    // More authors than one step deletes.
    const authors = Array.from({ length: 250 }, () => ({ author: server.running.services.ids.next() }));
    await writeMessages(server, deletedChannel, authors);
    expect((await authorsIn(deletedChannel)).length).toBe(251);
    expect((await server.client.delete(`/channels/${deletedChannel}`, {}, owner)).status).toBe(204);
    await server.drain();
    expect(await authorsIn(deletedChannel)).toEqual([]);
    expect(await authorsIn(channel)).toEqual([owner.id]);
  });

  test("of a direct message with a wiped user are deleted on both sides", async () => {
    const [ann, ben] = await newFriends(server);
    const { body } = await openConversation(server, ann, ben.id);
    await writeMessages(server, body._id, [...messagesBy(2, ann.id), ...messagesBy(2, ben.id)]);
    await runCommand(server, "users", "wipe", ann.id, "--yes", "--delete-servers");
    await server.drain();
    expect(await idsIn(body._id)).toEqual([]);
  });

  test("of a deleted account are deleted, also while others send messages", async () => {
    const [ann, ben] = await newFriends(server);
    const { body } = await openConversation(server, ann, ben.id);
    const writtenBy = (author: { id: string }) => ({ author: author.id });
    const ids = await writeMessages(server, body._id, [writtenBy(ann), writtenBy(ben), writtenBy(ann)]);
    announcements.take();
    await server.running.store.write((tx) => purgeAccount(tx, ann.id));
    await server.drain();
    expect(await idsIn(body._id)).toEqual([ids[1] ?? ""]);
    expect(await lastMessageOf(server, body._id)).toBe(ids[1] ?? "");
    const topics = [topic.channel(body._id)];
    expect(takeMessageEvents()).toEqual([
      { name: "BulkMessageDelete", payload: { channel: body._id, ids: [ids[2], ids[0]] }, topics },
      {
        name: "ChannelUpdate",
        payload: { id: body._id, data: { last_message_id: ids[1] }, clear: [] },
        topics,
      },
    ] as never);
  });
});
