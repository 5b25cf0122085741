import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { openConversation } from "../support/channels/conversations.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { Barrier } from "../support/stream/barrier.ts";
import { openReadyStream, openStream, type Packet, type StreamClient } from "../support/stream/stream.ts";
import { changeRelationship, setRelationship } from "../support/users/relationship-transitions.ts";

/** So long that nothing expires during a test. */
const grace = hours(1);
const config = { events: { offline_grace_ms: grace, ping_within_ms: hours(1_000), frames: 10_000 } };

const appears = ({ id }: Person, online: boolean): Packet => ({
  type: "UserUpdate",
  id,
  data: { online },
  clear: [],
  event_id: null,
});

/** The relations of others to the user who connects and disconnects, and whether they receive the presence. */
const viewers = {
  friend: { pair: "Friend/Friend", receives: true },
  "sender of a friend request": { pair: "Outgoing/Incoming", receives: true },
  "receiver of a friend request": { pair: "Incoming/Outgoing", receives: true },
  "user with a conversation": { pair: "None/None", meets: true, receives: true },
  blocker: { pair: "Blocked/BlockedOther", receives: true },
  "blocked user": { pair: "BlockedOther/Blocked", receives: false },
  "blocked user with a conversation": { pair: "BlockedOther/Blocked", meets: true, receives: false },
  stranger: { pair: "None/None", receives: false },
} as const;

