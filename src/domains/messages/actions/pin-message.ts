import type { Tx } from "../../../declare/tx.ts";
import { recordAudit } from "../../audit/index.ts";
import { type MessageSent, MessageUpdated } from "../events.ts";
import { updateMessage } from "../store/messages.ts";
import type { MessageAccess } from "./message-target.ts";
import { postSystemMessage } from "./post-system-message.ts";

type PinTx = Tx<typeof MessageUpdated | typeof MessageSent>;

interface PinRequest {
  readonly by: string;
  readonly reason: string | undefined;
}

/**
 * In a direct message both recipients may pin as long as they may send messages: a pin posts a system message, which a
 * blocked user must not be able to do. Everywhere else it takes ManageMessages.
 */
export const pinPermissions = {
  among: ["ViewChannel", "SendMessage", "ManageMessages"],
  choose: ({ access }: { readonly access: Pick<MessageAccess, "channel"> }) =>
    access.channel.channel_type === "DirectMessage"
      ? (["ViewChannel", "SendMessage"] as const)
      : (["ManageMessages"] as const),
} as const;

export async function pinMessage(
  tx: PinTx & Tx<never, "AlreadyPinned">,
  access: MessageAccess,
  request: PinRequest,
): Promise<void> {
  if (access.message.pinned === 1) throw tx.fail("AlreadyPinned");
  await changePin(tx, access, { ...request, to: "pinned" });
}

export async function unpinMessage(
  tx: PinTx & Tx<never, "NotPinned">,
  access: MessageAccess,
  request: PinRequest,
): Promise<void> {
  if (access.message.pinned === 0) throw tx.fail("NotPinned");
  await changePin(tx, access, { ...request, to: "unpinned" });
}

const changes = {
  pinned: { pinned: true, clear: [], systemMessage: "message_pinned", auditEntry: "MessagePin" },
  unpinned: {
    pinned: false,
    clear: ["Pinned"],
    systemMessage: "message_unpinned",
    auditEntry: "MessageUnpin",
  },
} as const;

async function changePin(
  tx: PinTx,
  { channel, message }: MessageAccess,
  { to, by, reason }: PinRequest & { readonly to: keyof typeof changes },
): Promise<void> {
  const { pinned, clear, systemMessage, auditEntry } = changes[to];
  const { id, channel_id, author_id: author } = message;
  await updateMessage(tx, message, { pinned: pinned ? 1 : 0 });
  // Clients that do not read `clear` learn from the data that it is no longer pinned.
  tx.emit(MessageUpdated, { id, channel: channel_id, data: { pinned }, clear: [...clear] });
  await postSystemMessage(tx, channel_id, { type: systemMessage, id, by });
  if (channel.channel_type !== "TextChannel") return;
  const action = { type: auditEntry, message: id, author, channel: channel_id };
  await recordAudit(tx, { server: channel.server, by, target: author, reason, action });
}
