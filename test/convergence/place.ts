import { postSystemMessage } from "../../src/domains/messages/actions/post-system-message.ts";
import { editServer } from "../../src/domains/servers/actions/edit-server.ts";
import { findServer } from "../../src/domains/servers/index.ts";
import { bitsetOf, permission } from "../../src/permissions/bits.ts";
import { joinCommunity } from "../support/communities.ts";
import type { Inhabitant } from "./inhabitant.ts";
import { done, type Operation } from "./operation.ts";
import type { World } from "./world.ts";

/** A server of Ann's, in which Ben has the role `crew` and Cleo `guests`, which is below it. Dan is not in it. */
export interface Place {
  readonly id: string;
  /** Everybody sees it. */
  readonly general: string;
  /** Seen by guests alone, beside Ann. */
  readonly hidden: string;
  /** Allows what moderators need. */
  readonly crew: string;
  readonly guests: string;
}

export type PlaceDeed = (world: World, place: Place) => Promise<unknown>;

/** Nothing allowed and nothing denied. */
export const neutral = { allow: 0, deny: 0 };
export const showing = { allow: permission.ViewChannel, deny: 0 };
export const hiding = { allow: 0, deny: permission.ViewChannel };

const moderating = bitsetOf(
  ...(["ManageChannel", "ManageServer", "ManagePermissions", "ManageRole", "ManageCustomisation"] as const),
  ...(["KickMembers", "BanMembers", "TimeoutMembers", "AssignRoles", "ManageNicknames"] as const),
  ...(["RemoveAvatars", "MuteMembers", "DeafenMembers"] as const),
);

export async function foundPlace(world: World): Promise<Place> {
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

/** What the role, or `default`, may do in a channel. */
export function override(channel: string, role: string, permissions: object): PlaceDeed {
  return ({ server, ann }) =>
    done(server.client.put(`/channels/${channel}/permissions/${role}`, { permissions }, ann));
}

export function editMember(
  name: "ann" | "ben" | "cleo",
  body: object,
  by: "ann" | "ben" | "cleo" = "ann",
): PlaceDeed {
  return (world, { id }) =>
    done(world.server.client.patch(`/servers/${id}/members/${world[name].id}`, body, world[by]));
}

/** Somebody comes in by an invite. */
export async function invite({ server, ann }: World, channel: string, guest: Inhabitant): Promise<void> {
  const { body } = await done(server.client.post(`/channels/${channel}/invites`, {}, ann));
  await done(server.client.post(`/invites/${body._id}`, {}, guest));
}

/** Something happens in the server and in its channels: only who sees them may hear of it. */
export const stir: PlaceDeed = ({ server, ann }, { id, general, hidden }) =>
  server.running.store.write(async (tx) => {
    const row = await findServer(tx, id);
    if (!row) return;
    await editServer(tx, row, { edit: { name: "Stirred" }, by: ann.id, reason: undefined });
    for (const channel of [general, hidden])
      await postSystemMessage(tx, channel, { type: "text", content: "stirred" });
  });

/**
 * Rows of what is done in such a place: beforehand, and the deed itself. What follows on it is for those after which
 * somebody hears more than before, or less.
 */
export function inPlace(
  deeds: Readonly<Record<string, readonly [given: PlaceDeed | undefined, run: PlaceDeed]>>,
  after?: PlaceDeed,
): Operation[] {
  return Object.entries(deeds).map(([name, [given, run]]) => {
    const places = new WeakMap<World, Place>();
    const inIt = (deed: PlaceDeed) => async (world: World) => {
      const place = places.get(world) ?? (await foundPlace(world));
      places.set(world, place);
      await deed(world, place);
    };
    const prepare = inIt(given ?? (async () => {}));
    return { name, given: prepare, run: inIt(run), ...(after && { after: inIt(after) }) };
  });
}
