import { afterAll, beforeAll, describe, type Mock, setDefaultTimeout, spyOn, test } from "bun:test";
import { isThorough } from "../support/run/is-thorough.ts";
import { rowsFor } from "../support/run/thorough.ts";
import { type Engine, engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import type { Operation } from "./operation.ts";
import { accessOperations, operations, relationOperations } from "./operations.ts";
import { highLimits, World } from "./world.ts";

setDefaultTimeout(60_000);

const named = (operations: readonly Operation[]) =>
  operations.map((operation, index) => [operation.name, operation, index] as const);
/** What the library does depends on the events alone. */
const withLibrary = (engine: Engine, index: number) => isThorough || (engine === "sqlite" && index % 8 === 0);
/** Every twelfth one, and in a thorough run all: they vary what ran above. */
const some = (operations: readonly Operation[]) =>
  operations.filter((_, index) => isThorough || index % 12 === 0);
const finish = async (world: World, { run, after }: Operation) => {
  await run(world);
  await world.check();
  if (!after) return;
  await after(world);
  await world.check();
};

describe.each([...engines])("connected clients know what new ones know, on %s", (engine: Engine) => {
  let server: TestServer;
  let debugOutput: Mock<typeof console.debug>;
  beforeAll(async () => {
    // The library logs for every user that it does not know the field for pronouns.
    debugOutput = spyOn(console, "debug").mockImplementation(() => {});
    server = await openServer(engine, { config: { events: highLimits } });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    debugOutput.mockRestore();
  });

  test.each(named(rowsFor(engine, operations)))("%s", async (_, operation, index) => {
    await using world = await World.create(server, { withLibrary: withLibrary(engine, index) });
    await operation.given?.(world);
    await world.comeOnline();
    await finish(world, operation);
  });

  // The following cover the stream alone, which does not depend on the engine.
  if (engine !== "sqlite") return;

  test.each(named(some(relationOperations)))("%s, among former friends", async (_, operation) => {
    await using world = await World.create(server, { withLibrary: isThorough });
    await world.comeOnlineAsFormerFriends();
    await operation.given?.(world);
    await finish(world, operation);
  });

  test.each(named(some(accessOperations)))(
    "%s, among users who connected before the preparation",
    async (_, operation) => {
      await using world = await World.create(server, { withLibrary: isThorough });
      await world.comeOnline();
      await operation.given?.(world);
      await finish(world, operation);
    },
  );
});
