import { ApiError, fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import type { VoiceGrants } from "../../../platform/voice/port.ts";
import { limitTier } from "../../accounts/index.ts";
import { type Channel, loadChannelAccess } from "../../channels/index.ts";
import { voiceGrants } from "../rules/grants.ts";

/** Whether calls can be held in a channel. */
export function hasVoice(channel: Channel): boolean {
  const { channel_type } = channel;
  if (channel_type === "TextChannel") return channel.voice !== undefined;
  return channel_type === "DirectMessage" || channel_type === "Group";
}

/** What a user may do in the call of a channel now; undefined if the user may not be in it at all. */
export async function findGrants(
  db: Reader,
  channelId: string,
  userId: string,
): Promise<VoiceGrants | undefined> {
  const context = { db, caller: { userId }, fail };
  const access = await Promise.try(loadChannelAccess, context, channelId).catch(ifNotFound);
  if (!access || !hasVoice(access.channel)) return undefined;
  const { permissions } = access;
  const { clock, config } = db.services;
  const mayConnect =
    includes(permissions, permission.ViewChannel) && includes(permissions, permission.Connect);
  return mayConnect ? voiceGrants(permissions, limitTier(userId, clock.now(), config)) : undefined;
}

function ifNotFound(error: unknown): undefined {
  if (error instanceof ApiError && error.type === "NotFound") return undefined;
  throw error;
}
