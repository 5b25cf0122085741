import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { purgeAccount } from "../../src/domains/accounts/actions/purge-account.ts";
import { deleteChannelMessagesJob } from "../../src/domains/messages/jobs.ts";
import type { MessagesTables } from "../../src/domains/messages/tables.ts";
import { topic } from "../../src/protocol/event.ts";
import { joinCommunity, newCommunity, newMember } from "../support/communities.ts";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { lastMessageOf, messagesBy, readMessages, writeMessages } from "../support/messages.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../support/record-announcements.ts";
import { runCommand } from "../support/run-command.ts";
import { sendMessage } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";

describe.each([...engines])("messages of deleted channels and users on %s", (engine) => {
  let server: TestServer;
  let all: AnnouncementRecorder;
  beforeAll(async () => {
    server = await openServer(engine);
    all = await recordAnnouncements(server);
  });
  afterAll(async () => {
    await all[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const idsIn = async (channel: string) => (await readMessages(server, channel)).map(({ id }) => id);
  const writersOf = async (channel: string) => {
    const rows = await server.running.store.read((db) =>
      db.sql<MessagesTables>().selectFrom("writers").selectAll().where("channel_id", "=", channel).execute(),
    );
    return rows.map(({ author_id }) => author_id).sort();
  };
  const ofMessages = () => all.take().filter(({ name }) => /Message|ChannelUpdate/.test(name));

  async function newChannel({ id, owner }: { id: string; owner: { token: string } }): Promise<string> {
    const made = await server.client.post(`/servers/${id}/channels`, { name: "Another" }, owner);
    expect(made.status).toBe(200);
    return made.body._id;
  }

  test("are deleted with a channel, without events", async () => {
    const place = await newCommunity(server);
    const gone = await newChannel(place);
    const kept = await writeMessages(server, place.channel, messagesBy(3, place.owner.id));
    await writeMessages(server, gone, messagesBy(2_100, place.owner.id));
    all.take();
    expect((await server.client.delete(`/channels/${gone}`, {}, place.owner)).status).toBe(204);
    await server.running.worker.drain();
    expect(await idsIn(gone)).toEqual([]);
    expect(await idsIn(place.channel)).toEqual(kept);
    expect(ofMessages()).toEqual([]);
  });

  test("are deleted with a server, in all its channels", async () => {
    const [place, other] = [await newCommunity(server), await newCommunity(server)];
    const second = await newChannel(place);
    for (const channel of [place.channel, second])
      await writeMessages(server, channel, messagesBy(5, place.owner.id));
    const kept = await writeMessages(server, other.channel, messagesBy(2, place.owner.id));
    all.take();
    expect((await server.client.delete(`/servers/${place.id}`, {}, place.owner)).status).toBe(204);
    await server.running.worker.drain();
    for (const channel of [place.channel, second]) expect(await idsIn(channel)).toEqual([]);
    expect(await idsIn(other.channel)).toEqual(kept);
    expect(ofMessages()).toEqual([]);
  });

  test("are deleted later if a crash left some", async () => {
    const author = server.running.services.ids.next();
    const channelIds = ["01GONE1", "01GONE2"];
    for (const id of channelIds) await writeMessages(server, id, messagesBy(300, author));
    const { store, services } = server.running;
    let steps = 0;
    const write: typeof store.write = (work) => {
      // Two transactions delete the messages of the first channel, the third its writers.
      if (++steps > 4) throw new Error("power failure");
      return store.write(work);
    };
    const run = deleteChannelMessagesJob.run as (context: unknown, payload: unknown) => Promise<void>;
    const context = { services, read: store.read, write };
    await expect(run(context, { channelIds })).rejects.toThrow("power failure");
    expect((await idsIn("01GONE1")).length).toBe(0);
    expect((await idsIn("01GONE2")).length).toBe(100);
    expect([await writersOf("01GONE1"), await writersOf("01GONE2")]).toEqual([[], [author]]);
    await run({ ...context, write: store.write }, { channelIds });
    expect(await idsIn("01GONE2")).toEqual([]);
    expect(await writersOf("01GONE2")).toEqual([]);
  });

  test("of a wiped user are deleted everywhere, with events to all viewers", async () => {
    const [place, other] = [await newCommunity(server), await newCommunity(server)];
    const person = await newMember(server, place);
    await joinCommunity(server, other, person);
    const by = (author: { id: string }) => ({ author: author.id });
    const own = await writeMessages(server, place.channel, messagesBy(1_001, person.id));
    const [first, mine] = await writeMessages(server, other.channel, [by(other.owner), by(person)]);
    if (!first || !mine) throw new Error("there are two");
    all.take();
    await runCommand(server, "users", "wipe", person.id);
    await server.running.worker.drain();
    expect(await idsIn(place.channel)).toEqual([]);
    expect(await lastMessageOf(server, place.channel)).toBeNull();
    expect(await idsIn(other.channel)).toEqual([first]);
    expect(await lastMessageOf(server, other.channel)).toBe(first);
    const told = ofMessages().map(({ name, payload, topics }) => ({ name, payload, topics }));
    const deleted = (channel: string, ids: string[]) => ({
      name: "BulkMessageDelete",
      payload: { channel, ids },
      topics: [topic.channel(channel)],
    });
    const ends = (id: string, last_message_id: string | null) => ({
      name: "ChannelUpdate",
      payload: { id, data: { last_message_id }, clear: [] },
      topics: [topic.channel(id)],
    });
    const newest = own.toReversed();
    // The last of a step is told of, though the next will take it too.
    const pieces = [0, 200, 400, 600, 800, 1_000].flatMap((at) => [
      deleted(place.channel, newest.slice(at, at + 200)),
      ends(place.channel, newest[at + 200] ?? null),
    ]);
    const others = [deleted(other.channel, [mine]), ends(other.channel, first)];
    expect(told).toEqual([...pieces, ...others] as never);
  });

  test("leave no rows of writers", async () => {
    const place = await newCommunity(server);
    const { channel, owner } = place;
    const gone = await newChannel(place);
    const person = await newMember(server, place);
    for (const to of [channel, gone])
      for (const by of [owner, person]) await sendMessage(server, { by, channel: to }, { content: "x" });
    for (const id of [channel, gone]) expect(await writersOf(id)).toEqual([owner.id, person.id].sort());
    await runCommand(server, "users", "wipe", person.id);
    await server.running.worker.drain();
    for (const id of [channel, gone]) expect(await writersOf(id)).toEqual([owner.id]);
    // More than one step takes.
    const crowd = Array.from({ length: 250 }, () => ({ author: server.running.services.ids.next() }));
    await writeMessages(server, gone, crowd);
    expect((await writersOf(gone)).length).toBe(251);
    expect((await server.client.delete(`/channels/${gone}`, {}, owner)).status).toBe(204);
    await server.running.worker.drain();
    expect(await writersOf(gone)).toEqual([]);
    expect(await writersOf(channel)).toEqual([owner.id]);
  });

  test("of a direct message with a wiped user are deleted on both sides", async () => {
    const [ann, ben] = await newFriends(server);
    const { body } = await openConversation(server, ann, ben.id);
    await writeMessages(server, body._id, [...messagesBy(2, ann.id), ...messagesBy(2, ben.id)]);
    await runCommand(server, "users", "wipe", ann.id);
    await server.running.worker.drain();
    expect(await idsIn(body._id)).toEqual([]);
  });

  test("of a deleted account are deleted, also while others send messages", async () => {
    const [ann, ben] = await newFriends(server);
    const { body } = await openConversation(server, ann, ben.id);
    const by = (author: { id: string }) => ({ author: author.id });
    const ids = await writeMessages(server, body._id, [by(ann), by(ben), by(ann)]);
    all.take();
    await server.running.store.write((tx) => purgeAccount(tx, ann.id));
    await server.running.worker.drain();
    expect(await idsIn(body._id)).toEqual([ids[1] ?? ""]);
    expect(await lastMessageOf(server, body._id)).toBe(ids[1] ?? "");
    const topics = [topic.channel(body._id)];
    expect(ofMessages()).toEqual([
      { name: "BulkMessageDelete", payload: { channel: body._id, ids: [ids[2], ids[0]] }, topics },
      {
        name: "ChannelUpdate",
        payload: { id: body._id, data: { last_message_id: ids[1] }, clear: [] },
        topics,
      },
    ] as never);
  });
});
