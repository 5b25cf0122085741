import { timeOfId } from "../../../../platform/ids/ids.ts";
import type { File } from "../../../../protocol/file.ts";
import type { Message } from "../../../messages/index.ts";

/** A message in the format of the Discord API, for callers that request it with `wait`. */
export function discordMessage(message: Message, filesUrl: string) {
  const { _id: id, author, channel, content, masquerade, webhook } = message;
  return {
    id,
    type: 0,
    channel_id: channel,
    webhook_id: author,
    author: {
      id: author,
      username: masquerade?.name ?? webhook?.name ?? "",
      discriminator: "0000",
      avatar: webhook?.avatar ?? null,
      bot: true,
    },
    content: content ?? "",
    timestamp: new Date(timeOfId(id)).toISOString(),
    edited_timestamp: null,
    embeds: (message.embeds ?? []).map(discordEmbed),
    attachments: (message.attachments ?? []).map((file) => discordAttachment(file, filesUrl)),
    mentions: (message.mentions ?? []).map((id) => ({ id })),
    mention_roles: message.role_mentions ?? [],
    mention_everyone: ((message.flags ?? 0) & 4) !== 0,
    components: [],
    pinned: false,
    tts: false,
    flags: ((message.flags ?? 0) & 2) !== 0 ? 4096 : 0,
  };
}

/** Whether the message has files. Discord then returns the message even without `wait`. */
export function hasFiles({ attachments, embeds }: Pick<Message, "attachments" | "embeds">): boolean {
  return attachments !== undefined || (embeds ?? []).some((embed) => embed.type === "Text" && embed.media);
}

function discordEmbed(embed: NonNullable<Message["embeds"]>[number]) {
  const { title, description, url, colour = "" } = embed.type === "Text" ? embed : {};
  const color = /^#[0-9a-f]{6}$/i.test(colour) ? Number.parseInt(colour.slice(1), 16) : undefined;
  return { type: "rich", title, description, url, color };
}

function discordAttachment({ _id: id, tag, filename, size, content_type, metadata }: File, filesUrl: string) {
  const url = `${filesUrl}/${tag}/${id}/${encodeURIComponent(filename)}`;
  const { width, height } = "width" in metadata ? metadata : {};
  return { id, filename, size, content_type, url, proxy_url: url, width, height };
}
