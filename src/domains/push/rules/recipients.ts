import { type Message, mentionsEveryone } from "../../messages/index.ts";

/** The user who did what a message reports, and needs no notification of it. */
export function actorOf({ author, system }: Pick<Message, "author" | "system">): string {
  if (!system) return author;
  if ("by" in system) return system.by;
  return system.type === "channel_ownership_changed" ? system.from : author;
}

export function isForEveryone({ flags = 0 }: Pick<Message, "flags">): boolean {
  return mentionsEveryone(flags);
}
