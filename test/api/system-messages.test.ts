import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SystemMessageRequested } from "../../src/domains/conversations/index.ts";
import { topic } from "../../src/protocol/event.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../support/communities.ts";
import { dumpTables } from "../support/dump-tables.ts";
import { engines } from "../support/engines.ts";
import { memberCalls } from "../support/member-calls.ts";
import { lastMessageOf, readMessages } from "../support/messages.ts";
import { newUser } from "../support/people.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../support/record-announcements.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { openReadyStream } from "../support/stream.ts";
import { until } from "../support/until.ts";

const nobody = "0".repeat(26);

describe.each([...engines])("system messages of a server on %s", (engine) => {
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

  /** A server that tells of all comings and goings in its channel. */
  async function newTalkative(): Promise<Community> {
    const place = await newCommunity(server);
    const kinds = ["user_joined", "user_left", "user_kicked", "user_banned"];
    const system_messages = Object.fromEntries(kinds.map((kind) => [kind, place.channel]));
    const { status } = await server.client.patch(`/servers/${place.id}`, { system_messages }, place.owner);
    expect(status).toBe(200);
    all.take();
    return place;
  }

  /** What was announced of it, as it must be, if the channel's last message is the one that was told. */
  async function told({ channel }: Community, system: object) {
    const id = await lastMessageOf(server, channel);
    return {
      name: "Message",
      payload: { _id: id, channel, author: nobody, system },
      topics: [topic.channel(channel)],
      changes: [{ kind: "message sent", channel, message: id }],
    };
  }

  test("report who joined, after the other events", async () => {
    const place = await newTalkative();
    const person = await newUser(server);
    all.take();
    await joinCommunity(server, place, person);
    const system = { type: "user_joined", id: person.id };
    const [joined, created, message, ...more] = all.take();
    expect([joined?.name, created?.name]).toEqual(["ServerMemberJoin", "ServerCreate"]);
    expect(message).toEqual((await told(place, system)) as never);
    expect(more).toEqual([]);
    const [stored] = await readMessages(server, place.channel);
    expect({ ...stored, system: JSON.parse(stored?.system ?? "") }).toMatchObject({
      channel_id: place.channel,
      id: (await lastMessageOf(server, place.channel)) ?? "",
      author_id: nobody,
      content: null,
      system,
    });
  });

  test("report who left, was kicked or banned", async () => {
    const place = await newTalkative();
    const { kick, ban } = memberCalls(server, place);
    const [leaver, kicked, banned] = [
      await newMember(server, place),
      await newMember(server, place),
      await newMember(server, place),
    ];
    const goings = [
      ["user_left", leaver, () => server.client.delete(`/servers/${place.id}`, {}, leaver)],
      ["user_kicked", kicked, () => kick(place.owner, kicked)],
      ["user_banned", banned, () => ban(place.owner, banned, {})],
    ] as const;
    for (const [type, { id }, go] of goings) {
      all.take();
      expect((await go()).status).toBeOneOf([200, 204]);
      const [left, message, ...more] = all.take();
      expect(left?.name).toBe("ServerMemberLeave");
      expect(message).toEqual((await told(place, { type, id })) as never);
      expect(more).toEqual([]);
    }
    expect((await readMessages(server, place.channel)).length).toBe(6);
  });

  test("are not posted without a channel for them, nor for silent departures", async () => {
    const quiet = await newCommunity(server);
    const member = await newMember(server, quiet);
    await memberCalls(server, quiet).kick(quiet.owner, member);
    expect(await readMessages(server, quiet.channel)).toEqual([]);

    const place = await newTalkative();
    const leaver = await newMember(server, place);
    const before = await readMessages(server, place.channel);
    await server.client.delete(`/servers/${place.id}?leave_silently=true`, {}, leaver);
    expect(await readMessages(server, place.channel)).toEqual(before);
  });

  test("are not posted to a deleted channel", async () => {
    const before = await dumpTables(server);
    all.take();
    for (const channelId of ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "nothing", ""])
      await server.running.store.write(async (tx) =>
        tx.raise(SystemMessageRequested, { channelId, systemMessage: { type: "user_joined", id: nobody } }),
      );
    expect(await dumpTables(server)).toEqual(before);
    expect(all.take()).toEqual([]);
  });

  test("reach connected members, and those who connect later", async () => {
    const place = await newTalkative();
    const { stream } = await openReadyStream(server, place.owner);
    await using _ = stream;
    const stranger = await openReadyStream(server, await newUser(server));
    await using __ = stranger.stream;
    const person = await newMember(server, place);
    const message = await stream.next("Message");
    const system = { type: "user_joined", id: person.id };
    expect(message).toEqual({
      type: "Message",
      _id: (await lastMessageOf(server, place.channel)) ?? "",
      channel: place.channel,
      author: nobody,
      system,
    });
    expect(await stranger.stream.takeNew()).toEqual([]);
    const late = await openReadyStream(server, person);
    await using ___ = late.stream;
    expect(late.ready.channels).toMatchObject([{ _id: place.channel, last_message_id: message._id }]);
  });

  test("come in the order of their ids, also many at once", async () => {
    const place = await newTalkative();
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newUser(server)));
    all.take();
    await Promise.all(people.map((person) => joinCommunity(server, place, person)));
    const ids: string[] = [];
    // All are answered before the first is told of.
    await until(() => {
      const heard = all.take().filter(({ name }) => name === "Message");
      ids.push(...heard.map(({ payload }) => (payload as { _id: string })._id));
      return ids.length === 6;
    });
    expect(ids).toEqual(ids.toSorted());
    expect(await lastMessageOf(server, place.channel)).toBe(ids.at(-1) ?? "");
    expect((await readMessages(server, place.channel)).map(({ id }) => id)).toEqual(ids);
  });
});
