import { type Step, takeStep } from "./steps.ts";
import type { World } from "./world.ts";

/** Indexes into `overrides` in action-context.ts. */
const [showing, hiding] = [1, 2];
/** The bits of two roles. */
const bothRoles = 3;

const [ann, ben, cleo, dan, eve] = [0, 1, 2, 3, 4];

const defaults = { asOwner: true, who: ann, whom: ann, place: 0, channel: 0, role: 0, number: 0 };

/** Gives a server a hidden channel, which the higher of two roles shows to Cleo and which gets the system messages. */
const configure = (place: number): Step[] => {
  const here = { ...defaults, place };
  return [
    { ...here, action: "creates a channel" },
    { ...here, action: "creates a role" },
    { ...here, action: "creates a role" },
    { ...here, action: "sets a channel's default", channel: 1, number: hiding },
    { ...here, action: "sets a role override in a channel", channel: 1, role: 0, number: showing },
    { ...here, action: "sets a role override in a channel", channel: 1, role: 1, number: hiding },
    { ...here, action: "sets system message channels", channel: 1 },
    { ...here, action: "invites", whom: cleo },
    { ...here, action: "gives roles", whom: cleo, number: bothRoles },
  ];
};

/** Two servers: some users are in one, some in both and one in none. All users but one are connected. */
const steps: readonly Step[] = [
  ...[ann, ben, cleo, eve].map((whom) => ({ ...defaults, action: "connects" as const, whom })),
  { ...defaults, action: "creates a server", who: ann },
  { ...defaults, action: "creates a server", who: ben },
  ...configure(0),
  ...configure(1),
  { ...defaults, action: "invites", whom: ben },
  { ...defaults, action: "invites", whom: dan },
];

export async function setUpServers(world: World): Promise<void> {
  for (const step of steps) {
    await takeStep(world, step);
    await world.refresh();
  }
}
