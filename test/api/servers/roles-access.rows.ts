import { permission } from "../../../src/permissions/bits.ts";
import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { members, needing, type Rows } from "../../authorisation/row.ts";

const belowRank = { lower: "NotElevated" } as const;
const beyondDeputies = { lower: "NotElevated", deputy: "NotElevated" } as const;
const grantless = "CannotGiveMissingPermissions";

const inServer =
  (body = {}) =>
  (fixture: MatrixFixture) => ({ params: { target: fixture.serverId }, body });
const role =
  (name: keyof MatrixFixture["roles"], body = {}) =>
  (fixture: MatrixFixture) => ({ params: { target: fixture.serverId, role_id: fixture.roles[name] }, body });
const order =
  (...names: readonly (keyof MatrixFixture["roles"])[]) =>
  (fixture: MatrixFixture) =>
    inServer({ ranks: names.map((name) => fixture.roles[name]) })(fixture);

const deny = { permissions: { allow: 0, deny: permission.React } };
const allow = { permissions: { allow: permission.BanMembers, deny: 0 } };

/** Roles, and what they and everybody may do in a server. */
export const accessRows: Rows = {
  roles_create_create: { call: inServer({ name: "Another" }), ...needing("ManageRole") },
  roles_fetch_fetch: { call: role("target"), ...members("ok", "NotFound") },
  roles_edit_edit: { call: role("target", { name: "Another" }), ...needing("ManageRole", belowRank) },
  "roles_edit_edit, one's own": {
    call: role("deputy", { name: "Another" }),
    ...needing("ManageRole", beyondDeputies),
  },
  roles_delete_delete: { call: role("target"), ...needing("ManageRole", belowRank) },
  "roles_delete_delete, one's own": { call: role("deputy"), ...needing("ManageRole", beyondDeputies) },
  roles_edit_positions_edit_role_ranks: {
    call: order("deputy", "target", "denied", "lower"),
    ...needing("ManageRole", belowRank),
  },
  "roles_edit_positions_edit_role_ranks, one's own": {
    call: order("denied", "deputy", "target", "lower"),
    ...needing("ManageRole", beyondDeputies),
  },
  permissions_set_set_role_permission: {
    call: role("target", deny),
    ...needing("ManagePermissions", belowRank),
  },
  "permissions_set_set_role_permission, one's own": {
    call: role("deputy", deny),
    ...needing("ManagePermissions", beyondDeputies),
  },
  "permissions_set_set_role_permission, more than one has": {
    call: role("target", allow),
    ...needing("ManagePermissions", { ...belowRank, deputy: grantless }),
  },
  permissions_set_default_set_default_server_permissions: {
    call: inServer({ permissions: permission.ViewChannel }),
    ...needing("ManagePermissions"),
  },
  "permissions_set_default_set_default_server_permissions, more than one has": {
    call: inServer({ permissions: permission.BanMembers }),
    ...needing("ManagePermissions", { lower: grantless, deputy: grantless }),
  },
};
