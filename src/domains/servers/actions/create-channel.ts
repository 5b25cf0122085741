import type { Tx } from "../../../store/tx.ts";
import { ChannelOpened, insertChannel, type TextChannel } from "../../conversations/index.ts";
import { ServerUpdated } from "../events.ts";
import type { ServerChannelDraft } from "../model.ts";
import { listChannelIds } from "../store/servers.ts";

/** Adds a channel to a server that is held. */
export async function createChannel(
  tx: Tx<typeof ServerUpdated | typeof ChannelOpened>,
  serverId: string,
  { type, name, description, nsfw = false, voice: given }: ServerChannelDraft,
): Promise<TextChannel> {
  const id = tx.services.ids.next();
  const voice = given ?? (type === "Voice" ? {} : undefined);
  await insertChannel(tx, {
    id,
    kind: "TextChannel",
    active: 1,
    server_id: serverId,
    name,
    description: description ?? null,
    nsfw: nsfw ? 1 : 0,
    voice: voice ? JSON.stringify(voice) : null,
  });
  const channel: TextChannel = {
    channel_type: "TextChannel",
    _id: id,
    server: serverId,
    name,
    ...(description !== undefined && { description }),
    ...(nsfw && { nsfw }),
    ...(voice && { voice }),
  };
  tx.emit(ServerUpdated, { id: serverId, data: { channels: await listChannelIds(tx, serverId) }, clear: [] });
  tx.emit(ChannelOpened, channel, "viewers");
  return channel;
}
