import { describe, expect, test } from "bun:test";
import type { ChannelsTables } from "../../src/domains/channels/index.ts";
import { lockServer, type ServersTables } from "../../src/domains/members/index.ts";
import { type CloseReason, closeCodes } from "../../src/gateway/close-codes.ts";
import { newUser } from "../support/accounts/people.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { seconds } from "../support/server/test-clock.ts";
import { newCommunity } from "../support/servers/communities.ts";
import { ResumingStream } from "../support/stream/resuming-stream.ts";
import { openReadyStream, openStream, type StreamClient } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

async function expectClose(stream: StreamClient, why: CloseReason): Promise<void> {
  const { code, reason } = closeCodes[why];
  expect(await stream.closed).toEqual({ code, reason });
}

/** A server whose builds of Ready stop after their snapshot was taken, until the test lets them go. */
async function openHeldServer(events: Record<string, number> = {}) {
  const held = Promise.withResolvers<void>();
  const state = { builds: 0 };
  const betweenReadySteps = async (step: string) => {
    if (step !== "snapshot") return;
    state.builds += 1;
    await held.promise;
  };
  const server = await openServer("sqlite", { config: { events }, betweenReadySteps });
  return {
    server,
    state,
    release: held.resolve,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe("connecting too often", () => {
  const ratelimits = { enabled: true, auth: 1_000, any: 1_000 };
  const limited = (events: Record<string, number>, more = {}) =>
    openServer("sqlite", { config: { events, ratelimits, ...more } });

  test("is limited for each user, before Ready is built", async () => {
    let builds = 0;
    const betweenReadySteps = async (step: string) => {
      if (step === "snapshot") builds += 1;
    };
    await using server = await openServer("sqlite", {
      config: { events: { connects_by_user: 2 }, ratelimits },
      betweenReadySteps,
    });
    const [one, other] = [await newUser(server), await newUser(server)];
    for (let count = 0; count < 2; count++) (await openReadyStream(server, one)).stream.close();
    await using third = await openStream(server, one);
    await expectClose(third, "tooManyConnects");
    expect(third.received).toEqual([]);
    await using authenticating = await openStream(server);
    authenticating.send({ type: "Authenticate", token: one.token });
    await expectClose(authenticating, "tooManyConnects");
    expect(builds).toBe(2);
    (await openReadyStream(server, other)).stream.close();
    server.clock.advance(seconds(60));
    (await openReadyStream(server, one)).stream.close();
  });

  test("counts a large Ready once more for each MiB", async () => {
    await using server = await limited({ connects_by_user: 4 }, { sync: { max_bytes: 3_000_000 } });
    const person = await newUser(server);
    for (const key of ["one", "two", "three"])
      await server.client.post("/sync/settings/set", { [key]: "x".repeat(900_000) }, person);
    for (let count = 0; count < 2; count++) (await openReadyStream(server, person)).stream.close();
    await using third = await openStream(server, person);
    await expectClose(third, "tooManyConnects");
  });

  test("counts what a resumed client has missed once more for each MiB", async () => {
    await using server = await limited({ connects_by_user: 4 }, { sync: { max_bytes: 3_000_000 } });
    const person = await newUser(server);
    await using client = await ResumingStream.open(server, person);
    await client.cut();
    for (const key of ["one", "two", "three"])
      await server.client.post("/sync/settings/set", { [key]: "x".repeat(900_000) }, person);
    expect((await client.resume()).type).toBe("Resumed");
    await using third = await openStream(server, person);
    await expectClose(third, "tooManyConnects");
  });

  test("is limited for each address, of IPv6 for each /64, whatever the token is", async () => {
    await using server = await limited({ connects_by_address: 2 }, { trusted_proxies: ["127.0.0.1"] });
    const connect = (address: string) =>
      openStream(server, { token: "bad", headers: { "x-forwarded-for": address } });
    for (const [network, addresses] of [
      ["IPv4", ["192.0.2.1", "192.0.2.1", "192.0.2.1"]],
      ["IPv6", ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:1"]],
    ] as const) {
      const streams: StreamClient[] = [];
      for (const address of addresses) streams.push(await connect(address));
      const [first, second, third] = streams as [StreamClient, StreamClient, StreamClient];
      await expectClose(third, "tooManyConnects");
      expect(third.received, network).toEqual([]);
      for (const stream of [first, second]) {
        await stream.next("Error");
        stream.close();
      }
    }
    for (const address of ["192.0.2.2", "2001:db8:0:1::1"]) {
      await using stream = await connect(address);
      await stream.next("Error");
    }
  });
});

describe("connections that wait for Ready", () => {
  test("count against the limit of connections, before any work is done for them", async () => {
    await using held = await openHeldServer({ connections: 2 });
    const { server } = held;
    const person = await newUser(server);
    const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(server, person)));
    const refused = new Set<StreamClient>();
    for (const stream of streams) void stream.closed.then(() => refused.add(stream));
    await until(() => refused.size === 3);
    for (const stream of refused) await expectClose(stream, "tooManyConnections");
    held.release();
    const admitted = streams.filter((stream) => !refused.has(stream));
    await Promise.all(admitted.map((stream) => stream.next("Ready")));
    await using later = await openStream(server, person);
    await expectClose(later, "tooManyConnections");
    for (const stream of admitted) stream.close();
  });

  test("share a Ready if they are of one user, and each gets every later event once", async () => {
    await using held = await openHeldServer();
    const { server, state } = held;
    const person = await newUser(server);
    const first = await openStream(server, person);
    await until(() => state.builds === 1);
    const others = await Promise.all(Array.from({ length: 10 }, () => openStream(server, person)));
    // Not in the first snapshot, which is taken already, but in the one that the others share.
    await server.client.patch("/users/@me", { display_name: "New name" }, person);
    held.release();
    await Promise.all([first, ...others].map((stream) => stream.next("Ready")));
    expect(state.builds).toBe(2);
    await server.client.patch("/users/@me", { display_name: "Newer name" }, person);
    const names = await Promise.all(
      [first, ...others].map(async (stream) =>
        (await stream.takeNew()).flatMap(({ type, users, data }) => {
          if (type === "Ready") return users.at(-1).display_name ?? "none";
          return type === "UserUpdate" ? (data.display_name ?? []) : [];
        }),
      ),
    );
    expect(names).toEqual([
      ["none", "New name", "Newer name"],
      ...others.map(() => ["New name", "Newer name"]),
    ]);
    for (const stream of [first, ...others]) stream.close();
  });

  test("lose their session like others: the one that ended gets no Ready", async () => {
    await using held = await openHeldServer();
    const { server, state } = held;
    const person = await newUser(server);
    const first = await openStream(server, person);
    await until(() => state.builds === 1);
    const second = await openStream(server, person);
    await server.client.delete("/auth/session/all?revoke_self=true", {}, person);
    held.release();
    expect((await first.closed).code).toBe(closeCodes.loggedOut.code);
    await second.next("Error");
    expect(second.received.map(({ type, error }) => error ?? type)).toEqual(["InvalidSession"]);
    second.close();
  });

  test("are refused when too many wait", async () => {
    await using held = await openHeldServer({ waiting_handshakes: 1 });
    const { server, state } = held;
    const person = await newUser(server);
    const running = await openStream(server, person);
    await until(() => state.builds === 1);
    const waiting = await openStream(server, { ...person, query: "ready=users" });
    await using sharing = await openStream(server, { ...person, query: "ready=users" });
    await using refused = await openStream(server, { ...person, query: "ready=servers" });
    await expectClose(refused, "busy");
    held.release();
    await Promise.all([running, waiting, sharing].map((stream) => stream.next("Ready")));
    expect(state.builds).toBe(2);
  });
});

describe.each([...anyEngine])("a Ready with very many overrides on %s", (engine) => {
  /** Inserted directly: creating them one by one would take minutes. */
  async function addOverrides(server: TestServer, serverId: string, count: number): Promise<string[]> {
    const { ids } = server.running.services;
    const channels = Array.from({ length: count }, () => ids.next());
    const roles = Array.from({ length: count }, () => ids.next());
    await server.running.store.write(async (tx) => {
      await lockServer(tx, serverId);
      const sql = tx.sql<ServersTables & ChannelsTables>();
      const role = {
        server_id: serverId,
        name: "Role",
        allow: 0,
        deny: 0,
        colour: null,
        hoist: 0,
        icon: null,
      };
      await sql
        .insertInto("roles")
        .values(roles.map((id, rank) => ({ ...role, id, rank })))
        .execute();
      const channel = { kind: "TextChannel" as const, active: 1, server_id: serverId, name: "Channel" };
      await sql
        .insertInto("channels")
        .values(channels.map((id) => ({ ...channel, id })))
        .execute();
      for (const channel_id of channels)
        await sql
          .insertInto("channel_overrides")
          .values(roles.map((role_id, index) => ({ channel_id, role_id, allow: index, deny: 0 })))
          .execute();
    });
    return roles;
  }

  test("holds all of them, and lets others run while it is built", async () => {
    const steps: Record<string, number> = {};
    let turns = 0;
    const betweenReadySteps = async (step: string) => {
      steps[step] = turns;
    };
    await using server = await openServer(engine, { betweenReadySteps });
    const owner = await newUser(server);
    const communities = [await newCommunity(server, owner), await newCommunity(server, owner)];
    const roles: string[][] = [];
    for (const { id } of communities) roles.push(await addOverrides(server, id, 60));
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    await using stream = await openStream(server, owner);
    const { channels } = await stream.next("Ready");
    clearInterval(timer);
    const withOverrides = channels.filter(
      ({ role_permissions = {} }) => Object.keys(role_permissions).length > 0,
    );
    expect(withOverrides).toHaveLength(120);
    for (const { role_permissions } of withOverrides) {
      const keys = Object.keys(role_permissions);
      expect(roles).toContainEqual(keys);
      expect(keys.map((key) => role_permissions[key])).toEqual(keys.map((_, a) => ({ a, d: 0 })));
    }
    expect((steps.servers ?? 0) - (steps.users ?? 0)).toBeGreaterThan(0);
  });
});
