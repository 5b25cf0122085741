import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";

/** The name that people know a channel by. */
export function channelName(channel: Channel): string {
  if (channel.type === "SavedMessages") return t().frame.savedMessages;
  return channel.recipient?.displayName ?? channel.name ?? "";
}
