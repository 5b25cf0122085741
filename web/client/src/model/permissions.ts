import { type Permission, permission } from "../../../../src/permissions/bits.ts";
import { includes, union, without } from "../../../../src/permissions/bitset.ts";
import type { PermissionOverride } from "../../../../src/permissions/servers.ts";

export const noOverride: PermissionOverride = { a: 0, d: 0 };

export type PermissionState = "allow" | "neutral" | "deny";

export function has(value: number, name: Permission): boolean {
  return includes(value, permission[name]);
}

export function stateOf({ a, d }: PermissionOverride, name: Permission): PermissionState {
  if (has(d, name)) return "deny";
  return has(a, name) ? "allow" : "neutral";
}

export function withState(
  { a, d }: PermissionOverride,
  name: Permission,
  state: PermissionState,
): PermissionOverride {
  const bit = permission[name];
  return {
    a: state === "allow" ? union(a, bit) : without(a, bit),
    d: state === "deny" ? union(d, bit) : without(d, bit),
  };
}

/**
 * Whether somebody who holds `held` may put a permission into a state.
 * One cannot give what one lacks: neither allow it again nor lift its denial.
 */
export function mayPut(
  held: number,
  current: PermissionOverride,
  name: Permission,
  state: PermissionState,
): boolean {
  if (has(held, name)) return true;
  if (state === "allow") return stateOf(current, name) === "allow";
  return state === "deny" || stateOf(current, name) !== "deny";
}

/** Groups of permissions as the editor shows them. */
export const permissionGroups = [
  {
    id: "server",
    names: [
      "ManageServer",
      "ManageChannel",
      "ManagePermissions",
      "ManageRole",
      "ManageCustomisation",
      "ViewAuditLogs",
    ],
  },
  {
    id: "members",
    names: [
      "InviteOthers",
      "KickMembers",
      "BanMembers",
      "TimeoutMembers",
      "AssignRoles",
      "ChangeNickname",
      "ManageNicknames",
      "ChangeAvatar",
      "RemoveAvatars",
    ],
  },
  {
    id: "text",
    names: [
      "ViewChannel",
      "ReadMessageHistory",
      "SendMessage",
      "SendEmbeds",
      "UploadFiles",
      "React",
      "UseExternalEmojis",
      "Masquerade",
      "MentionEveryone",
      "MentionRoles",
      "ManageMessages",
      "ManageWebhooks",
      "BypassSlowmode",
    ],
  },
  {
    id: "voice",
    names: ["Connect", "Listen", "Speak", "Video", "MuteMembers", "DeafenMembers", "MoveMembers"],
  },
] as const satisfies readonly { readonly id: string; readonly names: readonly Permission[] }[];

/** Permissions that mean something in a single channel. */
const ofChannels = new Set<Permission>([
  "ManageChannel",
  "ManagePermissions",
  "InviteOthers",
  ...permissionGroups[2].names,
  ...permissionGroups[3].names,
]);

/** Those that only concern the whole server. */
export const serverPermissionNames: readonly Permission[] = permissionGroups
  .flatMap(({ names }): readonly Permission[] => names)
  .filter((name) => !ofChannels.has(name));

/** The groups for the editor of a channel: without what only concerns the whole server. */
export function channelPermissionGroups() {
  return permissionGroups
    .map(({ id, names }) => ({ id, names: names.filter((name) => ofChannels.has(name)) }))
    .filter(({ names }) => names.length > 0);
}
