import { findServer } from "../../src/domains/members/index.ts";
import { postSystemMessage } from "../../src/domains/messages/actions/post-system-message.ts";
import { applyServerEdit } from "../../src/domains/servers/actions/edit-server.ts";
import { bitsetOf, permission } from "../../src/permissions/bits.ts";
import { joinCommunity } from "../support/servers/communities.ts";
import { done, type Operation } from "./operation.ts";
import type { TestUser } from "./test-user.ts";
import type { World } from "./world.ts";

/** A server of Ann's, in which Ben has the role `crew` and Cleo `guests`, which is below it. Dan is not in it. */
export interface ServerFixture {
  readonly id: string;
  /** Visible to all members. */
  readonly general: string;
  /** Visible to Ann and to `guests`. */
  readonly hidden: string;
  /** Has the permissions of moderators. */
  readonly crew: string;
  readonly guests: string;
}

export type ServerAction = (world: World, place: ServerFixture) => Promise<unknown>;

/** Nothing allowed and nothing denied. */
export const neutral = { allow: 0, deny: 0 };
export const showing = { allow: permission.ViewChannel, deny: 0 };
export const hiding = { allow: 0, deny: permission.ViewChannel };

const moderating = bitsetOf(
  ...(["ManageChannel", "ManageServer", "ManagePermissions", "ManageRole", "ManageCustomisation"] as const),
  ...(["KickMembers", "BanMembers", "TimeoutMembers", "AssignRoles", "ManageNicknames"] as const),
  ...(["RemoveAvatars", "MuteMembers", "DeafenMembers"] as const),
);

export async function createServerFixture(world: World): Promise<ServerFixture> {
  const { server, ann, ben, cleo } = world;
  const { body } = await done(server.client.post("/servers/create", { name: "Place" }, ann));
  const id: string = body.server._id;
  for (const member of [ben, cleo]) await joinCommunity(server, { id }, member);
  const place = {
    id,
    general: body.channels[0]._id,
    hidden: await addChannel(world, id, { name: "hidden" }),
    crew: await addRole(world, id, { allow: moderating, deny: 0 }),
    guests: await addRole(world, id, neutral),
  };
  await override(place.hidden, "default", hiding)(world, place);
  await override(place.hidden, place.guests, showing)(world, place);
  await editMember("ben", { roles: [place.crew] })(world, place);
  await editMember("cleo", { roles: [place.guests] })(world, place);
  return place;
}

export async function addChannel({ server, ann }: World, id: string, draft: object): Promise<string> {
  return (await done(server.client.post(`/servers/${id}/channels`, draft, ann))).body._id;
}

export async function addRole({ server, ann }: World, id: string, permissions: object): Promise<string> {
  const { body } = await done(server.client.post(`/servers/${id}/roles`, { name: "role" }, ann));
  await done(server.client.put(`/servers/${id}/permissions/${body.id}`, { permissions }, ann));
  return body.id;
}

/** Sets the override of a role, or of `default`, in a channel. */
export function override(channel: string, role: string, permissions: object): ServerAction {
  return ({ server, ann }) =>
    done(server.client.put(`/channels/${channel}/permissions/${role}`, { permissions }, ann));
}

export function editMember(
  name: "ann" | "ben" | "cleo",
  body: object,
  by: "ann" | "ben" | "cleo" = "ann",
): ServerAction {
  return (world, { id }) =>
    done(world.server.client.patch(`/servers/${id}/members/${world[name].id}`, body, world[by]));
}

/** Adds a member by an invite. */
export async function invite({ server, ann }: World, channel: string, guest: TestUser): Promise<void> {
  const { body } = await done(server.client.post(`/channels/${channel}/invites`, {}, ann));
  await done(server.client.post(`/invites/${body._id}`, {}, guest));
}

/** Causes events in the server and in its channels, which only users who can see them may receive. */
export const postEverywhere: ServerAction = ({ server, ann }, { id, general, hidden }) =>
  server.running.store.write(async (tx) => {
    const row = await findServer(tx, id);
    if (!row) return;
    await applyServerEdit(tx, row, { edit: { name: "Changed" }, by: ann.id, reason: undefined });
    for (const channel of [general, hidden])
      await postSystemMessage(tx, channel, { type: "text", content: "changed" });
  });

/**
 * Rows of operations in such a place, each with its preparation. `after` is for operations after which a user
 * receives more or fewer events than before.
 */
export function inPlace(
  actions: Readonly<Record<string, readonly [given: ServerAction | undefined, run: ServerAction]>>,
  after?: ServerAction,
): Operation[] {
  return Object.entries(actions).map(([name, [given, run]]) => {
    const places = new WeakMap<World, ServerFixture>();
    const inIt = (action: ServerAction) => async (world: World) => {
      const place = places.get(world) ?? (await createServerFixture(world));
      places.set(world, place);
      await action(world, place);
    };
    const prepare = inIt(given ?? (async () => {}));
    return { name, given: prepare, run: inIt(run), ...(after && { after: inIt(after) }) };
  });
}
