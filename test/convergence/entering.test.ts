import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { operations as channels } from "../api/channels/channels-operations.rows.ts";
import { operations as roles } from "../api/servers/roles-operations.rows.ts";
import type { Person } from "../support/accounts/people.ts";
import { rowsFor } from "../support/run/thorough.ts";
import { type Engine, engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { openReadyStream, openStream, type Packet, type StreamClient } from "../support/stream/stream.ts";
import { accessOperations } from "./operations.ts";
import { Reference } from "./reference.ts";
import { inOrder, single, stateOf } from "./reference-state.ts";
import { World } from "./world.ts";

setDefaultTimeout(60_000);

/** Holds all handshakes after the servers are read, until it is opened. */
class HandshakeHold {
  readonly #held = new Set<() => void>();
  #closed: { readonly count: number; readonly full: () => void } | undefined;

  readonly between = async (step: string) => {
    if (!this.#closed || step !== "servers") return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.add(resolve);
    if (this.#held.size === this.#closed.count) this.#closed.full();
    await promise;
  };

  /** Resolves once this many handshakes are held. */
  close(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closed = { count, full: resolve };
    return promise;
  }

  open(): void {
    this.#closed = undefined;
    for (const release of this.#held) release();
    this.#held.clear();
  }
}

/** Compares what a client knows after Ready and events with a new connection. */
async function compare(
  server: TestServer,
  person: Person,
  { stream, ready: initialReady }: { stream: StreamClient; ready: Packet },
): Promise<void> {
  const reference = new Reference(initialReady);
  const [, , ...packets] = await stream.takeNew();
  for (const packet of packets.flatMap(single)) reference.take(packet);
  for (const [id, user] of [...reference.unknownMembers].map((key) => key.split(" ")))
    reference.learnMember((await server.client.get(`/servers/${id}/members/${user}`, person)).body);
  const { stream: other, ready } = await openReadyStream(server, person);
  await other[Symbol.asyncDispose]();
  expect(inOrder(reference.state)).toEqual(inOrder(stateOf(ready)));
}

describe.each([...engines])("an operation during the handshake of a client, on %s", (engine: Engine) => {
  const hold = new HandshakeHold();
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine, { betweenReadySteps: hold.between });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each(
    rowsFor(engine, [...accessOperations, ...channels, ...roles]).map(
      (operation) => [operation.name, operation] as const,
    ),
  )("%s", async (_, { given, run, after }) => {
    await using world = await World.create(server);
    const { ann, ben, cleo, dan } = world;
    await given?.(world);
    // So that the shared visibility of the server exists already.
    const { stream: first } = await openReadyStream(server, ann);
    await using _first = first;
    const joining = [ben, cleo, dan];
    const waiting = hold.close(joining.length);
    const streams = await Promise.all(joining.map((person) => openStream(server, person)));
    await waiting;
    await run(world).finally(() => hold.open());
    const readies = await Promise.all(streams.map((stream) => stream.next("Ready")));
    await after?.(world);
    for (const [at, person] of joining.entries()) {
      const [stream, ready] = [streams[at], readies[at]];
      if (!stream || !ready) throw new Error("a client did not connect");
      await compare(server, person, { stream, ready });
      await stream[Symbol.asyncDispose]();
    }
  });
});
