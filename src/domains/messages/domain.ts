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
import * as routes from "./routes/index.ts";
import { countWrittenChannels } from "./store/authored-messages.ts";
import { messagesOf, reactionsOf } from "./store/personal-messages.ts";
import { indexedLater } from "./store/unindexed-messages.ts";
import { fillChannels, fillWords, toTsvectorText } from "./store/words.ts";

/** Sending, history, search, reactions, pins. */
export const messages: Domain = {
  name: "messages",
  routes: Object.values(routes),
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
