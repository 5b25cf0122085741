import { afterAll, beforeAll, describe, type Mock, setDefaultTimeout, spyOn, test } from "bun:test";
import { type Engine, engines } from "../support/engines.ts";
import { openServer, type TestServer } from "../support/server.ts";
import type { Operation } from "./operation.ts";
import { accesses, meetings, operations } from "./operations.ts";
import { calm, World } from "./world.ts";

setDefaultTimeout(60_000);

const named = (operations: readonly Operation[]) =>
  operations.map((operation) => [operation.name, operation] as const);
const finish = async (world: World, { run, after }: Operation) => {
  await run(world);
  await world.check();
  if (!after) return;
  await after(world);
  await world.check();
};

describe.each([...engines])("clients that stay know what newcomers are told, on %s", (engine: Engine) => {
  let server: TestServer;
  let chatter: Mock<typeof console.debug>;
  beforeAll(async () => {
    // The library says on every occasion that it does not know what pronouns are.
    chatter = spyOn(console, "debug").mockImplementation(() => {});
    server = await openServer(engine, { config: { events: calm } });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    chatter.mockRestore();
  });

  test.each(named(operations))("%s", async (_, operation) => {
    await using world = await World.create(server);
    await operation.given?.(world);
    await world.comeOnline();
    await finish(world, operation);
  });

  // What these add is about the stream, which is the same whatever the engine.
  if (engine !== "sqlite") return;

  test.each(named(meetings))("%s, among people who once knew each other", async (_, operation) => {
    await using world = await World.create(server);
    await world.comeOnlineAcquainted();
    await operation.given?.(world);
    await finish(world, operation);
  });

  test.each(named(accesses))("%s, among people who were there from the beginning", async (_, operation) => {
    await using world = await World.create(server);
    await world.comeOnline();
    await operation.given?.(world);
    await finish(world, operation);
  });
});
