import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { closeCodes } from "../../src/gateway/close-codes.ts";
import { permission } from "../../src/permissions/bits.ts";
import type { PresenceTable } from "../../src/platform/presence/presence-table.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { newFriends, openConversation } from "../support/channels/conversations.ts";
import { type NodeProcess, startNodeProcess } from "../support/cluster/cluster-process.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { runErmine } from "../support/processes/program.ts";
import { openPushService, type PushService } from "../support/push/push-service.ts";
import { subscribe, takeNotificationBodies } from "../support/push/push-subscriptions.ts";
import { amount } from "../support/run/thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours, minutes, seconds } from "../support/server/test-clock.ts";
import { joinCommunity, newCommunity } from "../support/servers/communities.ts";
import { memberCalls } from "../support/servers/member-calls.ts";
import { openReadyStream, openStream, type Packet, type StreamClient } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";

setDefaultTimeout(60_000);

/** So long that nothing expires during a test. */
const grace = hours(1);
const lasts = minutes(1);
const nodes = [0, 1, 2] as const;
type NodeNumber = (typeof nodes)[number];

const presenceOf = ({ id }: Person, packets: readonly Packet[]): boolean[] =>
  packets.flatMap((packet) =>
    packet.type === "UserUpdate" && packet.id === id && "online" in packet.data ? [packet.data.online] : [],
  );

