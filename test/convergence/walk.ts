import fc from "fast-check";
import type { TestUser } from "./test-user.ts";
import type { WalkActions } from "./walk-action.ts";
import { connectionActions, finalWeight, privilegeActions, userActions } from "./walk-people.ts";
import { serverActions } from "./walk-servers.ts";
import { type Name, names, type World } from "./world.ts";

/** The actions of a walk, by its subject. */
export const subjects = {
  people: { ...connectionActions, ...privilegeActions, ...userActions },
  servers: { ...serverActions, ...connectionActions, ...privilegeActions },
} as const satisfies Record<string, WalkActions<TestUser>>;

export type Subject = keyof typeof subjects;

export interface Step {
  readonly who: Name;
  readonly action: string;
  readonly whom: Name;
  readonly chance: number;
}

function someAction(actions: WalkActions<TestUser>): fc.Arbitrary<string> {
  const weighted = Object.entries(actions).map(([action, [weight]]) => ({
    arbitrary: fc.constant(action),
    weight: weight * 10,
  }));
  return fc.oneof(...weighted);
}

export function someSteps(subject: Subject, count: number): fc.Arbitrary<Step[]> {
  const step = fc.record({
    who: fc.constantFrom(...names),
    action: someAction(subjects[subject]),
    whom: fc.constantFrom(...names),
    chance: fc.integer({ min: 0, max: 99 }).map((percent) => percent / 100),
  });
  return fc.array(step, { minLength: count, maxLength: count });
}

/** Skips users who are gone for good, and keeps the last two. */
export async function takeStep(world: World, subject: Subject, step: Step): Promise<void> {
  const { action, chance } = step;
  const { server, people, [step.who]: who, [step.whom]: whom } = world;
  const left = people.filter(({ isGone }) => !isGone).length;
  const [weight, act] = (subjects[subject] as WalkActions<TestUser>)[action] ?? [];
  if (!act || who.isGone || (weight === finalWeight && left <= 2)) return;
  await act({ server, people, who, whom, chance });
}
