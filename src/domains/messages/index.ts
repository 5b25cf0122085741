/** What other domains and the interpreters may use of messages. */

export { checkEmoji } from "./actions/check-emoji.ts";
export { deleteMessage, removeMessages, repairLastMessages } from "./actions/delete-messages.ts";
export { editMessage } from "./actions/edit-message.ts";
export { type ImportedMessage, prepareImport } from "./actions/import-messages.ts";
export { makeEmbeds } from "./actions/make-embeds.ts";
export { enqueuePreviews } from "./actions/new-message.ts";
export { fanOutJob } from "./actions/notify-recipients.ts";
export { postMessage } from "./actions/post-messages.ts";
export { editSystemMessage, postSystemMessage } from "./actions/post-system-message.ts";
export { sendMessage } from "./actions/send-message.ts";
export { sweepMessages } from "./actions/sweep-messages.ts";
export { type SendTx, sendErrors } from "./actions/validate-draft.ts";
export { MessageDraft, MessageEdit, SendableEmbed, SendingHeaders } from "./draft-model.ts";
export { MessageDeleted, MessageSent, MessagesDeleted, MessageUpdated } from "./events.ts";
export { Message, systemAuthor } from "./model.ts";
export { assertColours, draftBytes, mentionsEveryone, permissionsForDraft } from "./rules/draft.ts";
export { isUnicodeEmoji } from "./rules/emoji.ts";
export { readWindow } from "./rules/history-window.ts";
export { parseMentions } from "./rules/mentions.ts";
export {
  emptyFields,
  emptyMessageRow,
  messageView,
  pageMessageViews,
  userIdsIn,
} from "./rules/message-view.ts";
export { deleteWriter, listWrittenChannels } from "./store/authored-messages.ts";
export { listMessages, selectRange } from "./store/history.ts";
export { addWriter, findMessage, updateMessage } from "./store/messages.ts";
export { listReactions } from "./store/reactions.ts";
export { takeKey } from "./store/sending.ts";
export type { MessageRow, MessagesTables, ReactionRow } from "./tables.ts";
