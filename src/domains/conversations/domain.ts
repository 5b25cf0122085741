import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { AccountPurged } from "../accounts/index.ts";
import { DeletedWith, personalRows } from "../operators/index.ts";
import { ConnectionsOf, UserDeleted } from "../users/index.ts";
import { leaveConversations, wipeConversations } from "./actions/leave-conversations.ts";
import * as routes from "./routes/index.ts";
import { findShared, listConversationsOf } from "./store/conversations.ts";

/** Direct messages, groups and their recipients, saved messages. */
export const conversations: Domain = {
  name: "conversations",
  routes: Object.values(routes),
  hooks: [
    on(AccountPurged, (tx, { userId }) => leaveConversations(tx, userId)),
    on(UserDeleted, (tx, { userId }) => wipeConversations(tx, userId)),
  ],
  providers: [
    provide(DeletedWith, async (db, target) =>
      "userId" in target
        ? [{ what: "conversations", count: (await listConversationsOf(db, target.userId)).length }]
        : [],
    ),
    personalRows("conversations.json", listConversationsOf),
    provide(ConnectionsOf, async (db, { userId, sharedWith }) =>
      sharedWith === undefined ? {} : { channels: await findShared(db, userId, sharedWith) },
    ),
  ],
};
