import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { bitsetOf, permission } from "../../src/permissions/bits.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { putPermissions } from "../support/channels/channel-calls.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { type Community, newCommunity, newMember } from "../support/servers/communities.ts";
import { openReadyStream, type StreamClient } from "../support/stream/stream.ts";

const config = { events: { typing_expires_ms: hours(1), ping_within_ms: hours(1_000), frames: 10_000 } };

describe("typing in servers", () => {
  let server: TestServer;
  let place: Community;
  let writer: Person;
  /** The writer, another member, the owner, and a user who is not a member. */
  let streams: readonly [StreamClient, StreamClient, StreamClient, StreamClient];

  beforeAll(async () => {
    server = await openServer("sqlite", { config });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function begin(): Promise<void> {
    place = await newCommunity(server);
    writer = await newMember(server, place);
    const connect = async (person: Person) => (await openReadyStream(server, person)).stream;
    const [member, stranger] = [await newMember(server, place), await newUser(server)];
    streams = [
      await connect(writer),
      await connect(member),
      await connect(place.owner),
      await connect(stranger),
    ];
    await receivedTypes();
  }

  /** The packets that each has received, once the server has handled all messages of the writer. */
  async function receivedTypes(): Promise<string[][]> {
    const types: string[][] = [];
    for (const stream of streams) types.push((await stream.takeNew()).map(({ type }) => type));
    return types;
  }

  const type = (what: "BeginTyping" | "EndTyping", channel = place.channel) =>
    streams[0].send({ type: what, channel });
  const override = (allow: number, deny: number) =>
    putPermissions(server, { by: place.owner, channel: place.channel, of: "default" }, { allow, deny });

  const [start, stop] = [["ChannelStartTyping"], ["ChannelStopTyping"]];

  test("reaches the members who can view the channel, and no one else", async () => {
    await begin();
    type("BeginTyping");
    expect(await receivedTypes()).toEqual([start, start, start, []]);
    expect(streams[1].received.at(-2)).toEqual({
      type: "ChannelStartTyping",
      id: place.channel,
      user: writer.id,
    });
    type("EndTyping");
    expect(await receivedTypes()).toEqual([stop, stop, stop, []]);
  });

  test("requires the permission to send messages", async () => {
    await begin();
    await override(0, permission.SendMessage);
    await receivedTypes();
    type("BeginTyping");
    expect(await receivedTypes()).toEqual([[], [], [], []]);
    await override(0, 0);
    await receivedTypes();
    type("BeginTyping");
    expect(await receivedTypes()).toEqual([start, start, start, []]);
  });

  test("neither comes from nor reaches members who cannot view the channel", async () => {
    await begin();
    const allow = bitsetOf("SendMessage");
    await override(allow, permission.ViewChannel);
    await receivedTypes();
    type("BeginTyping");
    expect(await receivedTypes()).toEqual([[], [], [], []]);
    streams[2].send({ type: "BeginTyping", channel: place.channel });
    await streams[2].next("ChannelStartTyping");
    expect(await receivedTypes()).toEqual([[], [], start, []]);
  });

  test("is off for timed-out members until the timeout ends", async () => {
    await begin();
    const timeout = new Date(server.clock.now() + hours(2)).toISOString();
    await server.client.patch(`/servers/${place.id}/members/${writer.id}`, { timeout }, place.owner);
    await receivedTypes();
    type("BeginTyping");
    expect(await receivedTypes()).toEqual([[], [], [], []]);
    server.clock.advance(hours(3));
    type("BeginTyping");
    expect(await receivedTypes()).toEqual([start, start, start, []]);
  });

  test("is off for former members", async () => {
    await begin();
    await server.client.delete(`/servers/${place.id}`, {}, writer);
    await receivedTypes();
    type("BeginTyping");
    type("BeginTyping", place.id);
    expect(await receivedTypes()).toEqual([[], [], [], []]);
  });
});
