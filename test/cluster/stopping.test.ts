import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { closeCodes } from "../../src/gateway/close-codes.ts";
import { newUser } from "../support/accounts/people.ts";
import { newFriends } from "../support/channels/conversations.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { createClient } from "../support/http/client.ts";
import { preferPostgres } from "../support/run/thorough.ts";
import { engines } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";
import { openTwoNodes } from "./two-nodes.ts";

setDefaultTimeout(60_000);

describe.each([...preferPostgres])("before a server on %s stops", (engine) => {
  test("it fails /ready and serves everything else, new streams included", async () => {
    const home = await newMigratedHome(engine);
    const server = await openServer(engine, { home, config: { http: { shutdown_delay_ms: 3_000 } } });
    const monitor = createClient(server.url);
    const person = await newUser(server);
    const { stream: before } = await openReadyStream(server, person);
    expect((await monitor.get("/ready")).status).toBe(200);
    const stopped = server.stop();
    expect(await monitor.get("/ready")).toMatchObject({ status: 503, body: { status: "not ready" } });
    expect((await monitor.get("/health")).status).toBe(200);
    const { stream: after } = await openReadyStream(server, person);
    expect((await server.client.post("/sync/settings/set", { theme: "dark" }, person)).status).toBe(204);
    for (const stream of [before, after])
      expect(await stream.next("UserSettingsUpdate")).toMatchObject({ id: person.id });
    await stopped;
    for (const stream of [before, after]) expect((await stream.closed).code).toBe(closeCodes.restarting.code);
    await expect(fetch(`${server.url}/health`)).rejects.toThrow();
    home.remove();
  });
});

describe.skipIf(!engines.includes("postgres"))("when a node stops", () => {
  test("users who connect to another one meanwhile never appear offline, and the others do", async () => {
    const grace = hours(1);
    const events = { offline_grace_ms: grace, ping_within_ms: hours(1_000), frames: 10_000 };
    await using opened = await openTwoNodes({ events });
    const [stopping, staying] = opened.nodes;
    const [watcher, returning] = await newFriends(stopping);
    const leaving = await newUser(stopping);
    await setRelationship(stopping, "Friend/Friend", [watcher, leaving]);
    const { stream: watching } = await openReadyStream(staying, watcher);
    const { stream: first } = await openReadyStream(stopping, returning);
    await openReadyStream(stopping, leaving);
    const presence = () =>
      watching.received
        .filter(({ type, data }) => type === "UserUpdate" && "online" in data)
        .map(({ id, data }) => [id, data.online]);
    await until(() => presence().length === 2);
    const stopped = stopping.stop();
    await first.closed;
    await openReadyStream(staying, returning);
    await stopped;
    const { gateway, cluster, services } = staying.running;
    // The node that stays gives the users time from the moment in which it notices that the other is gone.
    await until(() => cluster?.size === 1);
    gateway.tick();
    expect(services.presence.isConnected(leaving.id)).toBe(true);
    await watching.takeNew();
    expect(presence()).toEqual([
      [returning.id, true],
      [leaving.id, true],
    ]);
    staying.clock.advance(grace);
    gateway.tick();
    await until(() => presence().length > 2);
    await watching.takeNew();
    expect(presence().slice(2)).toEqual([[leaving.id, false]]);
  });
});
