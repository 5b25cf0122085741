import { describe, setDefaultTimeout, spyOn, test } from "bun:test";
import fc from "fast-check";
import { amount } from "../support/run/thorough.ts";
import { type Engine, engines } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { createServerFixture } from "./place.ts";
import { type Step, type Subject, someSteps, takeStep } from "./walk.ts";
import { highLimits, World } from "./world.ts";

setDefaultTimeout(120_000);

const lengths = { sqlite: amount(120, 300), postgres: amount(60, 150) };

interface Walk {
  readonly engine: Engine;
  readonly subject: Subject;
  /** How many steps are taken at the same time, each by another user. */
  readonly together: number;
  /** After how many of these batches everything is checked. */
  readonly pause: number;
}

async function walk({ engine, subject, together, pause }: Walk): Promise<void> {
  // The library logs for every user that it does not know the field for pronouns.
  using _quiet = spyOn(console, "debug").mockImplementation(() => {});
  await using server = await openServer(engine, { config: { events: highLimits } });
  const property = fc.asyncProperty(someSteps(subject, lengths[engine]), async (steps) => {
    await using world = await World.create(server);
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
  await fc.assert(property, { numRuns: 1, endOnFailure: true });
}

function byDifferentPeople(steps: readonly Step[]): Step[] {
  return [...new Map(steps.map((step) => [step.who, step])).values()];
}

describe.each([...engines])("connected clients know what new ones know, on %s", (engine) => {
  test("after any sequence of actions of users", () =>
    walk({ engine, subject: "people", together: 1, pause: 10 }));
  test("after concurrent actions of users", () => walk({ engine, subject: "people", together: 6, pause: 1 }));
  test("after any sequence of actions in servers", () =>
    walk({ engine, subject: "servers", together: 1, pause: 10 }));
  test("after concurrent actions in servers", () =>
    walk({ engine, subject: "servers", together: 6, pause: 2 }));
});
