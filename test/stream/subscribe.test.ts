import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { announce } from "../../src/declare/event.ts";
import { UserUpdated } from "../../src/domains/users/index.ts";
import type { ViewChange } from "../../src/visibility/view-change.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours, minutes, seconds } from "../support/server/test-clock.ts";
import { openReadyStream, type StreamClient } from "../support/stream/stream.ts";
import { plainMember, serverDataOf } from "../support/stream/visibility.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";

const config = { events: { ping_within_ms: hours(1_000), frames: 10_000 } };

describe("a subscription to the users of a server", () => {
  let server: TestServer;
  let viewer: Person;
  let other: Person;
  let stream: StreamClient;
  let place: string;
  beforeAll(async () => {
    server = await openServer("sqlite", { config });
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    [viewer, other] = [await newUser(server), await newUser(server)];
    stream = (await openReadyStream(server, viewer)).stream;
    place = await newServer();
  });

  /** Announces the view change of joining or leaving a server. */
  async function announceChanges(...changes: ViewChange[]): Promise<void> {
    await server.running.bus.publish({ name: "ServersChanged", payload: {}, topics: [], changes });
  }

  const join = ({ id }: Person, to: string) =>
    announceChanges({ kind: "server joined", user: id, server: serverDataOf(to), member: plainMember });

  /** A server with the viewer as a member. */
  async function newServer(): Promise<string> {
    const id = server.running.services.ids.next();
    await join(viewer, id);
    return id;
  }

  function subscribe(...servers: string[]): void {
    for (const server_id of servers) stream.send({ type: "Subscribe", server_id });
  }

  /** Changes the name of the other, a member of these servers, and returns how often the viewer received it. */
  async function countUpdates(servers: readonly string[], subscriber = stream): Promise<number> {
    await subscriber.takeNew();
    const display_name = crypto.randomUUID().slice(0, 30);
    await server.running.bus.publish(
      announce(
        UserUpdated,
        { id: other.id, data: { display_name }, clear: [], event_id: null },
        { toward: "everybody", servers },
      ),
    );
    return (await subscriber.takeNew()).filter(({ data }) => data?.display_name === display_name).length;
  }

  function pass(ms: number): void {
    server.clock.advance(ms);
    server.tick();
  }

  test("delivers each update once", async () => {
    expect(await countUpdates([place])).toBe(0);
    subscribe(place);
    expect(await countUpdates([place])).toBe(1);
    expect(await countUpdates([])).toBe(0);
    expect(await countUpdates([await newServer()])).toBe(0);
  });

  test("belongs to one connection, in either format", async () => {
    const { stream: msgpack } = await openReadyStream(server, viewer, { format: "msgpack" });
    msgpack.send({ type: "Subscribe", server_id: place });
    expect(await countUpdates([place], msgpack)).toBe(1);
    expect(await countUpdates([place])).toBe(0);
    await msgpack[Symbol.asyncDispose]();
    subscribe(place);
    expect(await countUpdates([place])).toBe(1);
  });

  test("delivers once to a viewer on several topics", async () => {
    const second = await newServer();
    subscribe(place, second, place);
    expect(await countUpdates([place, second])).toBe(1);
    await setRelationship(server, "Friend/Friend", [viewer, other]);
    expect(await countUpdates([place, second])).toBe(1);
    expect(await countUpdates([])).toBe(1);
    const { stream: own } = await openReadyStream(server, other);
    await join(other, place);
    own.send({ type: "Subscribe", server_id: place });
    expect(await countUpdates([place], own)).toBe(1);
  });

  test("is limited to five servers; the one renewed least recently is dropped", async () => {
    const five = [place, ...(await Promise.all(Array.from({ length: 4 }, newServer)))];
    const [first = "", second = "", ...others] = five;
    subscribe(...five);
    for (const id of five) expect(await countUpdates([id])).toBe(1);
    subscribe(first);
    const sixth = await newServer();
    subscribe(sixth);
    expect(await countUpdates([second])).toBe(0);
    for (const id of [first, ...others, sixth]) expect(await countUpdates([id])).toBe(1);
  });

  test("lasts a quarter of an hour from its last renewal", async () => {
    const second = await newServer();
    subscribe(place, second);
    await stream.takeNew();
    pass(minutes(10));
    expect(await countUpdates([place])).toBe(1);
    subscribe(second);
    await stream.takeNew();
    pass(minutes(5));
    expect(await countUpdates([place])).toBe(0);
    expect(await countUpdates([second])).toBe(1);
    pass(minutes(10));
    expect(await countUpdates([second])).toBe(0);
  });

  test("is for members", async () => {
    const foreign = server.running.services.ids.next();
    subscribe(foreign, "", "__proto__", viewer.id);
    expect(await countUpdates([foreign])).toBe(0);
    await join(viewer, foreign);
    expect(await countUpdates([foreign])).toBe(0);
    subscribe(foreign);
    expect(await countUpdates([foreign])).toBe(1);
  });

  test("ends with the membership, and does not return with it", async () => {
    const second = await newServer();
    subscribe(place, second);
    await stream.takeNew();
    await announceChanges({ kind: "server left", user: other.id, server: place });
    expect(await countUpdates([place])).toBe(1);
    await announceChanges({ kind: "server left", user: viewer.id, server: place });
    expect(await countUpdates([place])).toBe(0);
    await join(viewer, place);
    expect(await countUpdates([place])).toBe(0);
    expect(await countUpdates([second])).toBe(1);
    await announceChanges({ kind: "server gone", server: second });
    expect(await countUpdates([second])).toBe(0);
  });

  test("delivers to blocked users only what they may see", async () => {
    subscribe(place);
    await setRelationship(server, "Blocked/BlockedOther", [other, viewer]);
    expect(await countUpdates([place])).toBe(0);
    const update = { id: other.id, data: { display_name: "for all" }, clear: [], event_id: null };
    await server.running.bus.publish(announce(UserUpdated, update, { toward: "blocked" }));
    expect(await stream.takeNew()).toEqual([{ type: "UserUpdate", ...update }]);
  });

  test("delivers presence as well, which non-subscribers do not get", async () => {
    const { stream: theirs } = await openReadyStream(server, other);
    await join(other, place);
    const { stream: deaf } = await openReadyStream(server, viewer);
    subscribe(place);
    await stream.takeNew();
    await theirs[Symbol.asyncDispose]();
    pass(seconds(5));
    expect(await stream.takeNew()).toMatchObject([{ id: other.id, data: { online: false } }]);
    expect(await deaf.takeNew()).toEqual([]);
  });
});

