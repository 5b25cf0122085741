import { afterAll, beforeAll, describe, type Mock, setDefaultTimeout, spyOn, test } from "bun:test";
import { type Engine, engines } from "../support/engines.ts";
import { openServer, type TestServer } from "../support/server.ts";
import type { Operation } from "./operation.ts";
import { relationships } from "./operations/relationships.ts";
import { things } from "./operations/things.ts";
import { operations } from "./operations.ts";
import { calm, World } from "./world.ts";

setDefaultTimeout(60_000);

const named = (operations: readonly Operation[]) =>
  operations.map((operation) => [operation.name, operation] as const);
const rows = named(operations);
/** What brings people together, or parts them. */
const met = named([...relationships, ...things]);

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

  test.each(rows)("%s", async (_, { given, run }) => {
    await using world = await World.create(server);
    await given?.(world);
    await world.comeOnline();
    await run(world);
    await world.check();
    await world.speakUp("afterwards");
    await world.check();
  });

  test.each(met)("%s, among people who once knew each other", async (_, { given, run }) => {
    await using world = await World.create(server);
    await world.comeOnlineAcquainted();
    await given?.(world);
    await run(world);
    await world.check();
    await world.speakUp("afterwards");
    await world.check();
  });
});
