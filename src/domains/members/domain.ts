import type { Domain } from "../../declare/domain.ts";
import { provide } from "../../declare/query-provider.ts";
import { countOf, PersonalDataOf, personalRows, Statistics } from "../operators/index.ts";
import { ConnectionsOf } from "../users/index.ts";
import { ServerUpdated } from "./events.ts";
import { serverLock } from "./lock-rule.ts";
import { findSharedServers, listMembershipsOf, listServerIds } from "./store/memberships.ts";

/** Servers, members and roles as others read them; who may do what in a server. */
export const members: Domain = {
  name: "members",
  events: [ServerUpdated],
  lockRules: [serverLock],
  providers: [
    provide(Statistics, countOf("servers")),
    provide(PersonalDataOf, personalRows("servers.json", listMembershipsOf)),
    provide(ConnectionsOf, async (db, { userId, sharedWith }) => ({
      servers:
        sharedWith === undefined
          ? await listServerIds(db, userId)
          : await findSharedServers(db, userId, sharedWith),
    })),
  ],
};
