import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ChannelActivityHappened } from "../../../src/domains/channels/index.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser } from "../../support/accounts/people.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import { lastMessageOf, readMessages } from "../../support/messages/messages.ts";
import { engines } from "../../support/server/engines.ts";
import type { TestServer } from "../../support/server/server.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../../support/servers/communities.ts";
import { memberCalls } from "../../support/servers/member-calls.ts";
import { type AnnouncementRecorder, openRecordedServer } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { until } from "../../support/until.ts";

const systemAuthor = "0".repeat(26);

describe.each([...engines])("system messages of a server on %s", (engine) => {
  let server: TestServer;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    ({ server, announcements } = await openRecordedServer(engine));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** A server that posts all kinds of system messages in its channel. */
  async function newCommunityWithSystemMessages(): Promise<Community> {
    const community = await newCommunity(server);
    const kinds = ["user_joined", "user_left", "user_kicked", "user_banned"];
    const system_messages = Object.fromEntries(kinds.map((kind) => [kind, community.channel]));
    const { status } = await server.client.patch(
      `/servers/${community.id}`,
      { system_messages },
      community.owner,
    );
    expect(status).toBe(200);
    announcements.take();
    return community;
  }

  /** The expected announcement of the channel's last message. */
  async function expectedAnnouncement({ channel }: Community, system: object) {
    const id = await lastMessageOf(server, channel);
    return {
      name: "Message",
      payload: { _id: id, channel, author: systemAuthor, system },
      topics: [topic.channel(channel)],
      changes: [{ kind: "message sent", channel, message: id }],
    };
  }

  test("report a new member, after the other events", async () => {
    const community = await newCommunityWithSystemMessages();
    const person = await newUser(server);
    announcements.take();
    await joinCommunity(server, community, person);
    const system = { type: "user_joined", id: person.id };
    const [joined, created, message, ...rest] = announcements.take();
    expect([joined?.name, created?.name]).toEqual(["ServerMemberJoin", "ServerCreate"]);
    expect(message).toEqual((await expectedAnnouncement(community, system)) as never);
    expect(rest).toEqual([]);
    const [stored] = await readMessages(server, community.channel);
    expect({ ...stored, system: JSON.parse(stored?.system ?? "") }).toMatchObject({
      channel_id: community.channel,
      id: (await lastMessageOf(server, community.channel)) ?? "",
      author_id: systemAuthor,
      content: null,
      system,
    });
  });

  test("report members who left, were kicked or were banned", async () => {
    const community = await newCommunityWithSystemMessages();
    const { kick, ban } = memberCalls(server, community);
    const [leaver, kicked, banned] = [
      await newMember(server, community),
      await newMember(server, community),
      await newMember(server, community),
    ];
    const departures = [
      ["user_left", leaver, () => server.client.delete(`/servers/${community.id}`, {}, leaver)],
      ["user_kicked", kicked, () => kick(community.owner, kicked)],
      ["user_banned", banned, () => ban(community.owner, banned, {})],
    ] as const;
    for (const [type, { id }, depart] of departures) {
      announcements.take();
      expect((await depart()).status).toBeOneOf([200, 204]);
      const [leave, message, ...rest] = announcements.take();
      expect(leave?.name).toBe("ServerMemberLeave");
      expect(message).toEqual((await expectedAnnouncement(community, { type, id })) as never);
      expect(rest).toEqual([]);
    }
    expect((await readMessages(server, community.channel)).length).toBe(6);
  });

  test("are not posted without a channel for them, nor for silent departures", async () => {
    const silentCommunity = await newCommunity(server);
    const member = await newMember(server, silentCommunity);
    await memberCalls(server, silentCommunity).kick(silentCommunity.owner, member);
    expect(await readMessages(server, silentCommunity.channel)).toEqual([]);

    const community = await newCommunityWithSystemMessages();
    const leaver = await newMember(server, community);
    const before = await readMessages(server, community.channel);
    await server.client.delete(`/servers/${community.id}?leave_silently=true`, {}, leaver);
    expect(await readMessages(server, community.channel)).toEqual(before);
  });

  test("are not posted to a deleted channel", async () => {
    const before = await dumpTables(server);
    announcements.take();
    for (const channelId of ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "nothing", ""])
      await server.running.store.write(async (tx) =>
        tx.raise(ChannelActivityHappened, {
          channelId,
          systemMessage: { type: "user_joined", id: systemAuthor },
        }),
      );
    expect(await dumpTables(server)).toEqual(before);
    expect(announcements.take()).toEqual([]);
  });

  test("reach connected members, and those who connect later", async () => {
    const community = await newCommunityWithSystemMessages();
    const { stream } = await openReadyStream(server, community.owner);
    await using _ = stream;
    const stranger = await openReadyStream(server, await newUser(server));
    await using __ = stranger.stream;
    const person = await newMember(server, community);
    const message = await stream.next("Message");
    const system = { type: "user_joined", id: person.id };
    expect(message).toEqual({
      type: "Message",
      _id: (await lastMessageOf(server, community.channel)) ?? "",
      channel: community.channel,
      author: systemAuthor,
      system,
    });
    expect(await stranger.stream.takeNew()).toEqual([]);
    const late = await openReadyStream(server, person);
    await using ___ = late.stream;
    expect(late.ready.channels).toMatchObject([{ _id: community.channel, last_message_id: message._id }]);
  });

  test("are announced in the order of their ids, also if many members join at once", async () => {
    const community = await newCommunityWithSystemMessages();
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newUser(server)));
    announcements.take();
    await Promise.all(people.map((person) => joinCommunity(server, community, person)));
    const ids: string[] = [];
    // The announcements arrive after the responses.
    await until(() => {
      const messages = announcements.take().filter(({ name }) => name === "Message");
      ids.push(...messages.map(({ payload }) => (payload as { _id: string })._id));
      return ids.length === 6;
    });
    expect(ids).toEqual(ids.toSorted());
    expect(await lastMessageOf(server, community.channel)).toBe(ids.at(-1) ?? "");
    expect((await readMessages(server, community.channel)).map(({ id }) => id)).toEqual(ids);
  });
});
