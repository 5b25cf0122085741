import { describe, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { type Engine, engines } from "../support/engines.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { seconds } from "../support/test-clock.ts";
import { settle } from "./settle.ts";
import { describeStep, type Step, someMoments, takeStep } from "./steps.ts";
import { pick, World } from "./world.ts";

setDefaultTimeout(300_000);

/** For how long new walks are begun, on each engine. */
const budget = seconds(30);
/** For how long a walk that failed is made shorter. */
const shrinking = seconds(60);
const longest = 60;
/** To take a walk once more that failed: the seed and the path that were printed. */
const again: { seed?: number; path?: string } = {};

/** Nothing happens by itself, and nobody is too fast. */
const calm = { frames: 1_000_000, ping_within_ms: 1_000_000_000 };

async function walk(server: TestServer, moments: readonly Step[][]): Promise<void> {
  await using world = await World.create(server);
  await settle(world);
  const taken: string[] = [];
  try {
    await world.check();
    for (const moment of moments) {
      taken.push(moment.map(describeStep).join("\n  and "));
      await Promise.all(moment.map((step) => takeStep(world, step)));
      await world.check();
      const [first] = moment;
      const typist = first && pick(world.people, first.whom);
      if (typist) await world.checkTyping(typist, first);
    }
  } catch (error) {
    throw new Error(`after\n${taken.join("\n")}\n${error}`);
  }
}

async function walkForAWhile(engine: Engine): Promise<void> {
  await using server = await openServer(engine, { config: { events: calm } });
  let failedAt: number | undefined;
  const property = fc.asyncProperty(someMoments(longest), async (moments) => {
    if (failedAt !== undefined && performance.now() - failedAt > shrinking) return;
    try {
      await walk(server, moments);
    } catch (error) {
      failedAt ??= performance.now();
      throw error;
    }
  });
  const begun = performance.now();
  while (performance.now() - begun < budget) await fc.assert(property, { ...again, numRuns: 1 });
}

describe.each([...engines])("clients see what they may, on %s", (engine) => {
  test("whatever happens", () => walkForAWhile(engine));
});
