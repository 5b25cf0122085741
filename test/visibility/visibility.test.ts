import { describe, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { amount, anyEngine } from "../support/run/thorough.ts";
import type { Engine } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { seconds } from "../support/server/test-clock.ts";
import { silentVoice } from "../support/voice/voice-config.ts";
import { setUpServers } from "./initial-state.ts";
import { describeStep, type Step, someBatches, takeStep } from "./steps.ts";
import { pick, World } from "./world.ts";

setDefaultTimeout(300_000);

/** For how long new runs are started, on each engine. */
const budget = seconds(amount(2, 30));
/** For how long a failed run is shrunk. */
const shrinking = seconds(60);
const maxBatches = amount(12, 60);
/** The printed seed and path of a failed run, to repeat it. */
const replay: { seed?: number; path?: string } = {};

/** Limits so high that none is reached. */
const highLimits = { frames: 1_000_000, ping_within_ms: 1_000_000_000 };

async function runSteps(server: TestServer, batches: readonly Step[][]): Promise<void> {
  await using world = await World.create(server);
  await setUpServers(world);
  const taken: string[] = [];
  try {
    await world.check();
    for (const batch of batches) {
      taken.push(batch.map(describeStep).join("\n  and "));
      // Some miss what happens now, and learn of it when they resume.
      for (const { who, number } of batch) await pick(world.people, who)?.loseConnection(number);
      await Promise.all(batch.map((step) => takeStep(world, step)));
      await world.check();
      const [first] = batch;
      const typist = first && pick(world.people, first.whom);
      if (typist) await world.checkTyping(typist, first);
    }
  } catch (error) {
    throw new Error(`after\n${taken.join("\n")}\n${error}`);
  }
}

async function runUntilBudget(engine: Engine): Promise<void> {
  await using server = await openServer(engine, { config: { events: highLimits, voice: silentVoice } });
  // A job would end the calls, which no voice node knows.
  for (const { worker } of server.nodes) await worker.stop(1_000);
  let failedAt: number | undefined;
  const property = fc.asyncProperty(someBatches(maxBatches), async (batches) => {
    if (failedAt !== undefined && performance.now() - failedAt > shrinking) return;
    try {
      await runSteps(server, batches);
    } catch (error) {
      failedAt ??= performance.now();
      throw error;
    }
  });
  const startedAt = performance.now();
  while (performance.now() - startedAt < budget) await fc.assert(property, { ...replay, numRuns: 1 });
}

describe.each([...anyEngine])("clients know exactly what they may see, on %s", (engine) => {
  test("after any sequence of actions", () => runUntilBudget(engine));
});
