import type { Tx } from "../../../store/tx.ts";
import { type Channel, lockGroup } from "../../conversations/index.ts";
import { lockServer } from "../../servers/index.ts";

/** Nothing else changes around the channel until this transaction is over, or it is run again. */
export async function holdPlace(tx: Tx, channel: Channel): Promise<void> {
  if (channel.channel_type === "TextChannel") await lockServer(tx, channel.server);
  else await lockGroup(tx, channel._id);
}
