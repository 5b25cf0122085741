import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { bitsetOf } from "../../../src/permissions/bits.ts";
import { done, type Operation, relate } from "../../convergence/operation.ts";
import { addPicture } from "../../convergence/picture.ts";
import type { Name, World } from "../../convergence/world.ts";
import { runCommand } from "../../support/server/run-command.ts";

type WalkAction = (world: World, group: string) => Promise<unknown>;

/** A group of Ann's with Ben and Cleo, who do not know each other. Dan is a friend of hers too, and not in it. */
async function gather(world: World): Promise<string> {
  const { ann, ben, cleo, dan, server } = world;
  for (const friend of [ben, cleo, dan]) await relate(world, "Friend/Friend", [ann, friend]);
  return found(world, [ben.id, cleo.id], server);
}

async function found({ ann }: World, users: string[], { client }: World["server"]): Promise<string> {
  return (await done(client.post("/channels/create", { name: "Us", users }, ann))).body._id;
}

const add =
  (name: Name): WalkAction =>
  (world, group) =>
    done(world.server.client.put(`/channels/${group}/recipients/${world[name].id}`, {}, world.ann));

const remove =
  (name: Name): WalkAction =>
  (world, group) =>
    done(world.server.client.delete(`/channels/${group}/recipients/${world[name].id}`, {}, world.ann));

const leave =
  (name: Name, query = ""): WalkAction =>
  (world, group) =>
    done(world.server.client.delete(`/channels/${group}${query}`, {}, world[name]));

const edit =
  (name: Name, body: object | ((world: World) => object)): WalkAction =>
  (world, group) => {
    const changes = typeof body === "function" ? body(world) : body;
    return done(world.server.client.patch(`/channels/${group}`, changes, world[name]));
  };

const allow =
  (permissions: number): WalkAction =>
  ({ server, ann }, group) =>
    done(server.client.put(`/channels/${group}/permissions/default`, { permissions }, ann));

const setIcon: WalkAction = async ({ server, ann }, group) =>
  done(server.client.patch(`/channels/${group}`, { icon: await addPicture(server, ann, "icons") }, ann));

const joinByInvite: WalkAction = async ({ server, ben, dan }, group) => {
  const { body } = await done(server.client.post(`/channels/${group}/invites`, {}, ben));
  await done(server.client.post(`/invites/${body._id}`, {}, dan));
};

const inTurn =
  (...actions: readonly WalkAction[]): WalkAction =>
  async (world, group) => {
    for (const action of actions) await action(world, group);
  };

const nothing: WalkAction = async () => {};

const actions: Readonly<Record<string, readonly [given: WalkAction, run: WalkAction]>> = {
  "a second group is created": [nothing, (world) => found(world, [world.dan.id], world.server)],
  "a group of one is created": [nothing, (world) => found(world, [], world.server)],
  "a user is added to a group": [nothing, add("dan")],
  "a user joins a group by an invite": [nothing, joinByInvite],
  "a user is removed from a group": [nothing, remove("cleo")],
  "a user is removed from a group, and added again": [nothing, inTurn(remove("cleo"), add("cleo"))],
  "a user leaves a group": [nothing, leave("ben")],
  "a user leaves a group silently": [nothing, leave("ben", "?leave_silently=true")],
  "the owner leaves a group": [nothing, leave("ann")],
  "all recipients leave a group": [nothing, inTurn(leave("ann"), leave("ben"), leave("cleo"))],
  "a group is transferred": [nothing, edit("ann", ({ cleo }) => ({ owner: cleo.id }))],
  "a group is renamed": [nothing, edit("ben", { name: "Them" })],
  "a group is described": [nothing, edit("ben", { description: "Talk" })],
  "a description of a group is removed": [
    edit("ben", { description: "Talk" }),
    edit("cleo", { remove: ["Description"] }),
  ],
  "a group gets an icon": [nothing, setIcon],
  "an icon of a group is removed": [setIcon, edit("ben", { remove: ["Icon"] })],
  "a group becomes NSFW": [nothing, edit("ben", { nsfw: true })],
  "a group has fewer permissions": [nothing, allow(0)],
  "a group has other permissions": [allow(0), allow(bitsetOf("SendMessage", "InviteOthers"))],
  "a user in a group is wiped": [
    nothing,
    async ({ server, ann }) => {
      await runCommand(server, "users", "wipe", ann.id, "--yes", "--delete-servers");
      await ann.goOfflineForGood();
    },
  ],
  "an account in a group is deleted": [
    nothing,
    async ({ server, ann }) => {
      await server.running.store.write((tx) => purgeAccount(tx, ann.id));
      await ann.goOfflineForGood();
    },
  ],
};

export const relationOperations: readonly Operation[] = Object.entries(actions).map(
  ([name, [given, run]]) => {
    const known = new WeakMap<World, string>();
    return {
      name,
      async given(world) {
        const group = await gather(world);
        known.set(world, group);
        await given(world, group);
      },
      run: (world) => run(world, known.get(world) ?? ""),
    };
  },
);
