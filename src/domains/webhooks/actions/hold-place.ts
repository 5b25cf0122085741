import type { Tx } from "../../../declare/tx.ts";
import { type Channel, holdGroup } from "../../channels/index.ts";
import { holdServer } from "../../servers/index.ts";

/** Nothing else changes around the channel until this transaction is over, or it is run again. */
export async function holdPlace(tx: Tx, channel: Channel): Promise<void> {
  if (channel.channel_type === "TextChannel") await holdServer(tx, channel.server);
  else await holdGroup(tx, channel._id);
}
