import { readyStep } from "../../declare/ready.ts";
import { conversationOf } from "./rules/views.ts";
import { listConversations } from "./store/conversations.ts";

/** The caller's conversations. The servers add theirs and fill the field `channels` with both. */
export const conversationsReady = readyStep({
  step: "channels",
  load: (db, { userId }) => listConversations(db, userId),
  view: (channels) => ({
    conversations: channels.flatMap((channel) => conversationOf(channel) ?? []),
  }),
});
