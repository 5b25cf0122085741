import { spyOn } from "bun:test";
import fc from "fast-check";
import { amount } from "../support/run/thorough.ts";
import type { Engine } from "../support/server/engines.ts";
import { openServer, usualConnections } from "../support/server/server.ts";
import { createServerFixture } from "./place.ts";
import { type Step, type Subject, someSteps, takeStep } from "./walk.ts";
import { highLimits, World } from "./world.ts";

const lengths = { sqlite: amount(80, 300), postgres: amount(40, 150) };

interface WalkOptions {
  readonly engine: Engine;
  readonly subject: Subject;
  /** How many steps are taken at the same time, each by another user. */
  readonly together: number;
  /** After how many of these batches everything is checked. */
  readonly pause: number;
  /** How many nodes there are with PostgreSQL; as usual if absent. */
  readonly nodes?: number;
  readonly withLibrary?: boolean;
  /** Repeats the steps of another walk; by chance if absent. */
  readonly seed?: number;
}

/** Takes random steps, and compares what the connected clients know with what new ones know. */
export async function runWalk(options: WalkOptions): Promise<void> {
  const { engine, subject, together, pause, nodes, withLibrary = true, seed } = options;
  // The library logs for every user that it does not know the field for pronouns.
  using _quiet = spyOn(console, "debug").mockImplementation(() => {});
  await using server = await openServer(engine, {
    config: { ...usualConnections, events: highLimits },
    ...(nodes !== undefined && { nodes }),
  });
  const property = fc.asyncProperty(someSteps(subject, lengths[engine]), async (steps) => {
    await using world = await World.create(server, { withLibrary });
    await world.comeOnlineAsFormerFriends();
    if (subject === "servers") await createServerFixture(world);
    const taken: string[] = [];
    try {
      for (let at = 0; at < steps.length; at += together) {
        const now = byDifferentPeople(steps.slice(at, at + together));
        taken.push(
          now.map(({ who, action, whom, chance }) => `${who} ${action} ${whom} (${chance})`).join(", "),
        );
        await Promise.all(now.map((step) => takeStep(world, subject, step)));
        if (taken.length % pause === 0) await world.check();
      }
      await world.check();
    } catch (error) {
      throw new Error(`after\n${taken.join("\n")}\n${error}`);
    }
  });
  await fc.assert(property, { numRuns: 1, endOnFailure: true, ...(seed !== undefined && { seed }) });
}

function byDifferentPeople(steps: readonly Step[]): Step[] {
  return [...new Map(steps.map((step) => [step.who, step])).values()];
}
