import type { Domain } from "../../declare/domain.ts";
import { provide } from "../../declare/query-provider.ts";
import { countOf, personalRows, Statistics } from "../operators/index.ts";
import { ConnectionsOf } from "../users/index.ts";
import * as events from "./events.ts";
import { findSharedServers, listMembershipsOf, listServerIds } from "./store/memberships.ts";

/** Servers, members and roles as others read them; who may do what in a server. */
export const members: Domain = {
  name: "members",
  events: Object.values(events),
  providers: [
    provide(Statistics, countOf("servers")),
    personalRows("servers.json", listMembershipsOf),
    provide(ConnectionsOf, async (db, { userId, sharedWith }) => ({
      servers:
        sharedWith === undefined
          ? await listServerIds(db, userId)
          : await findSharedServers(db, userId, sharedWith),
    })),
  ],
};
