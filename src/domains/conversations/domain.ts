import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { AccountPurged } from "../accounts/index.ts";
import { countOf, DeletedWith, PersonalDataOf, personalRows, Statistics } from "../operators/index.ts";
import { ConnectionsOf, UserDeleted } from "../users/index.ts";
import { leaveConversations, wipeConversations } from "./actions/leave-conversations.ts";
import {
  ChannelAcknowledged,
  ChannelDeleted,
  ChannelOpened,
  ChannelUpdated,
  GroupJoined,
  GroupLeft,
  TypingStarted,
  TypingStopped,
} from "./events.ts";
import { conversationsReady } from "./ready.ts";
import { createGroupRoute } from "./routes/create-group.ts";
import { fetchDirectMessagesRoute } from "./routes/fetch-direct-messages.ts";
import { openDirectMessageRoute } from "./routes/open-direct-message.ts";
import { findShared, listConversationsOf } from "./store/conversations.ts";

export const conversations: Domain = {
  name: "conversations",
  routes: [fetchDirectMessagesRoute, openDirectMessageRoute, createGroupRoute],
  events: [
    ChannelOpened,
    ChannelUpdated,
    ChannelDeleted,
    GroupJoined,
    GroupLeft,
    TypingStarted,
    TypingStopped,
    ChannelAcknowledged,
  ],
  ready: [conversationsReady],
  hooks: [
    on(AccountPurged, (tx, { userId }) => leaveConversations(tx, userId)),
    on(UserDeleted, (tx, { userId }) => wipeConversations(tx, userId)),
  ],
  providers: [
    provide(Statistics, countOf("channels")),
    provide(DeletedWith, async (db, target) =>
      "userId" in target
        ? [{ what: "conversations", count: (await listConversationsOf(db, target.userId)).length }]
        : [],
    ),
    provide(PersonalDataOf, personalRows("conversations.json", listConversationsOf)),
    provide(ConnectionsOf, async (db, { userId, sharedWith }) => ({
      servers: [],
      channels: sharedWith === undefined ? [] : await findShared(db, userId, sharedWith),
    })),
  ],
};
