import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { newFriends, openConversation } from "../support/channels/conversations.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { openReadyStream, type Packet, type StreamClient } from "../support/stream/stream.ts";
import { plainMember, serverDataOf } from "../support/stream/visibility.ts";
import { changeRelationship } from "../support/users/relationship-transitions.ts";

/** So long that nothing expires during a test. */
const lasts = hours(1);
const config = { events: { typing_expires_ms: lasts, ping_within_ms: hours(1_000), frames: 10_000 } };

describe("typing", () => {
  let server: TestServer;
  let writer: Person;
  let friend: Person;
  let channel: string;
  let typing: StreamClient;
  let watching: StreamClient;
  beforeAll(async () => {
    server = await openServer("sqlite", { config });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** Two connected friends with a conversation. */
  async function begin(): Promise<void> {
    [writer, friend] = await newFriends(server);
    channel = (await openConversation(server, writer, friend.id)).body._id;
    typing = (await openReadyStream(server, writer)).stream;
    watching = (await openReadyStream(server, friend)).stream;
    await typing.takeNew();
  }

  function pass(ms: number): void {
    server.clock.advance(ms);
    server.tick();
  }

  const started = (): Packet => ({ type: "ChannelStartTyping", id: channel, user: writer.id });
  const stopped = (): Packet => ({ type: "ChannelStopTyping", id: channel, user: writer.id });
  /** The packets that the two receive, once the server has handled all messages of the writer. */
  const received = async () => [await typing.takeNew(), await watching.takeNew()];
  const send = (type: string, at = channel) => typing.send({ type, channel: at });

  test("reaches both recipients of a conversation, and no one else", async () => {
    await begin();
    const { stream: bystander } = await openReadyStream(server, await newUser(server));
    const { stream: otherDevice } = await openReadyStream(server, writer, { format: "msgpack" });
    await received();
    send("BeginTyping");
    expect(await received()).toEqual([[started()], [started()]]);
    send("BeginTyping");
    expect(await received()).toEqual([[started()], [started()]]);
    send("EndTyping");
    expect(await received()).toEqual([[stopped()], [stopped()]]);
    expect(await otherDevice.takeNew()).toEqual([started(), started(), stopped()]);
    expect(await bystander.takeNew()).toEqual([]);
  });

  test("ends as often as the client says so, also where no beginning is known", async () => {
    await begin();
    send("EndTyping");
    send("BeginTyping");
    send("EndTyping");
    send("EndTyping");
    expect(await received()).toEqual(Array(2).fill([stopped(), started(), stopped(), stopped()]));
  });

  test("expires unless it is renewed", async () => {
    await begin();
    send("BeginTyping");
    await received();
    pass(lasts * 0.75);
    send("BeginTyping");
    await received();
    pass(lasts * 0.75);
    expect(await received()).toEqual([[], []]);
    pass(lasts * 0.25);
    expect(await received()).toEqual([[stopped()], [stopped()]]);
    pass(lasts);
    expect(await received()).toEqual([[], []]);
  });

  test("ends with the last connection", async () => {
    await begin();
    const { stream: otherDevice } = await openReadyStream(server, writer);
    send("BeginTyping");
    await received();
    await typing[Symbol.asyncDispose]();
    expect(await watching.takeNew()).toEqual([]);
    await otherDevice[Symbol.asyncDispose]();
    expect(await watching.takeNew()).toEqual([stopped()]);
  });

  test("requires the permission to send messages: friends, not former ones", async () => {
    await begin();
    send("BeginTyping");
    await changeRelationship(server, "remove", [writer, friend]);
    await received();
    send("BeginTyping");
    expect(await received()).toEqual([[], []]);
    send("EndTyping");
    expect(await received()).toEqual([[stopped()], [stopped()]]);
    send("EndTyping");
    expect(await received()).toEqual([[], []]);
    const { ready, stream } = await openReadyStream(server, writer);
    expect(ready.channels).toMatchObject([{ _id: channel }]);
    stream.close();
    await changeRelationship(server, "block", [friend, writer]);
    await received();
    send("BeginTyping");
    expect((await received()).flat()).toEqual([]);
  });

  test("is for the user's own conversations", async () => {
    await begin();
    const [one, other] = await newFriends(server);
    const { body: foreign } = await openConversation(server, one, other.id);
    const { stream: outsider } = await openReadyStream(server, one);
    const ownServer = server.running.services.ids.next();
    const joined = {
      kind: "server joined",
      user: writer.id,
      server: serverDataOf(ownServer),
      member: plainMember,
    } as const;
    await server.running.bus.publish({ name: "Joined", payload: {}, topics: [], changes: [joined] });
    const places = [
      foreign._id,
      friend.id,
      writer.id,
      ownServer,
      "",
      `user:${friend.id}`,
      `channel:${channel}`,
    ];
    for (const place of places) {
      send("BeginTyping", place);
      send("EndTyping", place);
    }
    expect(await received()).toEqual([[], []]);
    expect(await outsider.takeNew()).toEqual([]);
  });

  test("in saved messages reaches the user alone", async () => {
    await begin();
    channel = (await openConversation(server, writer, writer.id)).body._id;
    const { stream: otherDevice } = await openReadyStream(server, writer);
    await received();
    otherDevice.send({ type: "BeginTyping", channel });
    expect(await otherDevice.takeNew()).toEqual([started()]);
    expect(await watching.takeNew()).toEqual([]);
  });

  test("works as soon as a conversation is opened", async () => {
    [writer, friend] = await newFriends(server);
    typing = (await openReadyStream(server, writer)).stream;
    watching = (await openReadyStream(server, friend)).stream;
    channel = (await openConversation(server, writer, friend.id)).body._id;
    await received();
    send("BeginTyping");
    expect(await received()).toEqual([[started()], [started()]]);
  });
});
