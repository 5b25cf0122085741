import type { File } from "../../../protocol/file.ts";
import type { Message } from "../../messages/index.ts";
import type { ReportedUser, ReportSnapshot } from "../model.ts";

/** The files of the reported object itself, without those of its author and of neighbouring messages. */
export function filesOfSnapshot(snapshot: ReportSnapshot): File[] {
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
  const embedded = embeds.flatMap((embed) => (embed.type === "Text" ? (embed.media ?? []) : []));
  return [...attachments, ...embedded];
}

export function filesOfUser({ avatar, profile }: ReportedUser): File[] {
  return [avatar, profile.background].filter((file) => file !== undefined);
}
