import { hook } from "../../declare/hook.ts";
import type { SystemMessage } from "../channels/index.ts";
import type { ResolvedMentions } from "./actions/resolve-mentions.ts";

export interface PostedMessage {
  readonly channelId: string;
  readonly messageId: string;
  readonly authorId: string;
  /** Set for system messages. */
  readonly system?: SystemMessage;
  /** Set for messages of users and webhooks. */
  readonly mentions?: ResolvedMentions;
}

export const MessagePosted = hook<PostedMessage>({
  name: "message posted",
  doc: "A message was posted whose author did not suppress notifications.",
});
