import type { SystemMessage } from "../../channels/index.ts";
import { type Message, mentionsEveryone } from "../../messages/index.ts";

/** Calls have notifications of their own. */
const unnotified: readonly SystemMessage["type"][] = ["call_started"];
/** Only in channels of servers, where only mentions cause notifications. */
const inServers: readonly SystemMessage["type"][] = ["user_joined", "user_kicked", "user_banned"];

/** Whether a system message causes notifications. */
export function isNotified({ type }: SystemMessage): boolean {
  return !unnotified.includes(type) && !inServers.includes(type);
}

/** The user who did what a message reports, and needs no notification of it. */
export function actorOf({ author, system }: Pick<Message, "author" | "system">): string {
  if (!system) return author;
  if ("by" in system) return system.by;
  return system.type === "channel_ownership_changed" ? system.from : author;
}

export function isForEveryone({ flags = 0 }: Pick<Message, "flags">): boolean {
  return mentionsEveryone(flags);
}
