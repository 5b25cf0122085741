import { hook } from "../../store/hook.ts";
import type { SystemMessage } from "../conversations/index.ts";
import type { ResolvedMentions } from "./actions/find-mentioned.ts";

export interface PostedMessage {
  readonly channelId: string;
  readonly messageId: string;
  readonly authorId: string;
  /** What the server itself says. */
  readonly system?: SystemMessage;
  /** Whom somebody else's words reach by name, and in a conversation who is in it. */
  readonly mentioned?: ResolvedMentions;
}

export const MessagePosted = hook<PostedMessage>({
  name: "message posted",
  doc: "There is a new message in a channel, and nobody asked that it be kept quiet.",
});