describe.if(engines.includes("postgres"))("the event stream of several nodes", () => {
  let server: TestServer;
  let service: PushService;

  beforeAll(async () => {
    service = await openPushService();
    const events = {
      offline_grace_ms: grace,
      ping_within_ms: hours(1_000),
      frames: 10_000,
      connections: 3,
      typing_expires_ms: lasts,
      presence_to_servers: true,
    };
    server = await openServer("postgres", { nodes: nodes.length, config: { ...service.config, events } });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const at = (node: NodeNumber) => ({ url: `http://127.0.0.1:${server.nodes[node]?.port}` });
  const enter = async (person: Person, node: NodeNumber) => (await openReadyStream(at(node), person)).stream;

  /** A person, and on each node somebody who sees them. */
  async function newSeenPerson() {
    const person = await newUser(server);
    const viewers: StreamClient[] = [];
    for (const node of nodes) {
      const viewer = await newUser(server);
      await setRelationship(server, "Friend/Friend", [viewer, person]);
      viewers.push(await enter(viewer, node));
    }
    /** What the viewers have received since the last call: whether the person appears online. */
    const seen = async () => {
      const byViewer: boolean[][] = [];
      for (const viewer of viewers) byViewer.push(presenceOf(person, await viewer.takeNew()));
      return byViewer;
    };
    const sameForAll = (...changes: boolean[]) => viewers.map(() => changes);
    /** Waits until every viewer has received this, and checks that it was the only change. */
    const expectSeen = async (online: boolean) => {
      const all: boolean[][] = viewers.map(() => []);
      await until(async () => {
        for (const [index, changes] of (await seen()).entries()) all[index]?.push(...changes);
        return all.every(({ length }) => length > 0);
      });
      expect(all).toEqual(sameForAll(online));
    };
    return { person, seen, sameForAll, expectSeen };
  }

  async function leave(...streams: StreamClient[]): Promise<void> {
    for (const stream of streams) await stream[Symbol.asyncDispose]();
  }

  /** Waits until the nodes know how many connections the user has, then lets the time to reconnect pass. */
  async function passGrace(person: Person, connections = 0): Promise<void> {
    await until(() => nodes.every((node) => connectionsOf(person, node) === connections));
    server.clock.advance(grace);
    server.tick();
  }

  /** The connections of a user on all nodes, as one of them knows. */
  function connectionsOf({ id }: Person, node: NodeNumber): number {
    const presence = server.nodes[node]?.services.presence as PresenceTable;
    return presence.connectionsHere(id) + presence.connectionsElsewhere(id);
  }

  const isListening = ({ id }: Person) =>
    server.nodes.map(({ services }) => services.presence.isListening(id));

  test("a user on one node is online in Ready, in responses and in events of the others", async () => {
    const { person, seen, sameForAll } = await newSeenPerson();
    await using stream = await enter(person, 0);
    expect(await seen()).toEqual(sameForAll(true));
    for (const node of nodes) {
      const friend = await newUser(server);
      await setRelationship(server, "Friend/Friend", [friend, person]);
      const { stream: own, ready } = await openReadyStream(at(node), friend);
      expect(ready.users.find(({ _id }: { _id: string }) => _id === person.id).online).toBe(true);
      const response = await fetch(`${at(node).url}/api/users/${person.id}`, {
        headers: { "x-session-token": friend.token },
      });
      expect(await response.json()).toMatchObject({ online: true });
      await leave(own);
    }
    await stream.takeNew();
  });

  test("a user on two nodes stays online with one of them, and goes offline once with the other", async () => {
    const { person, seen, sameForAll } = await newSeenPerson();
    const [one, other] = [await enter(person, 0), await enter(person, 1)];
    expect(await seen()).toEqual(sameForAll(true));
    await leave(one);
    await passGrace(person, 1);
    expect(await seen()).toEqual(sameForAll());
    await leave(other);
    await passGrace(person);
    expect(await seen()).toEqual(sameForAll(false));
    server.tick();
    expect(await seen()).toEqual(sameForAll());
  });

  test("a user who leaves two nodes at once goes offline once", async () => {
    const { person, seen, sameForAll } = await newSeenPerson();
    const both = [await enter(person, 0), await enter(person, 1)];
    await seen();
    await Promise.all(both.map((stream) => leave(stream)));
    await passGrace(person);
    expect(await seen()).toEqual(sameForAll(false));
  });

  test("a user on two nodes becomes invisible and visible once", async () => {
    const { person, seen, sameForAll } = await newSeenPerson();
    await using _one = await enter(person, 0);
    await using _other = await enter(person, 1);
    await seen();
    const present = (presence: string) => server.client.patch("/users/@me", { status: { presence } }, person);
    await present("Invisible");
    expect(await seen()).toEqual(sameForAll(false));
    await using _third = await enter(person, 2);
    expect(await seen()).toEqual(sameForAll());
    await present("Online");
    expect(await seen()).toEqual(sameForAll(true));
  });

  test("members of a server see each other on all nodes if the configuration says so", async () => {
    const community = await newCommunity(server);
    const [person, other] = [await newUser(server), await newUser(server)];
    for (const member of [person, other]) await joinCommunity(server, community, member);
    await using viewer = await enter(other, 2);
    const stream = await enter(person, 0);
    expect(presenceOf(person, await viewer.takeNew())).toEqual([true]);
    await leave(stream);
    await passGrace(person);
    expect(presenceOf(person, await viewer.takeNew())).toEqual([false]);
  });

  test("the connections of a user are counted on all nodes", async () => {
    const person = await newUser(server);
    const streams: StreamClient[] = [];
    for (const node of nodes) streams.push(await enter(person, node));
    await using refused = await openStream(at(0), person);
    expect((await refused.closed).reason).toContain("connections");
    await leave(...streams.splice(1, 1));
    await until(() => connectionsOf(person, 0) === 2);
    await using _again = await enter(person, 0);
  });

  test("the end of a session, permissions and a kick on one node have effect on another", async () => {
    const [person, staying] = [await newUser(server), await newUser(server)];
    const community = await newCommunity(server);
    await joinCommunity(server, community, staying);
    const [stream, member] = [await enter(person, 1), await enter(staying, 2)];
    await fetch(`${at(0).url}/api/auth/session/logout`, {
      method: "POST",
      headers: { "x-session-token": person.token },
    });
    expect((await stream.closed).code).toBe(closeCodes.loggedOut.code);
    const receivesMessage = async () => {
      await sendMessage(server, { by: community.owner, channel: community.channel }, "Hello.");
      return (await member.takeNew()).some(({ type }) => type === "Message");
    };
    expect(await receivesMessage()).toBe(true);
    const setPermissions = (permissions: number) =>
      server.client.put(`/servers/${community.id}/permissions/default`, { permissions }, community.owner);
    await setPermissions(0);
    expect(await receivesMessage()).toBe(false);
    await setPermissions(Number(permission.ViewChannel));
    expect(await receivesMessage()).toBe(true);
    await memberCalls(server, community).kick(community.owner, staying);
    expect(await receivesMessage()).toBe(false);
  });

  test("typing crosses the nodes in its order, and after the message that precedes it", async () => {
    const [ann, bob] = await newFriends(server);
    const { body } = await openConversation(server, ann, bob.id);
    const channel: string = body._id;
    const [writer, reader] = [await enter(ann, 0), await enter(bob, 2)];
    const rounds = amount(4, 20);
    for (let round = 0; round < rounds; round++) {
      writer.send({ type: "BeginTyping", channel });
      writer.send({ type: "EndTyping", channel });
    }
    await writer.takeNew();
    const types = (await reader.takeNew()).map(({ type }) => type);
    expect(types).toEqual(
      Array.from({ length: rounds }, () => ["ChannelStartTyping", "ChannelStopTyping"]).flat(),
    );
    for (let round = 0; round < rounds; round++) {
      await sendMessage(server, { by: ann, channel }, "Hello.");
      await writer.next("Message");
      writer.send({ type: "BeginTyping", channel });
    }
    await writer.takeNew();
    const mixed = (await reader.takeNew()).map(({ type }) => type);
    expect(mixed).toEqual(Array.from({ length: rounds }, () => ["Message", "ChannelStartTyping"]).flat());
  });

  test("typing on a node that is killed ends on each of the others by itself, once", async () => {
    const [ann, bob] = await newFriends(server);
    const { body } = await openConversation(server, ann, bob.id);
    const channel: string = body._id;
    const readers = await Promise.all(nodes.map((node) => enter(bob, node)));
    const seen = async () => {
      const byReader: string[][] = [];
      for (const reader of readers) byReader.push((await reader.takeNew()).map(({ type }) => type));
      return byReader.map((types) => types.filter((type) => type.endsWith("Typing")));
    };
    await using node = await startNodeProcess(server);
    const { stream: writer } = await openReadyStream(node, ann);
    writer.send({ type: "BeginTyping", channel });
    for (const reader of readers) await reader.next("ChannelStartTyping");
    node.kill("SIGKILL");
    await node.exited;
    expect(await seen()).toEqual(nodes.map(() => ["ChannelStartTyping"]));
    server.clock.advance(lasts + seconds(1));
    server.tick();
    expect(await seen()).toEqual(nodes.map(() => ["ChannelStopTyping"]));
    server.clock.advance(lasts + seconds(1));
    server.tick();
    expect(await seen()).toEqual(nodes.map(() => []));
  });

  test("a change by the command line reaches the streams of all nodes", async () => {
    const { person } = await newSeenPerson();
    const streams = await Promise.all(nodes.map((node) => enter(person, node)));
    const { code, stderr } = await runErmine(server.home, ["accounts", "disable", person.email]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const stream of streams) expect((await stream.closed).code).toBe(closeCodes.loggedOut.code);
  });

  test("users of a node that vanishes go offline, and get push notifications at once", async () => {
    const { person, seen, sameForAll, expectSeen } = await newSeenPerson();
    const friend = await newUser(server);
    await setRelationship(server, "Friend/Friend", [friend, person]);
    const { body } = await openConversation(server, friend, person.id);
    const browser = await subscribe(server, service, person);
    const notify = async (text: string) => {
      await sendMessage(server, { by: friend, channel: body._id }, text);
      return takeNotificationBodies(server, browser);
    };
    await using node = await startNodeProcess(server);
    const { stream } = await openReadyStream(node, person);
    await expectSeen(true);
    expect(isListening(person)).toEqual([true, true, true]);
    expect(await notify("unneeded")).toEqual([[]]);
    node.kill("SIGKILL");
    await node.exited;
    await stream.closed;
    await endLease(server, node);
    await until(() => !isListening(person).includes(true));
    expect(await notify("needed")).toEqual([["needed"]]);
    // The user has some time to connect to another node.
    expect(await seen()).toEqual(sameForAll());
    server.clock.advance(grace);
    server.tick();
    await expectSeen(false);
  });

  thoroughTest("users of a node that stands still go offline, and come back with it", async () => {
    const { person, expectSeen } = await newSeenPerson();
    await using node = await startNodeProcess(server);
    await using _stream = (await openReadyStream(node, person)).stream;
    await expectSeen(true);
    node.kill("SIGSTOP");
    await endLease(server, node);
    await until(() => !isListening(person).includes(true));
    server.clock.advance(grace);
    server.tick();
    await expectSeen(false);
    node.kill("SIGCONT");
    await expectSeen(true);
  });
});

/** Ends the lease of a node that does not report any more, as if the time for it had passed. */
async function endLease({ home }: TestServer, { id }: NodeProcess): Promise<void> {
  await using database = new SQL({ url: home.databaseUrl, max: 1 });
  await until(async () => {
    await database`update nodes set seen_us = seen_us - 20000000 where id = ${id}`;
    return (await database`select id from nodes where id = ${id}`).length === 0;
  });
}
