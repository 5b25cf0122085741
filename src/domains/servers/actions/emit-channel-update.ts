import type { Tx } from "../../../store/tx.ts";
import {
  type ChannelField,
  ChannelUpdated,
  type PartialChannel,
  type TextChannel,
} from "../../conversations/index.ts";
import { readTextChannel } from "../store/text-channels.ts";

export interface ChannelChange {
  readonly data: PartialChannel;
  readonly clear?: ChannelField[];
}

/** Tells those who can view a channel of a server what changed of it, and returns what it is now. */
export async function emitChannelUpdate(
  tx: Tx<typeof ChannelUpdated>,
  id: string,
  news: (after: TextChannel) => ChannelChange,
): Promise<TextChannel> {
  const after = await readTextChannel(tx, id);
  const { data, clear = [] } = news(after);
  tx.emit(ChannelUpdated, { id, data, clear }, after);
  return after;
}
