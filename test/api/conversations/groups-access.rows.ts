import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { everybody, noBots, type Rows, users } from "../../authorisation/row.ts";

const at =
  (which: keyof MatrixFixture["groups"], body = {}) =>
  ({ groups }: MatrixFixture) => ({ params: { target: groups[which] }, body });
const toGroup = ({ invites }: MatrixFixture) => ({ params: { target: invites.group } });

/** For what needs a permission that all in a group have, and nobody else. */
const inside = (permission: "ViewChannel" | "ManageChannel" | "InviteOthers") => {
  const missing = `MissingPermission ${permission}` as const;
  return users(missing, { owner: "ok", member: "ok", bot: missing });
};

const unmanaged = "MissingPermission ManageChannel";

/** Groups of the owner's: one with the target and the member, one alone. */
export const accessRows: Rows = {
  group_create_create_group: {
    call: ({ people }) => ({ body: { name: "Us", users: [people.target.id] } }),
    ...noBots(users("NotFriends", { owner: "ok" })),
  },
  "group_create_create_group, alone": { call: () => ({ body: { name: "Us" } }), ...noBots(users("ok")) },
  members_fetch_fetch_members: { call: at("shared"), ...inside("ViewChannel") },
  group_add_member_add_member: {
    call: ({ groups, people }) => ({ params: { group_id: groups.alone, member_id: people.target.id } }),
    ...noBots(users("MissingPermission InviteOthers", { owner: "ok" })),
  },
  "group_add_member_add_member, somebody who is in it": {
    call: ({ groups, people }) => ({ params: { group_id: groups.shared, member_id: people.target.id } }),
    ...noBots(users("MissingPermission InviteOthers", { owner: "AlreadyInGroup", member: "NotFriends" })),
  },
  group_remove_member_remove_member: {
    call: ({ groups, people }) => ({ params: { target: groups.shared, member: people.target.id } }),
    ...noBots(users("MissingPermission ManageChannel", { owner: "ok" })),
  },
  "channel_fetch_fetch, a group": { call: at("shared"), ...inside("ViewChannel") },
  "channel_edit_edit, a group": { call: at("shared", { name: "Another" }), ...inside("ManageChannel") },
  "channel_edit_edit, the owner of a group": {
    call: ({ groups, people }) => ({ params: { target: groups.shared }, body: { owner: people.target.id } }),
    ...users(unmanaged, { owner: "ok", member: "NotOwner", bot: unmanaged }),
  },
  "channel_delete_delete, a group": { call: at("shared"), ...inside("ViewChannel") },
  "channel_delete_delete, a group of one": {
    call: at("alone"),
    ...users("MissingPermission ViewChannel", { owner: "ok" }),
  },
  "permissions_set_default_set_default_channel_permissions, a group": {
    call: at("shared", { permissions: 1 }),
    ...users("MissingPermission ManagePermissions", { owner: "ok" }),
  },
  "permissions_set_set_role_permissions, a group": {
    call: ({ groups }) => ({
      params: { target: groups.shared, role_id: "unknown" },
      body: { permissions: { allow: 0, deny: 0 } },
    }),
    ...users("MissingPermission ManagePermissions", { owner: "InvalidOperation" }),
  },
  "invite_create_create_invite, a group": { call: at("shared"), ...noBots(inside("InviteOthers")) },
  "invite_fetch_fetch, a group": { call: toGroup, ...everybody("ok") },
  "invite_join_join, a group": {
    call: toGroup,
    ...noBots(users("ok", { owner: "AlreadyInGroup", member: "AlreadyInGroup" })),
  },
  "invite_delete_delete, a group": {
    call: toGroup,
    ...users("MissingPermission ManageServer", { owner: "ok" }),
  },
};
