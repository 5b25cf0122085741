import { permission } from "../../../src/permissions/bits.ts";
import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { needing, type Rows, users } from "../../authorisation/row.ts";

const at =
  (which: "channel" | "hidden" | "conversation", body = {}) =>
  (fixture: MatrixFixture) => ({ params: { target: fixture[which] }, body });
const atRole =
  (name: keyof MatrixFixture["roles"], body = {}) =>
  (fixture: MatrixFixture) => ({ params: { target: fixture.channel, role_id: fixture.roles[name] }, body });

const viewless = "MissingPermission ViewChannel";
const outside = { stranger: viewless, banned: viewless } as const;
const grantless = "CannotGiveMissingPermissions";

const rename = { name: "Another" };
const deny = { permissions: { allow: 0, deny: permission.React } };
const allow = { permissions: { allow: permission.ManageMessages, deny: 0 } };

/** Channels: of the server, hidden in the server, and the conversation of the owner with the target. */
export const accessRows: Rows = {
  channel_fetch_fetch: { call: at("channel"), ...needing("ViewChannel", { member: "ok", timedOut: "ok" }) },
  "channel_fetch_fetch, hidden": {
    call: at("hidden"),
    ...users(viewless, { deputy: "ok", timedOut: "ok", owner: "ok" }),
  },
  "channel_fetch_fetch, a conversation": { call: at("conversation"), ...users(viewless, { owner: "ok" }) },
  channel_edit_edit: { call: at("channel", rename), ...needing("ManageChannel") },
  "channel_edit_edit, hidden": {
    call: at("hidden", rename),
    ...needing("ManageChannel", { lower: "MissingPermission ManageChannel" }),
  },
  "channel_edit_edit, a conversation": {
    call: at("conversation", rename),
    ...users("MissingPermission ManageChannel", { owner: "InvalidOperation" }),
  },
  channel_delete_delete: { call: at("channel"), ...needing("ManageChannel", outside) },
  "channel_delete_delete, hidden": {
    call: at("hidden"),
    ...needing("ManageChannel", { ...outside, member: viewless, denied: viewless, lower: viewless }),
  },
  "channel_delete_delete, a conversation": { call: at("conversation"), ...users(viewless, { owner: "ok" }) },
  permissions_set_default_set_default_channel_permissions: {
    call: at("channel", deny),
    ...needing("ManagePermissions"),
  },
  "permissions_set_default_set_default_channel_permissions, more than one has": {
    call: at("channel", allow),
    ...needing("ManagePermissions", { lower: grantless, deputy: grantless }),
  },
  permissions_set_set_role_permissions: {
    call: atRole("target", deny),
    ...needing("ManagePermissions", { lower: "NotElevated" }),
  },
  "permissions_set_set_role_permissions, one's own": {
    call: atRole("deputy", deny),
    ...needing("ManagePermissions", { lower: "NotElevated", deputy: "NotElevated" }),
  },
  "permissions_set_set_role_permissions, more than one has": {
    call: atRole("target", allow),
    ...needing("ManagePermissions", { lower: "NotElevated", deputy: grantless }),
  },
};
