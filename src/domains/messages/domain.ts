import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook.ts";
import { answer } from "../../declare/question.ts";
import { AccountPurged } from "../accounts/index.ts";
import { ChannelNews, ChannelsGone, SlowmodeChanged } from "../channels/index.ts";
import { MessagesUnwanted } from "../servers/index.ts";
import { ChannelsRead, UnreadMentions } from "../sync/index.ts";
import { UserGone } from "../users/index.ts";
import { findUnreadMentions } from "./actions/find-unread-mentions.ts";
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
import { addReaction } from "./routes/add-reaction.ts";
import { bulkDeleteMessages } from "./routes/bulk-delete-messages.ts";
import { clearReactions } from "./routes/clear-reactions.ts";
import { deleteMessage } from "./routes/delete-message.ts";
import { editMessage } from "./routes/edit-message.ts";
import { fetchMessage } from "./routes/fetch-message.ts";
import { fetchMessages } from "./routes/fetch-messages.ts";
import { pinMessage } from "./routes/pin-message.ts";
import { removeReaction } from "./routes/remove-reaction.ts";
import { searchMessages } from "./routes/search-messages.ts";
import { sendMessage } from "./routes/send-message.ts";
import { unpinMessage } from "./routes/unpin-message.ts";
import { shortenWaits } from "./store/slowmodes.ts";
import { deleteMentionsOf, deleteReadMentions } from "./store/unread-mentions.ts";

export const messages: Domain = {
  name: "messages",
  routes: [
    sendMessage,
    fetchMessages,
    searchMessages,
    fetchMessage,
    editMessage,
    bulkDeleteMessages,
    deleteMessage,
    pinMessage,
    unpinMessage,
    addReaction,
    removeReaction,
    clearReactions,
  ],
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
    on(SlowmodeChanged, (tx, { channelId, seconds }) => shortenWaits(tx, channelId, seconds)),
    on(ChannelsRead, (tx, { userId, channelIds }) => deleteReadMentions(tx, userId, channelIds)),
    ...[AccountPurged, UserGone].flatMap((gone) => [
      on(gone, (tx, { userId }) => tx.enqueue(deleteWritingsLeft, { authorId: userId })),
      on(gone, (tx, { userId }) => deleteMentionsOf(tx, userId)),
    ]),
  ],
  answers: [answer(UnreadMentions, findUnreadMentions)],
};
