import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { topic } from "../../src/declare/event.ts";
import { purgeAccount } from "../../src/domains/accounts/actions/purge-account.ts";
import { emptyChannels } from "../../src/domains/messages/jobs.ts";
import { type Overhearing, overhear } from "../support/announcements.ts";
import { joinCommunity, newCommunity, newMember } from "../support/communities.ts";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { lastMessageOf, many, seeMessages, writeMessages } from "../support/messages.ts";
import { runCommand } from "../support/run-command.ts";
import { openServer, type TestServer } from "../support/server.ts";

describe.each([...engines])("messages of what is gone on %s", (engine) => {
  let server: TestServer;
  let all: Overhearing;
  beforeAll(async () => {
    server = await openServer(engine);
    all = await overhear(server);
  });
  afterAll(async () => {
    await all[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const idsIn = async (channel: string) => (await seeMessages(server, channel)).map(({ id }) => id);
  const ofMessages = () => all.take().filter(({ name }) => /Message|ChannelUpdate/.test(name));

  async function newChannel({ id, owner }: { id: string; owner: { token: string } }): Promise<string> {
    const made = await server.client.post(`/servers/${id}/channels`, { name: "Another" }, owner);
    expect(made.status).toBe(200);
    return made.body._id;
  }

  test("a channel takes them with it, in silence", async () => {
    const place = await newCommunity(server);
    const gone = await newChannel(place);
    const kept = await writeMessages(server, place.channel, many(3, place.owner.id));
    await writeMessages(server, gone, many(2_100, place.owner.id));
    all.take();
    expect((await server.client.delete(`/channels/${gone}`, {}, place.owner)).status).toBe(204);
    await server.running.worker.drain();
    expect(await idsIn(gone)).toEqual([]);
    expect(await idsIn(place.channel)).toEqual(kept);
    expect(ofMessages()).toEqual([]);
  });

  test("a server takes those of all its channels", async () => {
    const [place, other] = [await newCommunity(server), await newCommunity(server)];
    const second = await newChannel(place);
    for (const channel of [place.channel, second])
      await writeMessages(server, channel, many(5, place.owner.id));
    const kept = await writeMessages(server, other.channel, many(2, place.owner.id));
    all.take();
    expect((await server.client.delete(`/servers/${place.id}`, {}, place.owner)).status).toBe(204);
    await server.running.worker.drain();
    for (const channel of [place.channel, second]) expect(await idsIn(channel)).toEqual([]);
    expect(await idsIn(other.channel)).toEqual(kept);
    expect(ofMessages()).toEqual([]);
  });

  test("what is left of them after a crash goes later", async () => {
    const author = server.running.services.ids.next();
    const channelIds = ["01GONE1", "01GONE2"];
    for (const id of channelIds) await writeMessages(server, id, many(300, author));
    const { store, services } = server.running;
    let steps = 0;
    const write: typeof store.write = (work) => {
      // The third is for what was read in the first of them.
      if (++steps > 4) throw new Error("the power is gone");
      return store.write(work);
    };
    const run = emptyChannels.run as (context: unknown, payload: unknown) => Promise<void>;
    const context = { services, read: store.read, write };
    await expect(run(context, { channelIds })).rejects.toThrow("the power is gone");
    expect((await idsIn("01GONE1")).length).toBe(0);
    expect((await idsIn("01GONE2")).length).toBe(100);
    await run({ ...context, write: store.write }, { channelIds });
    expect(await idsIn("01GONE2")).toEqual([]);
  });

  test("of somebody who was wiped, from everywhere, and all who can see it are told", async () => {
    const [place, other] = [await newCommunity(server), await newCommunity(server)];
    const person = await newMember(server, place);
    await joinCommunity(server, other, person);
    const by = (author: { id: string }) => ({ author: author.id });
    const own = await writeMessages(server, place.channel, many(1_001, person.id));
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
    const newest = own.toReversed();
    const shown = { id: other.channel, data: { last_message_id: first }, clear: [] };
    const pieces = [
      deleted(other.channel, [mine]),
      deleted(place.channel, newest.slice(0, 999)),
      // The last of a step is told of, though the next will take it too.
      {
        name: "ChannelUpdate",
        payload: { id: place.channel, data: { last_message_id: newest[999] }, clear: [] },
        topics: [topic.channel(place.channel)],
      },
      { name: "ChannelUpdate", payload: shown, topics: [topic.channel(other.channel)] },
      deleted(place.channel, newest.slice(999)),
      {
        name: "ChannelUpdate",
        payload: { id: place.channel, data: { last_message_id: null }, clear: [] },
        topics: [topic.channel(place.channel)],
      },
    ];
    expect(told).toEqual(expect.arrayContaining(pieces as never[]));
    expect(told.length).toBe(pieces.length);
  });

  test("of a conversation with somebody who was wiped, both sides", async () => {
    const [ann, ben] = await newFriends(server);
    const { body } = await openConversation(server, ann, ben.id);
    await writeMessages(server, body._id, [...many(2, ann.id), ...many(2, ben.id)]);
    await runCommand(server, "users", "wipe", ann.id);
    await server.running.worker.drain();
    expect(await idsIn(body._id)).toEqual([]);
  });

  test("of somebody who deleted the account, also where others are still talking", async () => {
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
