import { route } from "../../../declare/route.ts";
import { listOperatorActions } from "../../operators/index.ts";
import { nameUsers } from "../../users/index.ts";
import { AdminAction, AuditQuery } from "../model.ts";
import { pageOf } from "../page-model.ts";
import { actionView } from "../rules/views.ts";

export const listActionsRoute = route({
  id: "admin_list_actions",
  method: "GET",
  path: "/admin/audit",
  summary: "List what operators did on the command line and on the admin page, newest first.",
  auth: "operator",
  limit: { bucket: "admin" },
  query: AuditQuery,
  reply: pageOf(AdminAction),
  errors: [],
  handle: async ({ query: { limit = 50, ...selection }, db }) => {
    const rows = await listOperatorActions(db, { limit, ...selection });
    const names = await nameUsers(
      db,
      rows.filter(({ source }) => source !== "command").map(({ actor }) => actor),
    );
    return rows.map((row) => actionView(row, names.get(row.actor)));
  },
});
