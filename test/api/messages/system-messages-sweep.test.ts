import { afterAll, beforeAll, expect, test } from "bun:test";
import { decodeTime } from "ulid";
import type { JobPayload } from "../../../src/declare/job-spec.ts";
import { insertChannel } from "../../../src/domains/channels/index.ts";
import { sweepMessages } from "../../../src/domains/messages/index.ts";
import { deleteAuthoredMessagesJob } from "../../../src/domains/messages/jobs.ts";
import type { MessagesTables } from "../../../src/domains/messages/tables.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import type { Person } from "../../support/accounts/people.ts";
import { lastMessageOf, messagesBy, readMessages, writeMessages } from "../../support/messages/messages.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { hours, minutes } from "../../support/server/test-clock.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { memberCalls } from "../../support/servers/member-calls.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../../support/stream/record-announcements.ts";

describeServer("swept messages", engines, (server) => {
  let community: Community;
  let author: Person;
  let other: Person;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    announcements = await recordAnnouncements(server);
    community = await newCommunity(server);
    [author, other] = [await newMember(server, community), await newMember(server, community)];
  });
  afterAll(() => announcements[Symbol.asyncDispose]());

  async function newChannel({ id: server_id } = community): Promise<string> {
    const id = server.running.services.ids.next();
    const channel = { id, kind: "TextChannel" as const, active: 1, server_id, name: "Another" };
    await server.running.store.write((tx) => insertChannel(tx, channel));
    return id;
  }

  const sweep = (since: number, { id: serverId } = community) =>
    server.running.store.write(async (tx) => sweepMessages(tx, { serverId, authorId: author.id, since }));
  const idsIn = async (channel: string) => (await readMessages(server, channel)).map(({ id }) => id);
  const now = () => server.clock.now();

  const bulkDeleteOf = (channel: string, ids: string[]) => ({
    name: "BulkMessageDelete",
    payload: { channel, ids },
    topics: [topic.channel(channel)],
  });
  const channelUpdateOf = (channel: string, last_message_id: string) => ({
    name: "ChannelUpdate",
    payload: { id: channel, data: { last_message_id }, clear: [] },
    topics: [topic.channel(channel)],
    changes: [
      {
        kind: "server channel changed",
        server: community.id,
        channel: expect.objectContaining({ _id: channel, server: community.id, last_message_id }),
      },
    ],
  });

  test("are deleted in all channels of the server, and nowhere else", async () => {
    const [firstChannel, secondChannel, untouched] = [
      await newChannel(),
      await newChannel(),
      await newChannel(),
    ];
    const otherCommunity = await newCommunity(server);
    const a = { author: author.id };
    const b = { author: other.id };
    const [a1, b1, a2] = await writeMessages(server, firstChannel, [a, b, a]);
    const [b2, a3, b3] = await writeMessages(server, secondChannel, [b, a, b]);
    const unrelated = await writeMessages(server, untouched, [b]);
    const inOtherCommunity = await writeMessages(server, otherCommunity.channel, [a]);
    if (!a1 || !b1 || !a2 || !b2 || !a3 || !b3) throw new Error("expected six messages");
    announcements.take();
    await sweep(now() - minutes(1));
    expect(await idsIn(firstChannel)).toEqual([b1]);
    expect(await idsIn(secondChannel)).toEqual([b2, b3]);
    expect(await idsIn(untouched)).toEqual(unrelated);
    expect(await idsIn(otherCommunity.channel)).toEqual(inOtherCommunity);
    expect(await lastMessageOf(server, firstChannel)).toBe(b1);
    expect(await lastMessageOf(server, secondChannel)).toBe(b3);
    expect(announcements.take()).toEqual([
      bulkDeleteOf(firstChannel, [a2, a1]),
      channelUpdateOf(firstChannel, b1),
      bulkDeleteOf(secondChannel, [a3]),
    ] as never);
  });

  test("are deleted from a given time on, inclusive", async () => {
    const channel = await newChannel();
    const since = now() - hours(2);
    const times = [since - hours(1), since - 1, since, since + 1, now()];
    const ids = await writeMessages(
      server,
      channel,
      times.map((at) => ({ author: author.id, at })),
    );
    announcements.take();
    await sweep(since);
    expect(await idsIn(channel)).toEqual(ids.slice(0, 2));
    expect((await idsIn(channel)).map((id) => decodeTime(id))).toEqual([since - hours(1), since - 1]);
    expect(announcements.take()).toEqual([
      bulkDeleteOf(channel, ids.slice(2).toReversed()),
      channelUpdateOf(channel, ids[1] ?? ""),
    ] as never);
    // A later sweep deletes the messages from before that time.
    await sweep(0);
    expect(await idsIn(channel)).toEqual([]);
  });

  test("may leave a channel without a last message", async () => {
    const channel = await newChannel();
    const ids = await writeMessages(server, channel, messagesBy(3, author.id));
    announcements.take();
    await sweep(now() - minutes(1));
    expect(await lastMessageOf(server, channel)).toBeNull();
    const [bulkDelete, channelUpdate] = announcements.take();
    expect(bulkDelete).toEqual(bulkDeleteOf(channel, ids.toReversed()) as never);
    expect(channelUpdate).toMatchObject({
      name: "ChannelUpdate",
      payload: { id: channel, data: { last_message_id: null }, clear: [] },
    });
    // Members who gain access to the channel now get no last message either.
    const [change] = channelUpdate?.changes ?? [];
    expect(change).toMatchObject({ kind: "server channel changed", channel: { _id: channel } });
    expect(JSON.stringify(change)).not.toContain("last_message_id");
  });

  test("a sweep for an author without messages changes nothing", async () => {
    const channel = await newChannel();
    const ids = await writeMessages(server, channel, messagesBy(2, other.id));
    announcements.take();
    await sweep(0);
    await sweep(now() + hours(1));
    expect(await idsIn(channel)).toEqual(ids);
    announcements.take();
    await sweep(0);
    expect(announcements.take()).toEqual([]);
  });

  test("are deleted by a ban with delete_message_seconds, also for a user who has left", async () => {
    const ownCommunity = await newCommunity(server);
    const { kick, ban } = memberCalls(server, ownCommunity);
    const person = await newMember(server, ownCommunity);
    const [old, fresh] = await writeMessages(server, ownCommunity.channel, [
      { author: person.id, at: now() - hours(2) },
      { author: person.id, at: now() - minutes(1) },
    ]);
    await kick(ownCommunity.owner, person);
    expect((await ban(ownCommunity.owner, person, {})).status).toBe(200);
    expect((await ban(ownCommunity.owner, person, { delete_message_seconds: 0 })).status).toBe(200);
    expect(await idsIn(ownCommunity.channel)).toEqual([old ?? "", fresh ?? ""]);
    announcements.take();
    expect((await ban(ownCommunity.owner, person, { delete_message_seconds: 3_600 })).status).toBe(200);
    expect(await idsIn(ownCommunity.channel)).toEqual([old ?? ""]);
    expect(announcements.take().map(({ name }) => name)).toEqual(["BulkMessageDelete", "ChannelUpdate"]);
  });

  /** A member without messages, in a server without messages. */
  async function newAuthor(): Promise<{ authorId: string; serverId: string; channels: string[] }> {
    const community = await newCommunity(server);
    const { id: authorId } = await newMember(server, community);
    const channels = [await newChannel(community), await newChannel(community), await newChannel(community)];
    return { authorId, serverId: community.id, channels };
  }

  /** Runs the job like a worker and fails after this number of transactions; returns their number. */
  async function runJob(
    payload: JobPayload<typeof deleteAuthoredMessagesJob>,
    maxTransactions = 1_000,
  ): Promise<number> {
    const { store, services } = server.running;
    let steps = 0;
    const write: typeof store.write = (step) => {
      if (steps === maxTransactions) throw new Error("power failure");
      steps++;
      return store.write(step);
    };
    await deleteAuthoredMessagesJob.run({ services, read: store.read, write }, payload as never);
    return steps;
  }

  test("are deleted two hundred at a time, the newest of a channel first, and later ones stay", async () => {
    const { authorId, serverId, channels } = await newAuthor();
    const [firstChannel = "", secondChannel = "", thirdChannel = ""] = channels;
    const inFirst = await writeMessages(server, firstChannel, messagesBy(1_200, authorId));
    const others = await writeMessages(server, secondChannel, messagesBy(1, other.id));
    const inSecond = await writeMessages(server, secondChannel, messagesBy(1_150, authorId));
    const inThird = await writeMessages(server, thirdChannel, messagesBy(2, authorId));
    // This message is newer than the request for the sweep.
    const laterMessages = await writeMessages(server, thirdChannel, [
      { author: authorId, at: now() + hours(1) },
    ]);
    announcements.take();
    let remaining: string[] = [];
    await server.running.store.write(async (tx) => {
      await sweepMessages(tx, { serverId, authorId, since: 0 });
      // Read in the transaction, before the job deletes the rest.
      const own = tx.sql<MessagesTables>().selectFrom("messages").select("id");
      remaining = (await own.where("author_id", "=", authorId).orderBy("id").execute()).map(({ id }) => id);
    });
    // The transaction runs ten steps; the seventh finds no message in the first channel.
    expect(remaining).toEqual([...inSecond.slice(0, 550), ...inThird, ...laterMessages]);
    await server.drain();
    const stepsIn = (id: string, ids: string[], before: string | null) =>
      [...Array(Math.ceil(ids.length / 200)).keys()].flatMap((step) => {
        const end = ids.length - step * 200;
        const some = ids.slice(Math.max(0, end - 200), end).toReversed();
        const data = { last_message_id: ids[end - 201] ?? before };
        return [bulkDeleteOf(id, some), { name: "ChannelUpdate", payload: { id, data, clear: [] } }];
      });
    const steps = [
      ...stepsIn(firstChannel, inFirst, null),
      ...stepsIn(secondChannel, inSecond, others[0] ?? ""),
    ];
    expect(announcements.take()).toMatchObject([...steps, bulkDeleteOf(thirdChannel, inThird.toReversed())]);
    for (const [index, ids] of [[], others, laterMessages].entries()) {
      expect(await idsIn(channels[index] ?? "")).toEqual(ids);
      expect(await lastMessageOf(server, channels[index] ?? "")).toBe(ids[0] ?? null);
    }
  });

  test("that remain after a crash are deleted when the job runs again", async () => {
    const { authorId, serverId, channels } = await newAuthor();
    const [channel = ""] = channels;
    const ids = await writeMessages(server, channel, messagesBy(600, authorId));
    const before = server.running.services.ids.next();
    const payload = { authorId, serverId, from: "0", before };
    await expect(runJob(payload, 1)).rejects.toThrow("power failure");
    expect(await idsIn(channel)).toEqual(ids.slice(0, 400));
    expect(await lastMessageOf(server, channel)).toBe(ids[399] ?? "");
    const later = await writeMessages(server, channel, messagesBy(1, authorId));
    await runJob(payload);
    expect(await idsIn(channel)).toEqual(later);
    expect(await lastMessageOf(server, channel)).toBe(later[0] ?? "");
  });

  test("of an author with few messages are found step by step, and no others are deleted", async () => {
    const { authorId, serverId, channels } = await newAuthor();
    const [channel = ""] = channels;
    const a = messagesBy(1, authorId);
    // The oldest message, and one on each side of the end of the first step, which reads two thousand rows.
    const messages = [...a, ...messagesBy(3_001, other.id), ...a, ...a, ...messagesBy(1_999, other.id)];
    const ids = await writeMessages(server, channel, messages);
    const own = [ids[3_003], ids[3_002], ids[0]] as string[];
    announcements.take();
    // The fourth step finds no other channel.
    expect(await runJob({ authorId, serverId })).toBe(4);
    expect(announcements.take()).toEqual(own.map((id) => bulkDeleteOf(channel, [id])));
    expect(await idsIn(channel)).toEqual(ids.filter((id) => !own.includes(id)));
    expect(await lastMessageOf(server, channel)).toBe(ids.at(-1) ?? "");
  });
});
