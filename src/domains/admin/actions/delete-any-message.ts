import type { Tx } from "../../../declare/tx.ts";
import { operatorId } from "../../audit/index.ts";
import { type ChannelUpdated, findAnyChannel } from "../../channels/index.ts";
import { deleteMessage, findMessage, type MessageDeleted } from "../../messages/index.ts";

/** Deletes a message for an operator, whom the audit log of the server does not name. */
export async function deleteAnyMessage(
  tx: Tx<typeof MessageDeleted | typeof ChannelUpdated, "NotFound">,
  { channelId, id }: { readonly channelId: string; readonly id: string },
): Promise<void> {
  const channel = await findAnyChannel(tx, channelId);
  const message = channel && (await findMessage(tx, channelId, id));
  if (!message) throw tx.fail("NotFound");
  await deleteMessage(tx, { channel, message }, { by: operatorId, reason: undefined });
}
