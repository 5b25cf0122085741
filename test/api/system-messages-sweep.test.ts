import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { decodeTime } from "ulid";
import { insertChannel } from "../../src/domains/conversations/index.ts";
import { deleteAuthoredMessagesJob } from "../../src/domains/messages/jobs.ts";
import type { MessagesTables } from "../../src/domains/messages/tables.ts";
import { MessageSweepRequested } from "../../src/domains/servers/index.ts";
import { topic } from "../../src/protocol/event.ts";
import type { JobPayload } from "../../src/store/job.ts";
import { type Community, newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { memberCalls } from "../support/member-calls.ts";
import { lastMessageOf, messagesBy, readMessages, writeMessages } from "../support/messages.ts";
import type { Person } from "../support/people.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../support/record-announcements.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { hours, minutes } from "../support/test-clock.ts";

describe.each([...engines])("swept messages on %s", (engine) => {
  let server: TestServer;
  let place: Community;
  let author: Person;
  let other: Person;
  let all: AnnouncementRecorder;
  beforeAll(async () => {
    server = await openServer(engine);
    all = await recordAnnouncements(server);
    place = await newCommunity(server);
    [author, other] = [await newMember(server, place), await newMember(server, place)];
  });
  afterAll(async () => {
    await all[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  async function newChannel({ id: server_id } = place): Promise<string> {
    const id = server.running.services.ids.next();
    const channel = { id, kind: "TextChannel" as const, active: 1, server_id, name: "Another" };
    await server.running.store.write((tx) => insertChannel(tx, channel));
    return id;
  }

  const sweep = (since: number, { id: serverId } = place) =>
    server.running.store.write(async (tx) =>
      tx.raise(MessageSweepRequested, { serverId, authorId: author.id, since }),
    );
  const idsIn = async (channel: string) => (await readMessages(server, channel)).map(({ id }) => id);
  const now = () => server.clock.now();

  const deleted = (channel: string, ids: string[]) => ({
    name: "BulkMessageDelete",
    payload: { channel, ids },
    topics: [topic.channel(channel)],
  });
  const ends = (channel: string, last_message_id: string) => ({
    name: "ChannelUpdate",
    payload: { id: channel, data: { last_message_id }, clear: [] },
    topics: [topic.channel(channel)],
    changes: [
      {
        kind: "server channel changed",
        server: place.id,
        channel: expect.objectContaining({ _id: channel, server: place.id, last_message_id }),
      },
    ],
  });

  test("are deleted in all channels of the server, and nowhere else", async () => {
    const [one, two, untouched] = [await newChannel(), await newChannel(), await newChannel()];
    const elsewhere = await newCommunity(server);
    const a = { author: author.id };
    const b = { author: other.id };
    const [a1, b1, a2] = await writeMessages(server, one, [a, b, a]);
    const [b2, a3, b3] = await writeMessages(server, two, [b, a, b]);
    const quiet = await writeMessages(server, untouched, [b]);
    const foreign = await writeMessages(server, elsewhere.channel, [a]);
    if (!a1 || !b1 || !a2 || !b2 || !a3 || !b3) throw new Error("there are six");
    all.take();
    await sweep(now() - minutes(1));
    expect(await idsIn(one)).toEqual([b1]);
    expect(await idsIn(two)).toEqual([b2, b3]);
    expect(await idsIn(untouched)).toEqual(quiet);
    expect(await idsIn(elsewhere.channel)).toEqual(foreign);
    expect(await lastMessageOf(server, one)).toBe(b1);
    expect(await lastMessageOf(server, two)).toBe(b3);
    expect(all.take()).toEqual([deleted(one, [a2, a1]), ends(one, b1), deleted(two, [a3])] as never);
  });

  test("are deleted from a time on, inclusive", async () => {
    const channel = await newChannel();
    const since = now() - hours(2);
    const times = [since - hours(1), since - 1, since, since + 1, now()];
    const ids = await writeMessages(
      server,
      channel,
      times.map((at) => ({ author: author.id, at })),
    );
    all.take();
    await sweep(since);
    expect(await idsIn(channel)).toEqual(ids.slice(0, 2));
    expect((await idsIn(channel)).map((id) => decodeTime(id))).toEqual([since - hours(1), since - 1]);
    expect(all.take()).toEqual([
      deleted(channel, ids.slice(2).toReversed()),
      ends(channel, ids[1] ?? ""),
    ] as never);
    // Those from before that moment are found by whoever asks for them later.
    await sweep(0);
    expect(await idsIn(channel)).toEqual([]);
  });

  test("may leave a channel without a last message", async () => {
    const channel = await newChannel();
    const ids = await writeMessages(server, channel, messagesBy(3, author.id));
    all.take();
    await sweep(now() - minutes(1));
    expect(await lastMessageOf(server, channel)).toBeNull();
    const [gone, ended] = all.take();
    expect(gone).toEqual(deleted(channel, ids.toReversed()) as never);
    expect(ended).toMatchObject({
      name: "ChannelUpdate",
      payload: { id: channel, data: { last_message_id: null }, clear: [] },
    });
    // Whoever comes to see the channel now is told the same.
    const [change] = ended?.changes ?? [];
    expect(change).toMatchObject({ kind: "server channel changed", channel: { _id: channel } });
    expect(JSON.stringify(change)).not.toContain("last_message_id");
  });

  test("change nothing if there are none", async () => {
    const channel = await newChannel();
    const ids = await writeMessages(server, channel, messagesBy(2, other.id));
    all.take();
    await sweep(0);
    await sweep(now() + hours(1));
    expect(await idsIn(channel)).toEqual(ids);
    all.take();
    await sweep(0);
    expect(all.take()).toEqual([]);
  });

  test("are deleted with a ban that says so, also of a user who has left", async () => {
    const here = await newCommunity(server);
    const { kick, ban } = memberCalls(server, here);
    const person = await newMember(server, here);
    const [old, fresh] = await writeMessages(server, here.channel, [
      { author: person.id, at: now() - hours(2) },
      { author: person.id, at: now() - minutes(1) },
    ]);
    await kick(here.owner, person);
    expect((await ban(here.owner, person, {})).status).toBe(200);
    expect((await ban(here.owner, person, { delete_message_seconds: 0 })).status).toBe(200);
    expect(await idsIn(here.channel)).toEqual([old ?? "", fresh ?? ""]);
    all.take();
    expect((await ban(here.owner, person, { delete_message_seconds: 3_600 })).status).toBe(200);
    expect(await idsIn(here.channel)).toEqual([old ?? ""]);
    expect(all.take().map(({ name }) => name)).toEqual(["BulkMessageDelete", "ChannelUpdate"]);
  });

  /** Somebody who wrote nowhere yet, in a server where nobody did. */
  async function newAuthor(): Promise<{ authorId: string; serverId: string; channels: string[] }> {
    const here = await newCommunity(server);
    const { id: authorId } = await newMember(server, here);
    const channels = [await newChannel(here), await newChannel(here), await newChannel(here)];
    return { authorId, serverId: here.id, channels };
  }

  /** Runs the job as a worker would, for as many transactions as there is power. */
  async function work(payload: JobPayload<typeof deleteAuthoredMessagesJob>, power = 1_000): Promise<number> {
    const { store, services } = server.running;
    let steps = 0;
    const write: typeof store.write = (step) => {
      if (steps === power) throw new Error("the power is gone");
      steps++;
      return store.write(step);
    };
    await deleteAuthoredMessagesJob.run({ services, read: store.read, write }, payload as never);
    return steps;
  }

  test("are deleted two hundred at a time, the newest of a channel first, and later ones stay", async () => {
    const { authorId, serverId, channels } = await newAuthor();
    const [one = "", two = "", three = ""] = channels;
    const early = await writeMessages(server, one, messagesBy(1_200, authorId));
    const kept = await writeMessages(server, two, messagesBy(1, other.id));
    const late = await writeMessages(server, two, messagesBy(1_150, authorId));
    const few = await writeMessages(server, three, messagesBy(2, authorId));
    // There before the work is done, but from after it was asked for.
    const again = await writeMessages(server, three, [{ author: authorId, at: now() + hours(1) }]);
    all.take();
    let left: string[] = [];
    await server.running.store.write(async (tx) => {
      await tx.raise(MessageSweepRequested, { serverId, authorId, since: 0 });
      // Seen from inside the transaction, before the rest is done.
      const own = tx.sql<MessagesTables>().selectFrom("messages").select("id");
      left = (await own.where("author_id", "=", authorId).orderBy("id").execute()).map(({ id }) => id);
    });
    // Ten steps are done at once; the seventh finds that nothing is left in the first channel.
    expect(left).toEqual([...late.slice(0, 550), ...few, ...again]);
    await server.running.worker.drain();
    const stepsIn = (id: string, ids: string[], before: string | null) =>
      [...Array(Math.ceil(ids.length / 200)).keys()].flatMap((step) => {
        const end = ids.length - step * 200;
        const some = ids.slice(Math.max(0, end - 200), end).toReversed();
        const data = { last_message_id: ids[end - 201] ?? before };
        return [deleted(id, some), { name: "ChannelUpdate", payload: { id, data, clear: [] } }];
      });
    const steps = [...stepsIn(one, early, null), ...stepsIn(two, late, kept[0] ?? "")];
    expect(all.take()).toMatchObject([...steps, deleted(three, few.toReversed())]);
    for (const [index, ids] of [[], kept, again].entries()) {
      expect(await idsIn(channels[index] ?? "")).toEqual(ids);
      expect(await lastMessageOf(server, channels[index] ?? "")).toBe(ids[0] ?? null);
    }
  });

  test("that a crash left are deleted when the job runs again", async () => {
    const { authorId, serverId, channels } = await newAuthor();
    const [channel = ""] = channels;
    const ids = await writeMessages(server, channel, messagesBy(600, authorId));
    const before = server.running.services.ids.next();
    const payload = { authorId, serverId, from: "0", before };
    await expect(work(payload, 1)).rejects.toThrow("the power is gone");
    expect(await idsIn(channel)).toEqual(ids.slice(0, 400));
    expect(await lastMessageOf(server, channel)).toBe(ids[399] ?? "");
    const later = await writeMessages(server, channel, messagesBy(1, authorId));
    await work(payload);
    expect(await idsIn(channel)).toEqual(later);
    expect(await lastMessageOf(server, channel)).toBe(later[0] ?? "");
  });

  test("that are few among many are found step by step, and nothing else is deleted", async () => {
    const { authorId, serverId, channels } = await newAuthor();
    const [channel = ""] = channels;
    const a = messagesBy(1, authorId);
    // The oldest, and two on both sides of where the first step ends: it looks at two thousand.
    const messages = [...a, ...messagesBy(3_001, other.id), ...a, ...a, ...messagesBy(1_999, other.id)];
    const ids = await writeMessages(server, channel, messages);
    const own = [ids[3_003], ids[3_002], ids[0]] as string[];
    all.take();
    // The fourth finds that there is no other channel.
    expect(await work({ authorId, serverId })).toBe(4);
    expect(all.take()).toEqual(own.map((id) => deleted(channel, [id])));
    expect(await idsIn(channel)).toEqual(ids.filter((id) => !own.includes(id)));
    expect(await lastMessageOf(server, channel)).toBe(ids.at(-1) ?? "");
  });
});
