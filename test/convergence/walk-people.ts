import { purgeAccount } from "../../src/domains/accounts/actions/purge-account.ts";
import { newTicket, password } from "../support/accounts/people.ts";
import { runCommand } from "../support/server/run-command.ts";
import { changeRelationship, verbs } from "../support/users/relationship-transitions.ts";
import type { TestUser } from "./test-user.ts";
import { attempt, type WalkAction, type WalkActions } from "./walk-action.ts";
import { groupActions } from "./walk-groups.ts";

const edit =
  (body: object): WalkAction =>
  ({ server, who }) =>
    attempt(server.client.patch("/users/@me", body, who));

const command =
  (...words: string[]): WalkAction =>
  ({ server, who }) =>
    runCommand(server, "users", ...words.slice(0, 1), who.id, ...words.slice(1));

const steps = verbs.map((verb): [string, WalkAction] => [
  verb,
  ({ server, who, whom }) => attempt(changeRelationship(server, verb, [who, whom])),
]);

/** The weight of actions after which a user never returns. */
export const finalWeight = 0.2;

/** Connecting and disconnecting. */
export const connectionActions: WalkActions<TestUser> = {
  leaves: [3, async ({ who }) => void (who.isOnline && (await who.goOffline()))],
  comes: [4, async ({ who }) => void (who.isOnline || (await who.comeOnline()))],
  "loses the connection": [6, async ({ who, chance }) => void (await who.loseConnection(chance))],
};

export const privilegeActions: WalkActions = {
  "is privileged": [1, command("promote")],
  "is not privileged": [2, command("demote")],
};

export const userActions: WalkActions = {
  ...groupActions,
  ...Object.fromEntries(steps.map(([verb, action]) => [verb, [verb === "add" ? 4 : 3, action]])),
  "is friends with": [
    6,
    async ({ server, who, whom }) => {
      await attempt(changeRelationship(server, "add", [who, whom]));
      await attempt(changeRelationship(server, "add", [whom, who]));
    },
  ],
  "talks to": [6, ({ server, who, whom }) => attempt(server.client.get(`/users/${whom.id}/dm`, who))],
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
      attempt(
        server.client.patch("/users/@me/username", { username: `${whom.name}s_friend`, password }, who),
      ),
  ],
  "writes a setting": [
    1,
    ({ server, who, whom }) => attempt(server.client.post("/sync/settings/set", { last: whom.name }, who)),
  ],
  "is flagged": [1, command("flag", "suspended")],
  "is not flagged": [1, command("unflag", "suspended")],
  marks: [
    1,
    ({ server, who, whom }) => attempt(server.client.patch(`/users/${whom.id}`, { badges: 3 }, who)),
  ],
  "is wiped": [
    finalWeight,
    async (context) => {
      await command("wipe", "--yes", "--delete-servers")(context);
      await context.who.goOfflineForGood();
    },
  ],
  "is deleted": [
    finalWeight,
    async ({ server, who }) => {
      const ticket = await newTicket(server, who);
      await attempt(server.client.post("/auth/account/delete", {}, { token: who.token, ticket }));
      await who.goOfflineForGood();
      await server.running.store.write((tx) => purgeAccount(tx, who.id));
    },
  ],
};
