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
import { fetchDirectMessages } from "./routes/fetch-direct-messages.ts";
import { openDirectMessage } from "./routes/open-direct-message.ts";
import { findShared } from "./store/conversations.ts";

export const channels: Domain = {
  name: "channels",
  routes: [fetchDirectMessages, openDirectMessage],
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
