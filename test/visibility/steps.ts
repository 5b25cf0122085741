import fc from "fast-check";
import { type DeedName, deeds } from "./deeds.ts";
import { names, pick, type World } from "./world.ts";

/** What somebody does, by numbers: what they mean depends on what there is by then. */
export interface Step {
  readonly deed: DeedName;
  /** Whether it is the owner who does it; they may. */
  readonly asOwner: boolean;
  readonly who: number;
  readonly whom: number;
  readonly place: number;
  readonly channel: number;
  readonly role: number;
  /** Of what there is to choose from, whatever it is. */
  readonly number: number;
}

const deedNames = Object.keys(deeds) as DeedName[];
const someDeed = fc.oneof(
  ...deedNames.map((name) => ({ arbitrary: fc.constant(name), weight: deeds[name].weight })),
);
const someone = fc.nat(names.length - 1);
const small = fc.nat(11);

const someStep: fc.Arbitrary<Step> = fc.record({
  deed: someDeed,
  asOwner: fc.oneof(
    { arbitrary: fc.constant(true), weight: 3 },
    { arbitrary: fc.constant(false), weight: 1 },
  ),
  who: someone,
  whom: someone,
  place: small,
  channel: small,
  role: small,
  number: small,
});

/** Mostly one after another, sometimes two or three at the same moment. */
export function someMoments(most: number): fc.Arbitrary<Step[][]> {
  const several = fc.array(someStep, { minLength: 2, maxLength: 3 });
  const moment = fc.oneof(
    { arbitrary: someStep.map((step) => [step]), weight: 6 },
    { arbitrary: several, weight: 1 },
  );
  // Without the preference for small numbers and short walks, in which little happens.
  return fc.noBias(fc.array(moment, { minLength: 1, maxLength: most, size: "max" }));
}

export async function takeStep(world: World, step: Step): Promise<void> {
  const place = pick(world.places, step.place);
  const [who, whom] = [pick(world.people, step.who), pick(world.people, step.whom)];
  if (!who || !whom) throw new Error("nobody is here");
  const by = step.asOwner && place ? place.owner : who;
  await deeds[step.deed].run({ world, step, by, who, whom, place });
}

export function describeStep({ deed, asOwner, who, whom, ...rest }: Step): string {
  const numbers = Object.entries(rest).map(([key, value]) => `${key} ${value}`);
  return `${asOwner ? "owner" : names[who]} ${deed} (${names[whom]}; ${numbers.join(", ")})`;
}
