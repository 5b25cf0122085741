import { describe, expect, test } from "bun:test";
import { closeCodes } from "../../src/gateway/close-codes.ts";
import { newUser } from "../support/accounts/people.ts";
import { openServer } from "../support/server/server.ts";
import { openRawStream } from "../support/stream/raw-stream.ts";
import { openReadyStream, openStream } from "../support/stream/stream.ts";

describe("when the server stops", () => {
  test("every connection is closed with a code to reconnect, also unauthenticated ones", async () => {
    const server = await openServer("sqlite");
    const person = await newUser(server);
    const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(server, person)));
    for (const stream of streams) await stream.next("Ready");
    streams.push(await openStream(server), await openStream(server, { token: "bad" }));
    await server[Symbol.asyncDispose]();
    const { code, reason } = closeCodes.restarting;
    for (const stream of streams) expect(await stream.closed).toEqual({ code, reason });
  });

  test("connections are closed gradually; the others are served meanwhile, and no new one is accepted", async () => {
    const server = await openServer("sqlite", { config: { events: { shutdown_spread_ms: 5_000 } } });
    const person = await newUser(server);
    const { stream: first } = await openReadyStream(server, person);
    for (let more = 0; more < 18; more++) await openStream(server, person);
    const { stream: last } = await openReadyStream(server, person);
    const stopped = server[Symbol.asyncDispose]();
    await first.closed;
    await server.client.post("/sync/settings/set", { theme: "dark" }, person);
    expect(await last.takeNew()).toMatchObject([{ type: "UserSettingsUpdate" }]);
    await expect(openRawStream(server, `/ws?token=${person.token}`)).rejects.toThrow(/HTTP\/1.1 426/);
    expect((await last.closed).code).toBe(closeCodes.restarting.code);
    await stopped;
  });

  test("a pending handshake does not delay it", async () => {
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const betweenReadySteps = async (step: string) => {
      if (step !== "user") return;
      reached.resolve();
      await held.promise;
    };
    const server = await openServer("sqlite", { betweenReadySteps });
    const stream = await openStream(server, await newUser(server));
    await reached.promise;
    const stopped = server[Symbol.asyncDispose]();
    expect((await stream.closed).code).toBe(closeCodes.restarting.code);
    held.resolve();
    await stopped;
    expect(stream.received).toEqual([]);
  });

  test("it stops although a client does not read", async () => {
    const server = await openServer("sqlite", { config: { http: { shutdown_grace_ms: 100 } } });
    const person = await newUser(server);
    await using stream = await openRawStream(server, `/ws?token=${person.token}`);
    stream.stopReading();
    await server[Symbol.asyncDispose]();
    // The client still holds its socket; the server no longer listens.
    await expect(fetch(`${server.url}/health`)).rejects.toThrow();
  });
});
