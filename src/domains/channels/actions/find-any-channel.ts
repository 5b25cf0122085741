import type { Reader } from "../../../store/tx.ts";
import {
  type Channel,
  conversationView,
  findChannelWithOverrides,
  listRecipients,
  textChannelView,
} from "../../conversations/index.ts";

/** A channel of any kind as clients see it. The caller decides who may see it. */
export async function findAnyChannel(db: Reader, id: string): Promise<Channel | undefined> {
  const found = await findChannelWithOverrides(db, id);
  if (!found) return undefined;
  const { row, overrides } = found;
  return row.server_id === null
    ? conversationView(row, await listRecipients(db, id))
    : textChannelView(row, overrides);
}
