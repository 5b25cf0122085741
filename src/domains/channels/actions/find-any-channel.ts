import type { Reader } from "../../../store/tx.ts";
import type { Channel } from "../model.ts";
import { textChannelView } from "../rules/text-channel.ts";
import { conversationView } from "../rules/views.ts";
import { listRecipients } from "../store/conversations.ts";
import { findChannelWithOverrides } from "../store/text-channels.ts";

/** A channel of any kind as clients see it. Who may see it is up to the caller. */
export async function findAnyChannel(db: Reader, id: string): Promise<Channel | undefined> {
  const found = await findChannelWithOverrides(db, id);
  if (!found) return undefined;
  const { row, overrides } = found;
  return row.server_id === null
    ? conversationView(row, await listRecipients(db, id))
    : textChannelView(row, overrides);
}
