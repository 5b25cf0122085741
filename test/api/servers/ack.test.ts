import { expect, test } from "bun:test";
import { type ChannelsTables, listServerChannels } from "../../../src/domains/channels/index.ts";
import { acknowledgeChannels } from "../../../src/domains/unreads/actions/acknowledge-channels.ts";
import type { UnreadsTables } from "../../../src/domains/unreads/tables.ts";
import { permission } from "../../../src/permissions/bits.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../../support/servers/communities.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

describeServer("acknowledging all channels of a server", engines, (server, engine) => {
  let community: Community;
  let member: Person;

  const acknowledge = (by: Person, id = community.id) => server.client.put(`/servers/${id}/ack`, {}, by);
  const unreads = async (by: Person) => (await server.client.get("/sync/unreads", by)).body;

  async function addChannel(): Promise<string> {
    const path = `/servers/${community.id}/channels`;
    return (await server.client.post(path, { name: "more" }, community.owner)).body._id;
  }

  const change = (id: string, changes: Partial<{ last_message_id: string; default_deny: number }>) =>
    server.running.store.write(async (tx) => {
      const update = tx.sql<ChannelsTables>().updateTable("channels");
      await update
        .set({ ...changes, ...(changes.default_deny !== undefined && { default_allow: 0 }) })
        .where("id", "=", id)
        .execute();
    });

  test("is for members only: other callers get NotFound", async () => {
    community = await newCommunity(server);
    expectFailure(await acknowledge(await newUser(server)), 404, "NotFound");
    expectFailure(await acknowledge(community.owner, "unknown"), 404, "NotFound");
  });

  test("marks every channel as read that the caller can view and that has messages", async () => {
    community = await newCommunity(server);
    member = await newMember(server, community);
    const [active, silent, hidden] = [community.channel, await addChannel(), await addChannel()];
    const other = await addChannel();
    const last = { last_message_id: server.running.services.ids.next() };
    for (const id of [active, hidden, other]) await change(id, last);
    await change(hidden, { default_deny: permission.ViewChannel });
    const { last_message_id } = last;

    await using announcements = await recordAnnouncements(server);
    expect(await acknowledge(member)).toMatchObject({ status: 204, body: undefined });
    expect(announcements.take()).toEqual(
      [active, other].map((id) => ({
        name: "ChannelAck",
        topics: [topic.private(member.id)],
        payload: { id, user: member.id, message_id: last_message_id },
      })),
    );
    expect(await unreads(member)).toEqual(
      [active, other].map((channel) => ({ _id: { channel, user: member.id }, last_id: last_message_id })),
    );
    expect(await unreads(community.owner)).toEqual([]);
    await acknowledge(community.owner);
    const ownerUnreads = (await unreads(community.owner)) as { _id: { channel: string } }[];
    expect(ownerUnreads.map(({ _id }) => _id.channel)).toEqual([active, hidden, other]);
    expect(ownerUnreads.map(({ _id }) => _id.channel)).not.toContain(silent);
  });

  test("marks mentions as read up to the last message, and none elsewhere", async () => {
    community = await newCommunity(server);
    const { owner } = community;
    const otherCommunity = await newCommunity(server, owner);
    member = await newMember(server, community);
    await joinCommunity(server, otherCommunity, member);
    const sendMessage = async (channel: string, content: string): Promise<string> =>
      (await server.client.post(`/channels/${channel}/messages`, { content }, owner)).body._id;
    const sendThreeMentions = async (channel: string) => [
      await sendMessage(channel, `<@${member.id}>`),
      await sendMessage(channel, "@everyone"),
      await sendMessage(channel, `<@${member.id}>, @everyone`),
    ];
    const [, last = "", afterLast] = await sendThreeMentions(community.channel);
    const others = await sendThreeMentions(otherCommunity.channel);
    await change(community.channel, { last_message_id: last });
    await acknowledge(member);
    const user = member.id;
    expect(await unreads(member)).toEqual([
      { _id: { channel: community.channel, user }, last_id: last, mentions: [afterLast] },
      { _id: { channel: otherCommunity.channel, user }, mentions: others },
    ]);
    expect(await unreads(owner)).toEqual([]);
  });

  test("does nothing in a server without messages", async () => {
    community = await newCommunity(server);
    await using announcements = await recordAnnouncements(server);
    expect((await acknowledge(community.owner)).status).toBe(204);
    expect(announcements.take()).toEqual([]);
    expect(await unreads(community.owner)).toEqual([]);
  });

  test("runs during deletions without an internal error", async () => {
    community = await newCommunity(server);
    member = await newMember(server, community);
    for (let round = 0; round < 5; round++) {
      const [deletedChannel, remainingChannel] = [await addChannel(), await addChannel()];
      for (const id of [deletedChannel, remainingChannel])
        await change(id, { last_message_id: server.running.services.ids.next() });
      const responses = await Promise.all([
        acknowledge(member),
        server.client.delete(`/channels/${deletedChannel}`, {}, community.owner),
        acknowledge(community.owner),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([204, 204, 204]);
      const read = (await unreads(member)) as { _id: { channel: string } }[];
      expect(read.map(({ _id }) => _id.channel)).toContain(remainingChannel);
      expect(read.map(({ _id }) => _id.channel)).not.toContain(deletedChannel);
    }
  });

  // SQLite runs writes one after another.
  const onPostgres = engine === "postgres" ? test : undefined;
  onPostgres?.("a channel that is deleted during the call gets no unread record", async () => {
    community = await newCommunity(server);
    const [channelId, messageId] = [await addChannel(), server.running.services.ids.next()];
    await change(channelId, { last_message_id: messageId });
    let attempts = 0;
    await server.running.store.write(async (tx) => {
      const channels = await listServerChannels(tx, community.id);
      if (attempts++ === 0) {
        await server.client.delete(`/channels/${channelId}`, {}, community.owner);
        await server.drain();
      }
      const read = channels.some(({ _id }) => _id === channelId) ? [{ channelId, messageId }] : [];
      await acknowledgeChannels(tx, { userId: community.owner.id }, read);
    });
    expect(attempts).toBe(2);
    const remaining = await server.running.store.read((db) =>
      db.sql<UnreadsTables>().selectFrom("channel_unreads").selectAll().execute(),
    );
    expect(remaining.filter(({ channel_id }) => channel_id === channelId)).toEqual([]);
  });

  test("is idempotent when called concurrently", async () => {
    community = await newCommunity(server);
    const last_message_id = server.running.services.ids.next();
    await change(community.channel, { last_message_id });
    const responses = await Promise.all([1, 2, 3, 4].map(() => acknowledge(community.owner)));
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await unreads(community.owner)).toHaveLength(1);
  });
});