describe("the audience of presence", () => {
  const barrier = new Barrier();
  let server: TestServer;
  let person: Person;
  const streams = new Map<string, StreamClient>();

  beforeAll(async () => {
    server = await openServer("sqlite", { config, betweenReadySteps: barrier.between });
    person = await newUser(server);
    for (const [name, relation] of Object.entries(viewers)) {
      const viewer = await newUser(server);
      if ("meets" in relation) {
        await setRelationship(server, "Friend/Friend", [viewer, person]);
        await openConversation(server, viewer, person.id);
        await changeRelationship(server, "remove", [viewer, person]);
      }
      await setRelationship(server, relation.pair, [viewer, person]);
      streams.set(name, (await openReadyStream(server, viewer)).stream);
    }
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** The new packets by receiver, without receivers of none. */
  async function received(): Promise<Record<string, Packet[]>> {
    const byName: [string, Packet[]][] = [];
    for (const [name, stream] of streams) byName.push([name, await stream.takeNew()]);
    return Object.fromEntries(byName.filter(([, packets]) => packets.length > 0));
  }

  const sentToAll = (...packets: Packet[]) =>
    Object.fromEntries(
      Object.entries(viewers)
        .filter(([, { receives }]) => receives)
        .map(([name]) => [name, packets]),
    );

  const present = (presence: string) => server.client.patch("/users/@me", { status: { presence } }, person);

  async function leave(...connections: StreamClient[]): Promise<void> {
    for (const connection of connections) await connection[Symbol.asyncDispose]();
  }

  function pass(ms: number): void {
    server.clock.advance(ms);
    server.tick();
  }

  /** Waits until the user who disconnected is offline. */
  async function passGrace(): Promise<void> {
    for (const stream of streams.values()) await stream.takeNew();
    pass(grace);
  }

  test("receives the first connection of a user", async () => {
    const { stream } = await openReadyStream(server, person);
    expect(await received()).toEqual(sentToAll(appears(person, true)));
    expect(stream.received.map(({ type }) => type)).toEqual(["Authenticated", "Ready", "Pong"]);
    await leave(stream);
    await passGrace();
    await received();
  });

  test("receives only the first and the last of several connections, the last after the grace period", async () => {
    const { stream: first } = await openReadyStream(server, person);
    await received();
    const { stream: second } = await openReadyStream(server, person, { format: "msgpack" });
    expect(await received()).toEqual({});
    expect(await first.takeNew()).toEqual([]);
    await leave(first);
    await passGrace();
    expect(await received()).toEqual({});
    await leave(second);
    expect(await received()).toEqual({});
    pass(grace / 2);
    expect(await received()).toEqual({});
    pass(grace / 2);
    expect(await received()).toEqual(sentToAll(appears(person, false)));
    await passGrace();
    expect(await received()).toEqual({});
  });

  test("receives nothing if the user reconnects at once", async () => {
    const { stream } = await openReadyStream(server, person);
    await received();
    await leave(stream);
    pass(grace / 2);
    const { stream: back } = await openReadyStream(server, person);
    await passGrace();
    expect(await received()).toEqual({});
    await leave(back);
    await passGrace();
    expect(await received()).toEqual(sentToAll(appears(person, false)));
  });

  test("receives nothing of an invisible user", async () => {
    await present("Invisible");
    await received();
    const { stream } = await openReadyStream(server, person);
    expect(await received()).toEqual({});
    await leave(stream);
    await passGrace();
    expect(await received()).toEqual({});
    await present("Online");
    for (const packets of Object.values(await received()))
      expect(packets.some(({ data }) => "online" in data)).toBe(false);
  });

  test("receives offline when a user becomes invisible, and online when that ends", async () => {
    const { stream } = await openReadyStream(server, person);
    await received();
    await present("Invisible");
    const gone = await received();
    expect(Object.keys(gone)).toEqual(Object.keys(sentToAll()));
    for (const packets of Object.values(gone)) expect(packets.at(-1)).toEqual(appears(person, false));
    expect((await stream.takeNew()).at(-1)).toEqual(appears(person, false));
    expect(JSON.stringify(gone)).not.toContain("Invisible");

    await present("Busy");
    const back = await received();
    expect(Object.keys(back)).toEqual(Object.keys(sentToAll()));
    for (const packets of Object.values(back)) {
      expect(packets[0]?.data).toEqual({ status: { presence: "Busy" } });
      expect(packets[1]).toEqual(appears(person, true));
    }

    await present("Invisible");
    await received();
    await leave(stream);
    await passGrace();
    expect(await received()).toEqual({});
    await present("Online");
    await received();
  });

  test("includes blocked users for the name, but not for the status", async () => {
    const blocked = ["blocked user", "blocked user with a conversation"];
    await server.client.patch("/users/@me", { display_name: "Another Name" }, person);
    const named = await received();
    expect(Object.keys(named).sort()).toEqual([...Object.keys(sentToAll()), ...blocked].sort());
    for (const packets of Object.values(named))
      expect(packets).toMatchObject([{ id: person.id, data: { display_name: "Another Name" } }]);

    await server.client.patch("/users/@me", { status: { text: "secret" } }, person);
    expect(Object.keys(await received())).toEqual(Object.keys(sentToAll()));
    await server.client.patch("/users/@me", { status: { text: "both" }, display_name: "Both" }, person);
    const both = await received();
    for (const name of blocked) expect(both[name]).toMatchObject([{ data: { display_name: "Both" } }]);
    for (const name of blocked) expect(JSON.stringify(both[name])).not.toContain("status");
  });

  test("follows a change of a relation at once", async () => {
    const viewer = await newUser(server);
    const { stream } = await openReadyStream(server, viewer);
    const statusTexts = async () =>
      (await stream.takeNew()).flatMap(({ type, id, data }) =>
        type === "UserUpdate" && id === person.id && data.status ? [data.status.text] : [],
      );
    const setStatus = (text: string) => server.client.patch("/users/@me", { status: { text } }, person);
    const setStatusAfter = async (verb: "add" | "block" | "unblock", by: "viewer" | "person") => {
      await changeRelationship(server, verb, by === "viewer" ? [viewer, person] : [person, viewer]);
      await stream.takeNew();
      await setStatus(`${by} ${verb}`);
      return statusTexts();
    };
    await setStatus("strangers");
    expect(await statusTexts()).toEqual([]);
    expect(await setStatusAfter("add", "viewer")).toEqual(["viewer add"]);
    expect(await setStatusAfter("add", "person")).toEqual(["person add"]);
    expect(await setStatusAfter("block", "person")).toEqual([]);
    expect(await setStatusAfter("unblock", "person")).toEqual([]);
    stream.close();
    await received();
  });

  test("going offline while Ready is loaded is nothing to the connection that it is for", async () => {
    const { stream: old } = await openReadyStream(server, person);
    const { reached, go } = barrier.stopAt("gathered");
    await using stream = await openStream(server, person);
    await reached;
    await leave(old);
    await passGrace();
    expect(await received()).toEqual(sentToAll(appears(person, false)));
    go();
    const ready = await stream.next("Ready");
    expect(ready.users.at(-1).online).toBe(true);
    expect((await stream.takeNew()).filter(({ type }) => type === "UserUpdate")).toEqual([]);
    expect(await received()).toEqual(sentToAll(appears(person, true)));
    await leave(stream);
    await passGrace();
    await received();
  });

  test.each([
    ["Invisible", true],
    ["Online", false],
  ])("becoming %s while Ready is loaded is not lost", async (presence, before) => {
    await present(before ? "Online" : "Invisible");
    await received();
    const { reached, go } = barrier.stopAt("gathered");
    await using stream = await openStream(server, person);
    await reached;
    await present(presence);
    go();
    const ready = await stream.next("Ready");
    expect(ready.users.at(-1).online).toBe(before);
    const updates = (await stream.takeNew()).filter(({ type }) => type === "UserUpdate");
    expect(updates.at(-1)).toEqual(appears(person, !before));
    const others = Object.values(await received()).flat();
    expect(others.filter(({ data }) => data.online === true).length > 0).toBe(!before);
    await leave(stream);
    await passGrace();
    await received();
  });
});
