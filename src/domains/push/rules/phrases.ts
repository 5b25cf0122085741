import type { Embed } from "../../../protocol/embed.ts";
import type { File } from "../../../protocol/file.ts";
import type { SystemMessage } from "../../channels/index.ts";
import type { Message } from "../../messages/index.ts";

const phrases: Record<Exclude<SystemMessage["type"], "text">, string> = {
  user_added: "Somebody was added to the group.",
  user_remove: "Somebody was removed from the group.",
  user_joined: "Somebody joined.",
  user_left: "Somebody left.",
  user_kicked: "Somebody was kicked.",
  user_banned: "Somebody was banned.",
  channel_renamed: "The group has a new name.",
  channel_description_changed: "The group has a new description.",
  channel_icon_changed: "The group has a new icon.",
  channel_ownership_changed: "The group has a new owner.",
  message_pinned: "A message was pinned.",
  message_unpinned: "A message was unpinned.",
  call_started: "A call has begun.",
};

export function systemPhrase(system: SystemMessage): string {
  return system.type === "text" ? system.content : phrases[system.type];
}

/** The body of a notification for a message without text. */
export function phraseWithoutText({
  attachments = [],
  embeds = [],
}: Pick<Message, "attachments" | "embeds">): string {
  const [file] = attachments;
  if (file) return filePhrase(file);
  return embeds.map(embedPhrase).find((phrase) => phrase !== undefined) ?? "Empty Message";
}

function filePhrase({ metadata: { type } }: File): string {
  return { Image: "Sent an image", Video: "Sent a video" }[type as string] ?? "Sent a file";
}

function embedPhrase(embed: Embed): string | undefined {
  switch (embed.type) {
    case "Image":
      return "Sent an image";
    case "Video":
      return "Sent a video";
    case "Text":
    case "Website":
      return embed.description || embed.title;
    case "None":
      return undefined;
  }
}
