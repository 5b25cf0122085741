import { type Step, takeStep } from "./steps.ts";
import type { World } from "./world.ts";

/** Of `overrides` in acting.ts. */
const [shows, hides] = [1, 2];
/** Of two roles. */
const both = 3;

const [ann, ben, cleo, dan, eve] = [0, 1, 2, 3, 4];

const atRest = { asOwner: true, who: ann, whom: ann, place: 0, channel: 0, role: 0, number: 0 };

/** In each server a channel that hides itself, but not from the higher of two roles, which Cleo has. It has the news. */
const furnish = (place: number): Step[] => {
  const here = { ...atRest, place };
  return [
    { ...here, deed: "creates a channel" },
    { ...here, deed: "creates a role" },
    { ...here, deed: "creates a role" },
    { ...here, deed: "sets a channel's default", channel: 1, number: hides },
    { ...here, deed: "sets a role's part in a channel", channel: 1, role: 0, number: shows },
    { ...here, deed: "sets a role's part in a channel", channel: 1, role: 1, number: hides },
    { ...here, deed: "has news told", channel: 1 },
    { ...here, deed: "invites", whom: cleo },
    { ...here, deed: "gives roles", whom: cleo, number: both },
  ];
};

/** Two servers: some are in one, some in both and one in none. All but one are connected. */
const steps: readonly Step[] = [
  ...[ann, ben, cleo, eve].map((whom) => ({ ...atRest, deed: "connects" as const, whom })),
  { ...atRest, deed: "founds a server", who: ann },
  { ...atRest, deed: "founds a server", who: ben },
  ...furnish(0),
  ...furnish(1),
  { ...atRest, deed: "invites", whom: ben },
  { ...atRest, deed: "invites", whom: dan },
];

export async function settle(world: World): Promise<void> {
  for (const step of steps) {
    await takeStep(world, step);
    await world.survey();
  }
}
