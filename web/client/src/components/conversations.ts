import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";

/** Groups, and direct messages that are listed; the one with the latest message first. */
export function conversationsOf({ channels }: Client): Channel[] {
  return channels
    .list()
    .filter(({ type, active }) => type === "Group" || (type === "DirectMessage" && active))
    .sort((a, b) => +b.updatedAt - +a.updatedAt);
}
