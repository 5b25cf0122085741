import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { bitsetOf, permission } from "../../src/permissions/bits.ts";
import { putPermissions } from "../support/channel-calls.ts";
import { type Community, newCommunity, newMember } from "../support/communities.ts";
import { newUser, type Person } from "../support/people.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { listenIn, type StreamClient } from "../support/stream.ts";
import { hours } from "../support/test-clock.ts";

const config = { events: { typing_expires_ms: hours(1), ping_within_ms: hours(1_000), frames: 10_000 } };

describe("typing in servers", () => {
  let server: TestServer;
  let place: Community;
  let writer: Person;
  /** Who writes, another member, the owner, and somebody who is not in the server. */
  let streams: readonly [StreamClient, StreamClient, StreamClient, StreamClient];

  beforeAll(async () => {
    server = await openServer("sqlite", { config });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function begin(): Promise<void> {
    place = await newCommunity(server);
    writer = await newMember(server, place);
    const enter = async (person: Person) => (await listenIn(server, person)).stream;
    const [member, stranger] = [await newMember(server, place), await newUser(server)];
    streams = [await enter(writer), await enter(member), await enter(place.owner), await enter(stranger)];
    await heard();
  }

  /** What each has heard, once everything that the writer said has been heard by the server. */
  async function heard(): Promise<string[][]> {
    const told: string[][] = [];
    for (const stream of streams) told.push((await stream.news()).map(({ type }) => type));
    return told;
  }

  const type = (what: "BeginTyping" | "EndTyping", channel = place.channel) =>
    streams[0].send({ type: what, channel });
  const override = (allow: number, deny: number) =>
    putPermissions(server, { by: place.owner, channel: place.channel, of: "default" }, { allow, deny });

  const [start, stop] = [["ChannelStartTyping"], ["ChannelStopTyping"]];

  test("is heard by those who can view the channel, and by nobody else", async () => {
    await begin();
    type("BeginTyping");
    expect(await heard()).toEqual([start, start, start, []]);
    expect(streams[1].heard.at(-2)).toEqual({
      type: "ChannelStartTyping",
      id: place.channel,
      user: writer.id,
    });
    type("EndTyping");
    expect(await heard()).toEqual([stop, stop, stop, []]);
  });

  test("is for those who may speak there", async () => {
    await begin();
    await override(0, permission.SendMessage);
    await heard();
    type("BeginTyping");
    expect(await heard()).toEqual([[], [], [], []]);
    await override(0, 0);
    await heard();
    type("BeginTyping");
    expect(await heard()).toEqual([start, start, start, []]);
  });

  test("is neither for those who cannot view the channel, nor heard by them", async () => {
    await begin();
    const allow = bitsetOf("SendMessage");
    await override(allow, permission.ViewChannel);
    await heard();
    type("BeginTyping");
    expect(await heard()).toEqual([[], [], [], []]);
    streams[2].send({ type: "BeginTyping", channel: place.channel });
    await streams[2].next("ChannelStartTyping");
    expect(await heard()).toEqual([[], [], start, []]);
  });

  test("is not for those who are timed out, until that is over", async () => {
    await begin();
    const timeout = new Date(server.clock.now() + hours(2)).toISOString();
    await server.client.patch(`/servers/${place.id}/members/${writer.id}`, { timeout }, place.owner);
    await heard();
    type("BeginTyping");
    expect(await heard()).toEqual([[], [], [], []]);
    server.clock.advance(hours(3));
    type("BeginTyping");
    expect(await heard()).toEqual([start, start, start, []]);
  });

  test("is not for those who have left", async () => {
    await begin();
    await server.client.delete(`/servers/${place.id}`, {}, writer);
    await heard();
    type("BeginTyping");
    type("BeginTyping", place.id);
    expect(await heard()).toEqual([[], [], [], []]);
  });
});
