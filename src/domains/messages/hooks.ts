import { hook } from "../../declare/hook.ts";
import type { ResolvedMentions } from "./actions/resolve-mentions.ts";
import type { Message } from "./model.ts";

export interface PostedMessage {
  readonly message: Message;
  /** Set for messages of users and webhooks. */
  readonly mentions?: ResolvedMentions;
}

export const MessagePosted = hook<PostedMessage>({
  name: "message posted",
  doc: "A message was posted that mentions somebody, has recipients or is one of the system, and its author did not suppress notifications.",
});
