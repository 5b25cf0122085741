import { afterAll, beforeAll, type Mock, setDefaultTimeout, spyOn, test } from "bun:test";
import { callOperations } from "../api/voice/calls-operations.rows.ts";
import { isThorough } from "../support/run/is-thorough.ts";
import { rowsFor } from "../support/run/thorough.ts";
import { engines } from "../support/server/engines.ts";
import { describeVoice, openVoiceServer, type VoiceServer } from "../support/voice/livekit.ts";
import { highLimits, World } from "./world.ts";

setDefaultTimeout(60_000);

/** What clients know does not depend on the engine. To connect before varies what runs after: every sixth, or all. */
const runs = [
  ...engines.map((engine) => ({ engine, when: "after", rows: rowsFor(engine, callOperations) })),
  {
    engine: "sqlite",
    when: "before",
    rows: callOperations.filter((_, index) => isThorough || index % 6 === 0),
  },
] as const;

describeVoice.each(runs)(
  "clients that connected $when the preparation know what new ones know of calls, on $engine",
  ({ engine, when, rows }) => {
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

    test.each(rows)("$name", async ({ given, run, after }) => {
      await using world = await World.create(server, { withLibrary: isThorough || when === "after" });
      if (when === "before") await world.comeOnline();
      await given?.(world);
      if (when === "after") await world.comeOnline();
      await run(world);
      await world.check();
      await after?.(world);
      await world.check();
    });
  },
);
