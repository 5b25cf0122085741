import type { Tx } from "../../../store/tx.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Channel } from "../../conversations/index.ts";
import { type MessageSent, MessageUpdated } from "../events.ts";
import { updateMessage } from "../store/messages.ts";
import { postSystemMessage } from "./post-system-message.ts";
import type { MessageAccess } from "./require-message.ts";

/** What a turn makes of the message, and what is said of it. */
const turns = {
  pin: { pinned: true, clear: [], news: "message_pinned", deed: "MessagePin" },
  unpin: { pinned: false, clear: ["Pinned"], news: "message_unpinned", deed: "MessageUnpin" },
} as const;

interface Turn {
  readonly to: keyof typeof turns;
  readonly by: string;
  readonly reason: string | undefined;
}

/** In a conversation of two either may pin; everywhere else it is up to those who keep order. */
export function pinPermission({ channel_type }: Channel): "ViewChannel" | "ManageMessages" {
  return channel_type === "DirectMessage" ? "ViewChannel" : "ManageMessages";
}

/** Pins a message, or takes the pin out again, and says so in its channel. */
export async function setPinned(
  tx: Tx<typeof MessageUpdated | typeof MessageSent>,
  { access: { channel }, message }: MessageAccess,
  { to, by, reason }: Turn,
): Promise<void> {
  const { pinned, clear, news, deed } = turns[to];
  const { id, channel_id, author_id: author } = message;
  await updateMessage(tx, message, { pinned: pinned ? 1 : 0 });
  // Clients that do not read `clear` learn from the data that it is pinned no more.
  tx.emit(MessageUpdated, { id, channel: channel_id, data: { pinned }, clear: [...clear] });
  await postSystemMessage(tx, channel_id, { type: news, id, by });
  if (channel.channel_type !== "TextChannel") return;
  const action = { type: deed, message: id, author, channel: channel_id };
  await recordAudit(tx, { server: channel.server, by, target: author, reason, action });
}