test("presence is sent to every member where the operator enables it", async () => {
  await using server = await openServer("sqlite", { config: { events: { presence_to_servers: true } } });
  const enter = async (isMember: boolean) => {
    const person = await newUser(server);
    const { stream } = await openReadyStream(server, person);
    const changes = [
      { kind: "server joined", user: person.id, server: serverDataOf("place"), member: plainMember },
    ] as const;
    if (isMember) await server.running.bus.publish({ name: "Joined", payload: {}, topics: [], changes });
    return { person, stream };
  };
  const [leaving, member, friend, blocked] = [
    await enter(true),
    await enter(true),
    await enter(true),
    await enter(true),
  ];
  const outsider = await enter(false);
  await setRelationship(server, "Friend/Friend", [leaving.person, friend.person]);
  await setRelationship(server, "Blocked/BlockedOther", [leaving.person, blocked.person]);
  for (const { stream } of [member, friend, blocked, outsider]) await stream.takeNew();
  await leaving.stream[Symbol.asyncDispose]();
  server.clock.advance(seconds(5));
  server.tick();
  const gone = [{ id: leaving.person.id, data: { online: false } }];
  expect(await member.stream.takeNew()).toMatchObject(gone);
  expect(await friend.stream.takeNew()).toMatchObject(gone);
  expect(await blocked.stream.takeNew()).toEqual([]);
  expect(await outsider.stream.takeNew()).toEqual([]);
});
