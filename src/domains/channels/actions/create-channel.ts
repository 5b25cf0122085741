import type { Tx } from "../../../declare/tx.ts";
import { recordAudit } from "../../audit/index.ts";
import { ServerUpdated } from "../../members/index.ts";
import { ChannelOpened } from "../events.ts";
import type { ServerChannelDraft, TextChannel } from "../model.ts";
import { insertChannel } from "../store/channels.ts";
import { listChannelIds } from "../store/text-channels.ts";

interface ChannelRequest {
  readonly draft: ServerChannelDraft;
  readonly by: string;
  readonly reason: string | undefined;
}

/** Adds a channel to a server whose row is locked. */
export async function createChannel(
  tx: Tx<typeof ServerUpdated | typeof ChannelOpened, "TooManyChannels">,
  serverId: string,
  { draft, by, reason }: ChannelRequest,
): Promise<TextChannel> {
  const max = tx.services.config.limits.global.server_channels;
  const id = tx.services.ids.next();
  const { type, name, description, nsfw = false } = draft;
  const voice = draft.voice ?? (type === "Voice" ? {} : undefined);
  // At the same time, because PostgreSQL answers both in one round trip.
  const [before] = await Promise.all([
    listChannelIds(tx, serverId),
    insertChannel(tx, {
      id,
      kind: "TextChannel",
      active: 1,
      server_id: serverId,
      name,
      description: description ?? null,
      nsfw: nsfw ? 1 : 0,
      voice: voice ? JSON.stringify(voice) : null,
    }),
  ]);
  if (before.length > max) throw tx.fail("TooManyChannels", { max });
  const channel: TextChannel = {
    channel_type: "TextChannel",
    _id: id,
    server: serverId,
    name,
    ...(description !== undefined && { description }),
    ...(nsfw && { nsfw }),
    ...(voice && { voice }),
  };
  // Another node's clock may be ahead.
  const channels = [...before, id].sort();
  tx.emit(ServerUpdated, { id: serverId, data: { channels }, clear: [] });
  tx.emit(ChannelOpened, channel, "viewers");
  const action = { type: "ChannelCreate", channel: id, name } as const;
  await recordAudit(tx, { server: serverId, by, reason, action });
  return channel;
}
