import { afterAll, beforeAll, type Mock, setDefaultTimeout, spyOn, test } from "bun:test";
import { engines } from "../support/server/engines.ts";
import { describeVoice, openVoiceServer, type VoiceServer } from "../support/voice/livekit.ts";
import { callOperations } from "./operations/calls.ts";
import { highLimits, World } from "./world.ts";

setDefaultTimeout(60_000);

const named = callOperations.map((operation) => [operation.name, operation] as const);

/** What clients know does not depend on the engine, so that each way to connect runs on one of them. */
const runs = [
  { engine: engines.at(-1) ?? "sqlite", when: "after the preparation" },
  { engine: "sqlite", when: "before the preparation" },
] as const;

describeVoice.each(runs)(
  "clients that connected $when know what new ones know of calls, on $engine",
  ({ engine, when }) => {
    let server: VoiceServer;
    let debugOutput: Mock<typeof console.debug>;
    beforeAll(async () => {
      debugOutput = spyOn(console, "debug").mockImplementation(() => {});
      server = await openVoiceServer(engine, { config: { events: highLimits } });
    });
    afterAll(async () => {
      await server[Symbol.asyncDispose]();
      debugOutput.mockRestore();
    });

    test.each(named)("%s", async (_, { given, run, after }) => {
      await using world = await World.create(server);
      if (when === "before the preparation") await world.comeOnline();
      await given?.(world);
      if (when === "after the preparation") await world.comeOnline();
      await run(world);
      await world.check();
      await after?.(world);
      await world.check();
    });
  },
);
