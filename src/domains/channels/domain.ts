import type { Domain } from "../../declare/domain.ts";
import { on } from "../../store/hook-listener.ts";
import { provide } from "../../store/query-provider.ts";
import { AccountPurged } from "../accounts/index.ts";
import { MutualConnections, UserDeleted } from "../users/index.ts";
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
import { addRecipientRoute } from "./routes/add-recipient.ts";
import { createGroupRoute } from "./routes/create-group.ts";
import { deleteChannelRoute } from "./routes/delete-channel.ts";
import { editChannelRoute } from "./routes/edit-channel.ts";
import { fetchChannelRoute } from "./routes/fetch-channel.ts";
import { fetchDirectMessagesRoute } from "./routes/fetch-direct-messages.ts";
import { fetchRecipientsRoute } from "./routes/fetch-recipients.ts";
import { openDirectMessageRoute } from "./routes/open-direct-message.ts";
import { removeRecipientRoute } from "./routes/remove-recipient.ts";
import { setChannelDefaultPermissionsRoute } from "./routes/set-channel-default-permissions.ts";
import { setChannelRolePermissionsRoute } from "./routes/set-channel-role-permissions.ts";
import { findShared } from "./store/conversations.ts";

export const channels: Domain = {
  name: "channels",
  routes: [
    fetchDirectMessagesRoute,
    openDirectMessageRoute,
    // Before those that take any word in its place.
    createGroupRoute,
    fetchChannelRoute,
    editChannelRoute,
    deleteChannelRoute,
    fetchRecipientsRoute,
    addRecipientRoute,
    removeRecipientRoute,
    // Likewise.
    setChannelDefaultPermissionsRoute,
    setChannelRolePermissionsRoute,
  ],
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
  hooks: [
    on(AccountPurged, (tx, { userId }) => leaveConversations(tx, userId)),
    on(UserDeleted, (tx, { userId }) => wipeConversations(tx, userId)),
  ],
  providers: [
    provide(MutualConnections, async (db, { a, b }) => ({
      servers: [],
      channels: await findShared(db, a, b),
    })),
  ],
};
