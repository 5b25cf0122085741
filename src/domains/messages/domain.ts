import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook.ts";
import { AccountPurged } from "../accounts/index.ts";
import { ChannelNews, ChannelsGone } from "../channels/index.ts";
import { MessagesUnwanted } from "../servers/index.ts";
import { UserGone } from "../users/index.ts";
import { postSystemMessage } from "./actions/post-system-message.ts";
import { sweepMessages } from "./actions/sweep-messages.ts";
import {
  MessageAppended,
  MessageDeleted,
  MessageSent,
  MessagesDeleted,
  MessageUpdated,
  ReactionAdded,
  ReactionRemoved,
  ReactionsRemoved,
  SlowmodesTold,
} from "./events.ts";
import { deleteWritingsLeft, emptyChannels, sweepSendingRules, unfurlLinks } from "./jobs.ts";

export const messages: Domain = {
  name: "messages",
  events: [
    MessageSent,
    MessageUpdated,
    MessageAppended,
    MessageDeleted,
    MessagesDeleted,
    ReactionAdded,
    ReactionRemoved,
    ReactionsRemoved,
    SlowmodesTold,
  ],
  jobs: [deleteWritingsLeft, emptyChannels, unfurlLinks, sweepSendingRules],
  hooks: [
    on(ChannelNews, (tx, { channelId, news }) => postSystemMessage(tx, channelId, news)),
    on(MessagesUnwanted, sweepMessages),
    on(ChannelsGone, (tx, { channelIds }) => tx.enqueue(emptyChannels, { channelIds: [...channelIds] })),
    ...[AccountPurged, UserGone].map((gone) =>
      on(gone, (tx, { userId }) => tx.enqueue(deleteWritingsLeft, { authorId: userId })),
    ),
  ],
};
