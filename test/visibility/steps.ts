import fc from "fast-check";
import { type ActionName, actions } from "./actions.ts";
import { names, pick, type World } from "./world.ts";

/** An action of a user. The numbers are indexes into what exists when the step is taken. */
export interface Step {
  readonly action: ActionName;
  /** Whether the owner of the server acts, who has all permissions. */
  readonly asOwner: boolean;
  readonly who: number;
  readonly whom: number;
  readonly place: number;
  readonly channel: number;
  readonly role: number;
  /** An index into the options of the action. */
  readonly number: number;
}

const actionNames = Object.keys(actions) as ActionName[];
const someAction = fc.oneof(
  ...actionNames.map((name) => ({ arbitrary: fc.constant(name), weight: actions[name].weight })),
);
const someone = fc.nat(names.length - 1);
const small = fc.nat(11);

const someStep: fc.Arbitrary<Step> = fc.record({
  action: someAction,
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

/** Batches of steps that are taken at the same time: mostly one step, sometimes two or three. */
export function someBatches(maxLength: number): fc.Arbitrary<Step[][]> {
  const several = fc.array(someStep, { minLength: 2, maxLength: 3 });
  const batch = fc.oneof(
    { arbitrary: someStep.map((step) => [step]), weight: 6 },
    { arbitrary: several, weight: 1 },
  );
  // Without the bias towards small numbers and short runs, in which little happens.
  return fc.noBias(fc.array(batch, { minLength: 1, maxLength, size: "max" }));
}

export async function takeStep(world: World, step: Step): Promise<void> {
  const place = pick(world.places, step.place);
  const [who, whom] = [pick(world.people, step.who), pick(world.people, step.whom)];
  if (!who || !whom) throw new Error("the world has no users");
  const by = step.asOwner && place ? place.owner : who;
  await actions[step.action].run({ world, step, by, who, whom, place });
}

export function describeStep({ action, asOwner, who, whom, ...rest }: Step): string {
  const numbers = Object.entries(rest).map(([key, value]) => `${key} ${value}`);
  return `${asOwner ? "owner" : names[who]} ${action} (${names[whom]}; ${numbers.join(", ")})`;
}
