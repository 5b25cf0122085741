import fc from "fast-check";
import { purgeAccount } from "../../src/domains/accounts/actions/purge-account.ts";
import type { Answer } from "../support/client.ts";
import { newTicket, password } from "../support/people.ts";
import { take, verbs } from "../support/relationship-cells.ts";
import { runCommand } from "../support/run-command.ts";
import type { TestServer } from "../support/server.ts";
import type { Inhabitant } from "./inhabitant.ts";
import { type Name, names, type World } from "./world.ts";

type Deed = (server: TestServer, who: Inhabitant, whom: Inhabitant) => Promise<unknown>;

/** Whatever does not have to succeed, but must not break. */
async function tried(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 500) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
}

const edit =
  (body: object): Deed =>
  ({ client }, who) =>
    tried(client.patch("/users/@me", body, who));

const command =
  (...words: string[]): Deed =>
  (server, who) =>
    runCommand(server, "users", ...words.slice(0, 1), who.id, ...words.slice(1));

const steps = verbs.map((verb): [string, Deed] => [
  verb,
  (server, who, whom) => tried(take(server, verb, [who, whom])),
]);

/** By name, and how often each comes. */
const deeds: Readonly<Record<string, readonly [weight: number, Deed]>> = {
  ...Object.fromEntries(steps.map(([verb, deed]) => [verb, [verb === "add" ? 4 : 3, deed]])),
  "is friends with": [
    6,
    async (server, who, whom) => {
      await tried(take(server, "add", [who, whom]));
      await tried(take(server, "add", [whom, who]));
    },
  ],
  "talks to": [6, ({ client }, who, whom) => tried(client.get(`/users/${whom.id}/dm`, who))],
  "is called Otter": [1, edit({ display_name: "Otter" })],
  "is called Stoat": [1, edit({ display_name: "Stoat", pronouns: "it" })],
  "has no name": [1, edit({ remove: ["DisplayName", "Pronouns"] })],
  "says something": [2, edit({ status: { text: "hello" } })],
  "says nothing": [1, edit({ remove: ["StatusText"] })],
  "is busy": [1, edit({ status: { presence: "Busy" } })],
  hides: [2, edit({ status: { presence: "Invisible" } })],
  "has no presence": [2, edit({ remove: ["StatusPresence"] })],
  "is renamed": [
    1,
    ({ client }, who, whom) =>
      tried(client.patch("/users/@me/username", { username: `${whom.name}s_friend`, password }, who)),
  ],
  "writes a setting": [
    1,
    ({ client }, who, whom) => tried(client.post("/sync/settings/set", { last: whom.name }, who)),
  ],
  leaves: [3, async (_, who) => void (who.isOnline && (await who.goOffline()))],
  comes: [4, async (_, who) => void (who.isOnline || (await who.comeOnline()))],
  "is flagged": [1, command("flag", "suspended")],
  "is not flagged": [1, command("unflag", "suspended")],
  "is privileged": [1, command("promote")],
  "is not privileged": [2, command("demote")],
  marks: [1, ({ client }, who, whom) => tried(client.patch(`/users/${whom.id}`, { badges: 3 }, who))],
  "is wiped": [
    0.2,
    async (server, who) => {
      await command("wipe")(server, who, who);
      await who.goForGood();
    },
  ],
  "is deleted": [
    0.2,
    async (server, who) => {
      const ticket = await newTicket(server, who);
      await tried(server.client.post("/auth/account/delete", {}, { token: who.token, ticket }));
      await who.goForGood();
      await server.running.store.write((tx) => purgeAccount(tx, who.id));
    },
  ],
};

export interface Step {
  readonly who: Name;
  readonly deed: string;
  readonly whom: Name;
}

const someDeed = fc.oneof(
  ...Object.entries(deeds).map(([deed, [weight]]) => ({ arbitrary: fc.constant(deed), weight: weight * 10 })),
);

export function someSteps(count: number): fc.Arbitrary<Step[]> {
  const step = fc.record({ who: fc.constantFrom(...names), deed: someDeed, whom: fc.constantFrom(...names) });
  return fc.array(step, { minLength: count, maxLength: count });
}

/** Returns whether it was taken: who is gone does nothing more, and the last two stay. */
export async function takeStep(world: World, { who, deed, whom }: Step): Promise<boolean> {
  const left = world.people.filter(({ isGone }) => !isGone).length;
  const [weight, act] = deeds[deed] ?? [];
  if (!act || world[who].isGone || (weight === 0.2 && left <= 2)) return false;
  await act(world.server, world[who], world[whom]);
  return true;
}
