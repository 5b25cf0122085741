import type { File } from "../../../protocol/file.ts";
import type { Message } from "../../messages/index.ts";
import type { ReportedUser, Snapshot } from "../model.ts";

/** The files of what was reported; those of its author, and of what was said around it, are not among them. */
export function filesIn(snapshot: Snapshot): File[] {
  switch (snapshot.kind) {
    case "Message":
      return filesOfMessage(snapshot.message);
    case "Server":
      return [snapshot.server.icon, snapshot.server.banner].filter((file) => file !== undefined);
    case "User":
      return filesOfUser(snapshot.user);
  }
}

export function filesOfMessage({ attachments = [], embeds = [] }: Message): File[] {
  const shown = embeds.flatMap((embed) => (embed.type === "Text" ? (embed.media ?? []) : []));
  return [...attachments, ...shown];
}

export function filesOfUser({ avatar, profile }: ReportedUser): File[] {
  return [avatar, profile.background].filter((file) => file !== undefined);
}
