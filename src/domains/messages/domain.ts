import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { ChannelActivityHappened, ChannelsDeleted } from "../channels/index.ts";
import { countOf, DeletedWith, personalPages, Statistics } from "../operators/index.ts";
import { onUserEnd } from "../users/index.ts";
import { postSystemMessage } from "./actions/post-system-message.ts";
import { deleteMessageCommand } from "./commands/messages.ts";
import * as events from "./events.ts";
import {
  deleteAuthoredMessagesJob,
  deleteChannelMessagesJob,
  sweepSendingRulesJob,
  unfurlLinksJob,
} from "./jobs.ts";
import { messagesSent } from "./metrics.ts";
import { slowmodesReady } from "./ready.ts";
import { sendAccesses } from "./resources/send-accesses.ts";
import { sendBatches } from "./resources/send-batches.ts";
import { addReactionRoute } from "./routes/add-reaction.ts";
import { bulkDeleteMessagesRoute } from "./routes/bulk-delete-messages.ts";
import { clearReactionsRoute } from "./routes/clear-reactions.ts";
import { deleteMessageRoute } from "./routes/delete-message.ts";
import { editMessageRoute } from "./routes/edit-message.ts";
import { fetchMessageRoute } from "./routes/fetch-message.ts";
import { fetchMessagesRoute } from "./routes/fetch-messages.ts";
import { pinMessageRoute } from "./routes/pin-message.ts";
import { removeReactionRoute } from "./routes/remove-reaction.ts";
import { searchEverywhereRoute } from "./routes/search-everywhere.ts";
import { searchMessagesRoute } from "./routes/search-messages.ts";
import { searchServerRoute } from "./routes/search-server.ts";
import { sendMessageRoute } from "./routes/send-message.ts";
import { unpinMessageRoute } from "./routes/unpin-message.ts";
import { countWrittenChannels } from "./store/authored-messages.ts";
import { messagesOf, reactionsOf } from "./store/personal-messages.ts";
import { indexedLater } from "./store/unindexed-messages.ts";
import { fillChannels, fillWords, toTsvectorText } from "./store/words.ts";

/** Sending, history, search, reactions, pins. */
export const messages: Domain = {
  name: "messages",
  routes: [
    sendMessageRoute,
    fetchMessagesRoute,
    searchMessagesRoute,
    searchServerRoute,
    searchEverywhereRoute,
    fetchMessageRoute,
    editMessageRoute,
    bulkDeleteMessagesRoute,
    deleteMessageRoute,
    pinMessageRoute,
    unpinMessageRoute,
    addReactionRoute,
    removeReactionRoute,
    clearReactionsRoute,
  ],
  events: Object.values(events),
  commands: [deleteMessageCommand],
  ready: [slowmodesReady],
  counters: [messagesSent],
  derivedColumns: [
    {
      table: "messages",
      column: "words",
      type: "tsvector",
      derive: ({ channel_id, content }) =>
        toTsvectorText({ channel_id: channel_id ?? "", content: content ?? null }),
    },
  ],
  derivedTables: [
    { table: "message_words", from: "messages", fill: fillWords },
    { table: "indexed_messages", from: "messages", fill: fillChannels },
  ],
  jobs: [deleteAuthoredMessagesJob, deleteChannelMessagesJob, unfurlLinksJob, sweepSendingRulesJob],
  resources: [indexedLater, sendAccesses, sendBatches],
  hooks: [
    on(ChannelActivityHappened, async (tx, { channelId, systemMessage }) => {
      await postSystemMessage(tx, channelId, systemMessage);
    }),
    on(ChannelsDeleted, (tx, { channelIds }) =>
      tx.enqueue(deleteChannelMessagesJob, { channelIds: [...channelIds] }),
    ),
    ...onUserEnd((tx, userId) => tx.enqueue(deleteAuthoredMessagesJob, { authorId: userId })),
  ],
  providers: [
    provide(Statistics, countOf("messages", { key: ["channel_id", "id"] })),
    provide(DeletedWith, async (db, target) =>
      "userId" in target
        ? [{ what: "channels with messages", count: await countWrittenChannels(db, target.userId) }]
        : [],
    ),
    personalPages("messages.json", messagesOf),
    personalPages("reactions.json", reactionsOf),
  ],
};
