import type { Domain } from "../../declare/domain.ts";
import { createAdmin, promoteUser } from "./commands/create-admin.ts";
import { deleteAccountCommand } from "./commands/delete-account.ts";
import { wipeUserCommand } from "./commands/wipe-user.ts";
import { certificateGauge, certificates } from "./resources/certificates.ts";
import { tableCounts } from "./resources/table-counts.ts";
import * as routes from "./routes/index.ts";

/** The routes of the admin pages. */
export const admin: Domain = {
  name: "admin",
  commands: [createAdmin, deleteAccountCommand, promoteUser, wipeUserCommand],
  resources: [tableCounts, certificates],
  gauges: [certificateGauge],
  routes: Object.values(routes),
};
