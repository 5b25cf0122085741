import fc from "fast-check";
import type { Deeds } from "./walk-deed.ts";
import { comings, lastly, peopleDeeds } from "./walk-people.ts";
import { serverDeeds } from "./walk-servers.ts";
import { type Name, names, type World } from "./world.ts";

/** What a walk is about. */
export const subjects = {
  people: peopleDeeds,
  servers: { ...serverDeeds, ...comings },
} as const satisfies Record<string, Deeds>;

export type Subject = keyof typeof subjects;

export interface Step {
  readonly who: Name;
  readonly deed: string;
  readonly whom: Name;
  readonly chance: number;
}

function someDeed(deeds: Deeds): fc.Arbitrary<string> {
  const weighted = Object.entries(deeds).map(([deed, [weight]]) => ({
    arbitrary: fc.constant(deed),
    weight: weight * 10,
  }));
  return fc.oneof(...weighted);
}

export function someSteps(subject: Subject, count: number): fc.Arbitrary<Step[]> {
  const step = fc.record({
    who: fc.constantFrom(...names),
    deed: someDeed(subjects[subject]),
    whom: fc.constantFrom(...names),
    chance: fc.integer({ min: 0, max: 99 }).map((percent) => percent / 100),
  });
  return fc.array(step, { minLength: count, maxLength: count });
}

/** Who is gone does nothing more, and the last two stay. */
export async function takeStep(world: World, subject: Subject, step: Step): Promise<void> {
  const { deed, chance } = step;
  const { server, people, [step.who]: who, [step.whom]: whom } = world;
  const left = people.filter(({ isGone }) => !isGone).length;
  const [weight, act] = (subjects[subject] as Deeds)[deed] ?? [];
  if (!act || who.isGone || (weight === lastly && left <= 2)) return;
  await act({ server, people, who, whom, chance });
}
