import { members, needing, noBots, type Rows, users } from "../row.ts";
import type { Stage } from "../stage.ts";

const place = ({ place }: Stage) => ({ params: { target: place } });
const editing = (body: object) => (stage: Stage) => ({ ...place(stage), body });

/** Servers themselves; to those outside, they do not exist unless a permission is asked for. */
export const serverRows: Rows = {
  server_create_create_server: { call: () => ({ body: { name: "Another" } }), ...noBots(users("ok")) },
  server_fetch_fetch: { call: place, ...members("ok", "NotFound") },
  server_edit_edit: { call: editing({ name: "Another" }), ...needing("ManageServer") },
  "server_edit_edit, nothing": { call: editing({}), ...members("ok", "NotFound") },
  "server_edit_edit, its categories": { call: editing({ categories: [] }), ...needing("ManageChannel") },
  "server_edit_edit, its flags": { call: editing({ flags: 1 }), ...users("NotPrivileged") },
  "server_edit_edit, its owner": {
    call: ({ place, people, tickets }, { id }) => ({
      params: { target: place },
      body: { owner: people.target.id },
      headers: { "x-mfa-ticket": tickets.get(id) ?? "" },
    }),
    ...users("NotOwner", { owner: "ok" }),
  },
  server_delete_delete: { call: place, ...members("ok", "NotFound") },
  server_ack_ack: { call: place, ...noBots(members("ok", "NotFound")) },
  channel_create_create_server_channel: {
    call: ({ place }) => ({ params: { server: place }, body: { name: "Another" } }),
    ...needing("ManageChannel"),
  },
  audit_log_fetch_fetch_audit_logs: { call: place, ...needing("ViewAuditLogs") },
};
