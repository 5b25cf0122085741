import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { done, type Operation } from "../../convergence/operation.ts";
import { addPicture } from "../../convergence/picture.ts";
import {
  editMember,
  inPlace,
  invite,
  type ServerAction,
  type ServerFixture,
} from "../../convergence/place.ts";
import type { TestUser } from "../../convergence/test-user.ts";
import type { World } from "../../convergence/world.ts";
import { newTicket } from "../../support/accounts/people.ts";
import { writeMessages } from "../../support/messages/messages.ts";
import { runCommand } from "../../support/server/run-command.ts";
import { ban } from "./servers-operations.rows.ts";

const own = (body: object) => editMember("cleo", body, "cleo");
const others = (body: object) => editMember("cleo", body, "ben");
const give =
  (roles: (place: ServerFixture) => string[]): ServerAction =>
  (world, place) =>
    editMember("cleo", { roles: roles(place) })(world, place);

const setAvatar: ServerAction = async (world, place) =>
  own({ avatar: await addPicture(world.server, world.cleo, "avatars") })(world, place);

const timeOut: ServerAction = (world, place) =>
  others({ timeout: world.server.clock.now() + 3_600_000 })(world, place);

const command =
  (verb: string, name: "ben" | "cleo"): ServerAction =>
  (world) =>
    runCommand(world.server, "users", verb, world[name].id);

type Gone = (world: World, who: TestUser) => Promise<unknown>;

const wipe: Gone = async ({ server }, who) => {
  await runCommand(server, "users", "wipe", who.id, "--yes", "--delete-servers");
  await who.goOfflineForGood();
};

const deleteAccount: Gone = async ({ server }, who) => {
  const ticket = await newTicket(server, who);
  await done(server.client.post("/auth/account/delete", {}, { token: who.token, ticket }));
  await who.goOfflineForGood();
  await server.running.store.write((tx) => purgeAccount(tx, who.id));
};

/** Cleo sends the last message in both channels. */
const write: ServerAction = async ({ server, ann, cleo }, { general, hidden }) => {
  for (const channel of [general, hidden])
    await writeMessages(server, channel, [{ author: ann.id }, { author: cleo.id }]);
};

export const operations: readonly Operation[] = inPlace({
  "a member takes a nickname": [undefined, own({ nickname: "Nick" })],
  "a member is given a nickname": [undefined, others({ nickname: "Nicked" })],
  "a member drops the nickname": [own({ nickname: "Nick" }), own({ remove: ["Nickname"] })],
  "a nickname is taken away": [own({ nickname: "Nick" }), others({ remove: ["Nickname"] })],
  "a member sets pronouns": [undefined, own({ pronouns: "they" })],
  "a member removes pronouns": [own({ pronouns: "they" }), own({ remove: ["Pronouns"] })],
  "a member sets an avatar": [undefined, setAvatar],
  "a member removes the avatar": [setAvatar, own({ remove: ["Avatar"] })],
  "an avatar is taken away": [setAvatar, others({ remove: ["Avatar"] })],
  "a member is given a role": [undefined, give(({ crew, guests }) => [crew, guests])],
  "a member's roles change places": [
    give(({ crew, guests }) => [crew, guests]),
    give(({ crew, guests }) => [guests, crew]),
  ],
  "a member loses a role": [undefined, give(() => [])],
  "a member's roles are removed": [undefined, editMember("cleo", { remove: ["Roles"] })],
  "a member is timed out": [undefined, timeOut],
  "a timeout is lifted": [timeOut, others({ remove: ["Timeout"] })],
  "a timed-out member rejoins": [
    async (world, place) => {
      await timeOut(world, place);
      await done(world.server.client.delete(`/servers/${place.id}`, {}, world.cleo));
    },
    (world, { general }) => invite(world, general, world.cleo),
  ],
  "a member is muted and deafened": [undefined, others({ can_publish: false, can_receive: false })],
  "a member is unmuted and undeafened": [
    others({ can_publish: false, can_receive: false }),
    others({ can_publish: true, remove: ["CanReceive"] }),
  ],
  "a member is banned, with what they wrote": [write, ban("cleo")],
  "a member is wiped, with what they wrote": [
    write,
    async (world) => {
      await wipe(world, world.cleo);
      await world.server.drain();
    },
  ],
  "a member becomes privileged": [undefined, command("promote", "ben")],
  "a member is no longer privileged": [command("promote", "ben"), command("demote", "ben")],
  "a member is wiped": [undefined, (world) => wipe(world, world.cleo)],
  "the owner of a server is wiped": [undefined, (world) => wipe(world, world.ann)],
  "a member's account is deleted": [undefined, (world) => deleteAccount(world, world.cleo)],
  "an owner's account is deleted": [undefined, (world) => deleteAccount(world, world.ann)],
});
