import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { done, type Operation, relate } from "../../convergence/operation.ts";
import type { World } from "../../convergence/world.ts";
import { newTicket, password } from "../../support/accounts/people.ts";
import { makeConfirmed } from "../../support/operators/operators.ts";
import { isThorough } from "../../support/run/is-thorough.ts";
import { runCommand } from "../../support/server/run-command.ts";
import { occupyDiscriminators } from "../../support/users/occupy-discriminators.ts";

type WalkAction = (world: World) => Promise<unknown>;

/** Relations of the others to Ann, who acts. */
const surroundings: Readonly<Record<string, WalkAction>> = {
  "a friend, a blocked user and a requested one": async (world) => {
    await relate(world, "Friend/Friend", [world.ann, world.ben]);
    await relate(world, "Blocked/BlockedOther", [world.ann, world.cleo]);
    await relate(world, "Outgoing/Incoming", [world.ann, world.dan]);
  },
  "a friend, a blocked user and a blocker, with conversations": async (world) => {
    await relate(world, "Friend/Friend", [world.ann, world.ben, "meet"]);
    await relate(world, "Blocked/BlockedOther", [world.ann, world.cleo, "meet"]);
    await relate(world, "BlockedOther/Blocked", [world.ann, world.dan, "meet"]);
  },
  "a former friend and a mutual block": async (world) => {
    await relate(world, "None/None", [world.ann, world.ben, "meet"]);
    await relate(world, "Blocked/Blocked", [world.ann, world.cleo]);
  },
};

const edit =
  (body: object): WalkAction =>
  ({ server, ann }) =>
    done(server.client.patch("/users/@me", body, ann));

const command =
  (...words: string[]): WalkAction =>
  ({ server, ann }) =>
    runCommand(server, ...words, ann.id);

/** Dan, who is an operator, edits the user of Ann. */
const editByOther =
  (body: object): WalkAction =>
  async ({ server, ann, dan }) => {
    await makeConfirmed(server, dan);
    await done(server.client.patch(`/admin/users/${ann.id}`, body, dan));
  };

const profile = {
  display_name: "Ann Otter",
  pronouns: "she",
  status: { text: "reading", presence: "Focus" },
  profile: { content: "# Me" },
};

const status = (presence: string) => edit({ status: { presence } });

const scheduleDeletion: WalkAction = async ({ server, ann }) => {
  const ticket = await newTicket(server, ann);
  await done(server.client.post("/auth/account/delete", {}, { token: ann.token, ticket }));
  await ann.goOfflineForGood();
};

/** All operations on one user, each with its preparation. */
const actions: Readonly<Record<string, readonly [given: WalkAction | undefined, run: WalkAction]>> = {
  "sets a display name": [undefined, edit({ display_name: "Ann Otter" })],
  "removes the display name": [edit(profile), edit({ remove: ["DisplayName"] })],
  "sets pronouns": [undefined, edit({ pronouns: "they" })],
  "removes the pronouns": [edit(profile), edit({ remove: ["Pronouns"] })],
  "sets a status text": [undefined, edit({ status: { text: "at sea" } })],
  "removes the status text": [edit(profile), edit({ remove: ["StatusText"] })],
  "sets a presence": [undefined, status("Busy")],
  "removes the presence": [edit(profile), edit({ remove: ["StatusPresence"] })],
  "removes all of the status": [edit(profile), edit({ remove: ["StatusText", "StatusPresence"] })],
  "becomes invisible": [edit(profile), status("Invisible")],
  "is visible again": [status("Invisible"), status("Idle")],
  "removes being invisible": [status("Invisible"), edit({ remove: ["StatusPresence"] })],
  "replaces everything at once": [
    edit(profile),
    edit({ ...profile, display_name: "Another", remove: ["DisplayName"] }),
  ],
  "sets a profile": [undefined, edit({ profile: { content: "Hello" } })],
  "removes the profile": [edit(profile), edit({ remove: ["ProfileContent", "ProfileBackground"] })],
  "changes the username": [
    undefined,
    ({ server, ann }) =>
      done(server.client.patch("/users/@me/username", { username: "Annie", password }, ann)),
  ],
  "changes the username to one that is taken": [
    undefined,
    async ({ server, ann }) => {
      const { body } = await done(server.client.get("/users/@me", ann));
      const username = `Taken_${ann.id.slice(-6)}`;
      await occupyDiscriminators(server, username, [body.discriminator]);
      await done(server.client.patch("/users/@me/username", { username, password }, ann));
    },
  ],
  "goes offline": [edit(profile), ({ ann }) => ann.goOffline()],
  "goes offline, invisible": [status("Invisible"), ({ ann }) => ann.goOffline()],
  "comes back online": [({ ann }) => ann.goOffline(), ({ ann }) => ann.comeOnline()],
  "comes back online, invisible": [
    async (world) => {
      await status("Invisible")(world);
      await world.ann.goOffline();
    },
    ({ ann }) => ann.comeOnline(),
  ],
  "is given badges": [undefined, editByOther({ badges: 5 })],
  "loses the badges": [editByOther({ badges: 5 }), editByOther({ badges: 0 })],
  "is flagged by an operator": [undefined, editByOther({ flags: 1 })],
  "is flagged": [undefined, ({ server, ann }) => runCommand(server, "users", "flag", ann.id, "suspended")],
  "is no longer flagged": [
    ({ server, ann }) => runCommand(server, "users", "flag", ann.id, "spam"),
    ({ server, ann }) => runCommand(server, "users", "unflag", ann.id, "spam"),
  ],
  "becomes privileged": [undefined, command("users", "promote")],
  "is no longer privileged": [command("users", "promote"), command("users", "demote")],
  "is wiped": [
    edit(profile),
    async (world) => {
      await command("users", "wipe", "--yes", "--delete-servers")(world);
      await world.ann.goOfflineForGood();
    },
  ],
  "has the account disabled": [
    undefined,
    async (world) => {
      await command("accounts", "disable")(world);
      await world.ann.goOfflineForGood();
    },
  ],
  "requests the deletion of the account": [edit(profile), scheduleDeletion],
  "is deleted": [
    async (world) => {
      await edit(profile)(world);
      await editByOther({ badges: 5 })(world);
      await command("users", "promote")(world);
    },
    async (world) => {
      await scheduleDeletion(world);
      await world.server.running.store.write((tx) => purgeAccount(tx, world.ann.id));
    },
  ],
};

/** Each action in one of the surroundings, and in a thorough run in all. */
export const userOperations: readonly Operation[] = Object.entries(actions).flatMap(
  ([action, [given, run]], index) =>
    Object.entries(surroundings)
      .filter((_, at) => isThorough || at === index % 3)
      .map(([around, arrange]) => ({
        name: `Ann ${action}, around her ${around}`,
        async given(world) {
          await arrange(world);
          await given?.(world);
        },
        run,
      })),
);
