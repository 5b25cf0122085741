import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook.ts";
import { answer } from "../../declare/question.ts";
import { AccountPurged } from "../accounts/index.ts";
import { MutualConnections, UserGone } from "../users/index.ts";
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
import { addRecipient } from "./routes/add-recipient.ts";
import { createGroup } from "./routes/create-group.ts";
import { deleteChannel } from "./routes/delete-channel.ts";
import { editChannel } from "./routes/edit-channel.ts";
import { fetchChannel } from "./routes/fetch-channel.ts";
import { fetchDirectMessages } from "./routes/fetch-direct-messages.ts";
import { fetchRecipients } from "./routes/fetch-recipients.ts";
import { openDirectMessage } from "./routes/open-direct-message.ts";
import { removeRecipient } from "./routes/remove-recipient.ts";
import { setChannelDefaultPermissions } from "./routes/set-channel-default-permissions.ts";
import { setChannelRolePermissions } from "./routes/set-channel-role-permissions.ts";
import { findShared } from "./store/conversations.ts";

export const channels: Domain = {
  name: "channels",
  routes: [
    fetchDirectMessages,
    openDirectMessage,
    // Before those that take any word in its place.
    createGroup,
    fetchChannel,
    editChannel,
    deleteChannel,
    fetchRecipients,
    addRecipient,
    removeRecipient,
    // Likewise.
    setChannelDefaultPermissions,
    setChannelRolePermissions,
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
    on(UserGone, (tx, { userId }) => wipeConversations(tx, userId)),
  ],
  answers: [
    answer(MutualConnections, async (db, { a, b }) => ({
      servers: [],
      channels: await findShared(db, a, b),
    })),
  ],
};
