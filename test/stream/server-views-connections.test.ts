import { describe, expect, test } from "bun:test";
import { newServerDefault } from "../../src/permissions/defaults.ts";
import type { Person } from "../support/accounts/people.ts";
import { amount, anyEngine } from "../support/run/thorough.ts";
import { engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours, minutes } from "../support/server/test-clock.ts";
import { joinCommunity } from "../support/servers/communities.ts";
import { Barrier } from "../support/stream/barrier.ts";
import { denyView, noOverride, ObservedServer } from "../support/stream/observed-server.ts";
import { openReadyStream, openStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { knowledgeFrom, TrackingClient } from "../visibility/tracking-client.ts";

/** The steps at which Ready can be held up, before and after it reads the servers. */
const steps = ["snapshot", "users", "servers", "emojis", "gathered"];

/** Resolves once a user whose connections are closed is offline. */
async function isGone(server: TestServer, { id }: Person): Promise<void> {
  await until(() => {
    server.tick();
    return !server.isConnected(id);
  });
}

describe.each([...anyEngine])("connections of members, on %s", (engine) => {
  test("receive the same, each in its own format", async () => {
    await using server = await openServer(engine);
    await using all = await ObservedServer.open(server);
    const { member } = all.people;
    const second = (await openReadyStream(server, member, { format: "msgpack" })).stream;
    const third = (await openReadyStream(server, member)).stream;
    const each = async () => {
      const { member: first } = await all.takeReceived();
      const received = [first, await second.takeNew(), await third.takeNew()];
      return received.map((packets) => packets.map((packet) => all.summarize(packet)));
    };
    await all.giveRoles(all.staff);
    expect(await each()).toEqual(Array(3).fill([["ChannelCreate hidden", "ServerMemberUpdate"]]));
    await all.call("owner", "patch", [`/channels/${all.hidden}`, { name: "seen" }]);
    expect(await each()).toEqual(Array(3).fill(["ChannelUpdate hidden"]));
    await second[Symbol.asyncDispose]();
    await all.giveRoles();
    const { member: first } = await all.summarizeReceived();
    expect(first).toEqual([["ChannelDelete hidden", "ServerMemberUpdate"]]);
    expect((await third.takeNew()).map((packet) => all.summarize(packet))).toEqual(first);
    await all.call("owner", "patch", [`/channels/${all.hidden}`, { name: "unseen" }]);
    expect((await all.summarizeReceived()).member).toEqual([]);
    expect(await third.takeNew()).toEqual([]);
  });

  test.each([
    ["alone", false],
    ["besides another", true],
  ])("that join %s while views change know the result, whenever the change happens", async (_how, stays) => {
    const barrier = new Barrier();
    const options = { betweenReadySteps: barrier.between, config: { events: { offline_grace_ms: 0 } } };
    await using server = await openServer(engine, options);
    await using all = await ObservedServer.open(server);
    const { member } = all.people;
    if (!stays) await all.streams.member[Symbol.asyncDispose]();
    await all.giveRoles(all.staff);
    /** Each is done while one Ready is loaded, and undone while another is. */
    const changes = [
      () => all.inServer("delete", `/members/${member.id}`),
      () => joinCommunity(server, all.community, member),
      () => all.giveRoles(all.staff),
      () => all.giveRoles(),
      () => all.giveRoles(all.staff),
      () => all.inServer("put", `/permissions/${all.staff}`, { permissions: denyView }),
      () => all.inServer("put", `/permissions/${all.staff}`, { permissions: noOverride }),
      () => all.inServer("put", "/permissions/default", { permissions: 0 }),
      () => all.inServer("put", "/permissions/default", { permissions: newServerDefault }),
    ];
    // On PostgreSQL, where this takes several times as long, each change happens at one of the steps.
    const rounds = engine === "postgres" && engines.length > 1 ? amount(1, steps.length) : steps.length;
    for (let round = 0; round < rounds; round++) {
      for (const [index, change] of changes.entries()) {
        const step = steps[(round + index) % steps.length] ?? "";
        const at = `${step} ${index}`;
        if (!stays) await isGone(server, member);
        const { reached, go } = barrier.stopAt(step);
        const format = index % 2 === 0 ? "json" : "msgpack";
        await using stream = await openStream(server, { token: member.token, format });
        await reached;
        await change();
        go();
        const client = new TrackingClient(stream, await stream.next("Ready"), member.id);
        await client.receive();
        const { stream: later, ready } = await openReadyStream(server, member);
        await later[Symbol.asyncDispose]();
        expect({ at, ...client.known }).toEqual({ at, ...knowledgeFrom(ready) });

        for (const channel of [all.open, all.hidden]) {
          const seen = client.known.channels.has(channel);
          await all.call("owner", "patch", [`/channels/${channel}`, { name: at }]);
          await client.receive();
          expect(client.known.channels.get(channel)?.name).toBe(seen ? at : undefined);
        }
      }
    }
  });

  test("receive what they may see, whatever fields of Ready they selected", async () => {
    await using server = await openServer(engine);
    await using all = await ObservedServer.open(server);
    const { stream, ready } = await openReadyStream(server, all.people.member, { query: "ready=users" });
    expect(ready.servers).toBeUndefined();
    expect(ready.channels).toBeUndefined();
    const received = async () => (await stream.takeNew()).map((packet) => all.summarize(packet));
    await all.call("owner", "patch", [`/channels/${all.open}`, { name: "visible" }]);
    await all.call("owner", "patch", [`/channels/${all.hidden}`, { name: "invisible" }]);
    expect(await received()).toEqual(["ChannelUpdate open"]);
    await all.giveRoles(all.staff);
    expect(await received()).toEqual([["ChannelCreate hidden", "ServerMemberUpdate"]]);
    await all.call("owner", "patch", [`/channels/${all.hidden}`, { name: "visible" }]);
    expect(await received()).toEqual(["ChannelUpdate hidden"]);
  });

  test("subscribe to the users of a server only as members", async () => {
    const events = { ping_within_ms: hours(1_000) };
    await using server = await openServer(engine, { config: { events } });
    await using all = await ObservedServer.open(server);
    let names = 0;
    const receivedUpdates = async () => {
      await server.client.patch("/users/@me", { display_name: `Name ${++names}` }, all.people.member);
      const { owner, other, stranger } = await all.summarizeReceived();
      return { owner, other, stranger };
    };
    const subscribe = () => {
      for (const stream of [all.streams.other, all.streams.stranger])
        stream.send({ type: "Subscribe", server_id: all.community.id });
    };
    const none = { owner: [], other: [], stranger: [] };
    expect(await receivedUpdates()).toEqual(none);
    subscribe();
    await all.summarizeReceived();
    expect(await receivedUpdates()).toEqual({ ...none, other: ["UserUpdate"] });
    server.clock.advance(minutes(15));
    server.tick();
    expect(await receivedUpdates()).toEqual(none);
    subscribe();
    await all.summarizeReceived();
    expect(await receivedUpdates()).toEqual({ ...none, other: ["UserUpdate"] });
    await all.inServer("delete", `/members/${all.people.other.id}`);
    await all.summarizeReceived();
    expect(await receivedUpdates()).toEqual(none);
  });
});
