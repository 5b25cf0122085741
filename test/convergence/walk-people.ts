import { purgeAccount } from "../../src/domains/accounts/actions/purge-account.ts";
import { newTicket, password } from "../support/people.ts";
import { take, verbs } from "../support/relationship-cells.ts";
import { runCommand } from "../support/run-command.ts";
import { type Deed, type Deeds, tried } from "./walk-deed.ts";
import { groupDeeds } from "./walk-groups.ts";

const edit =
  (body: object): Deed =>
  ({ server, who }) =>
    tried(server.client.patch("/users/@me", body, who));

const command =
  (...words: string[]): Deed =>
  ({ server, who }) =>
    runCommand(server, "users", ...words.slice(0, 1), who.id, ...words.slice(1));

const steps = verbs.map((verb): [string, Deed] => [
  verb,
  ({ server, who, whom }) => tried(take(server, verb, [who, whom])),
]);

/** How rare it is that somebody goes for good. */
export const lastly = 0.2;

/** Who comes and goes, and who may do everything. */
export const comings: Deeds = {
  leaves: [3, async ({ who }) => void (who.isOnline && (await who.goOffline()))],
  comes: [4, async ({ who }) => void (who.isOnline || (await who.comeOnline()))],
  "is privileged": [1, command("promote")],
  "is not privileged": [2, command("demote")],
};

export const peopleDeeds: Deeds = {
  ...comings,
  ...groupDeeds,
  ...Object.fromEntries(steps.map(([verb, deed]) => [verb, [verb === "add" ? 4 : 3, deed]])),
  "is friends with": [
    6,
    async ({ server, who, whom }) => {
      await tried(take(server, "add", [who, whom]));
      await tried(take(server, "add", [whom, who]));
    },
  ],
  "talks to": [6, ({ server, who, whom }) => tried(server.client.get(`/users/${whom.id}/dm`, who))],
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
    ({ server, who, whom }) =>
      tried(server.client.patch("/users/@me/username", { username: `${whom.name}s_friend`, password }, who)),
  ],
  "writes a setting": [
    1,
    ({ server, who, whom }) => tried(server.client.post("/sync/settings/set", { last: whom.name }, who)),
  ],
  "is flagged": [1, command("flag", "suspended")],
  "is not flagged": [1, command("unflag", "suspended")],
  marks: [1, ({ server, who, whom }) => tried(server.client.patch(`/users/${whom.id}`, { badges: 3 }, who))],
  "is wiped": [
    lastly,
    async (encounter) => {
      await command("wipe")(encounter);
      await encounter.who.goForGood();
    },
  ],
  "is deleted": [
    lastly,
    async ({ server, who }) => {
      const ticket = await newTicket(server, who);
      await tried(server.client.post("/auth/account/delete", {}, { token: who.token, ticket }));
      await who.goForGood();
      await server.running.store.write((tx) => purgeAccount(tx, who.id));
    },
  ],
};
