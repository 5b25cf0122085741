import type { SystemMessage } from "../../conversations/index.ts";
import { type Message, mentionsEveryone } from "../../messages/index.ts";

/** What the server says in a conversation and need not tell: calls ring by themselves. */
const untold: readonly SystemMessage["type"][] = ["call_started"];
/** Said in channels of servers alone, where nothing but mentions is told. */
const ofServers: readonly SystemMessage["type"][] = ["user_joined", "user_kicked", "user_banned"];

export function isTold({ type }: SystemMessage): boolean {
  return !untold.includes(type) && !ofServers.includes(type);
}

/** Who did what a message says, and so need not be told. */
export function actorOf({ author, system }: Pick<Message, "author" | "system">): string {
  if (!system) return author;
  if ("by" in system) return system.by;
  return system.type === "channel_ownership_changed" ? system.from : author;
}

/** Whether everyone is meant. */
export function isForAll({ flags = 0 }: Pick<Message, "flags">): boolean {
  return mentionsEveryone(flags);
}
