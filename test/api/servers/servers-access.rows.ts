import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { members, needing, noBots, type Rows, users } from "../../authorisation/row.ts";

const inServer = ({ serverId }: MatrixFixture) => ({ params: { target: serverId } });
const editing = (body: object) => (fixture: MatrixFixture) => ({ ...inServer(fixture), body });

/** Servers themselves; to those outside, they do not exist unless a permission is asked for. */
export const accessRows: Rows = {
  server_create_create_server: { call: () => ({ body: { name: "Another" } }), ...noBots(users("ok")) },
  server_fetch_fetch: { call: inServer, ...members("ok", "NotFound") },
  server_edit_edit: { call: editing({ name: "Another" }), ...needing("ManageServer") },
  "server_edit_edit, nothing": { call: editing({}), ...members("ok", "NotFound") },
  "server_edit_edit, its categories": { call: editing({ categories: [] }), ...needing("ManageChannel") },
  "server_edit_edit, its flags": { call: editing({ flags: 1 }), ...users("NotPrivileged") },
  "server_edit_edit, its owner": {
    call: ({ serverId, people, tickets }, { id }) => ({
      params: { target: serverId },
      body: { owner: people.target.id },
      headers: { "x-mfa-ticket": tickets.get(id) ?? "" },
    }),
    ...users("NotOwner", { owner: "ok" }),
  },
  server_delete_delete: { call: inServer, ...members("ok", "NotFound") },
  server_export_request: {
    call: ({ serverId, tickets }, { id }) => ({
      params: { target: serverId },
      headers: { "x-mfa-ticket": tickets.get(id) ?? "" },
    }),
    ...noBots(members("NotOwner", "NotFound", { owner: "ok" })),
  },
  server_export_fetch: { call: inServer, ...noBots(members("NotOwner", "NotFound", { owner: "ok" })) },
  server_export_delete: { call: inServer, ...noBots(members("NotOwner", "NotFound", { owner: "ok" })) },
  server_ack_ack: { call: inServer, ...noBots(members("ok", "NotFound")) },
  message_search_server: {
    call: ({ serverId }) => ({ params: { target: serverId }, body: { query: "hello" } }),
    ...noBots(members("ok", "NotFound")),
  },
  channel_create_create_server_channel: {
    call: ({ serverId }) => ({ params: { server: serverId }, body: { name: "Another" } }),
    ...needing("ManageChannel"),
  },
  audit_log_fetch_fetch_audit_logs: { call: inServer, ...needing("ViewAuditLogs") },
};
