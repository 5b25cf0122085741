import { route } from "../../../declare/route.ts";
import { viewBackups } from "../actions/view-backups.ts";
import { AdminBackups } from "../state-model.ts";

export const fetchBackupsRoute = route({
  id: "admin_fetch_backups",
  method: "GET",
  path: "/admin/backups",
  summary: "Show when backups are made, how the last one went, and which archives there are.",
  auth: "operator",
  limit: { bucket: "admin" },
  reply: AdminBackups,
  errors: [],
  handle: ({ db }) => viewBackups(db),
});
