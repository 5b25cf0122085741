import type { Domain } from "../../declare/domain.ts";
import { provide } from "../../declare/query-provider.ts";
import { DeletedWith } from "../operators/index.ts";
import { onUserEnd } from "../users/index.ts";
import { leaveServers } from "./actions/delete-server.ts";
import { listDeletedServerItems } from "./actions/list-deleted-items.ts";
import { serverCommands } from "./commands/servers.ts";
import * as events from "./events.ts";
import { sweepPendingTimeouts } from "./jobs.ts";
import * as routes from "./routes/index.ts";

/** Changes to servers, their members, roles and bans. */
export const servers: Domain = {
  name: "servers",
  routes: Object.values(routes),
  events: Object.values(events),
  jobs: [sweepPendingTimeouts],
  commands: serverCommands,
  hooks: onUserEnd(leaveServers),
  providers: [provide(DeletedWith, listDeletedServerItems)],
};
