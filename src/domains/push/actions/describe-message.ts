import type { Reader } from "../../../declare/tx.ts";
import { timeOfId } from "../../../platform/ids.ts";
import { findAnyChannel } from "../../channels/index.ts";
import { findMessage, messageView } from "../../messages/index.ts";
import type { MessageNews, Notice } from "../model.ts";
import { nameAll } from "../rules/names.ts";
import { stillPhrase, systemPhrase } from "../rules/phrases.ts";
import { fileUrl } from "../rules/pictures.ts";
import { findNames } from "./find-names.ts";
import { findSpeaker } from "./find-speaker.ts";

const week = 7 * 86_400;

export async function describeMessage(
  db: Reader,
  { channel: channelId, message: id }: MessageNews,
): Promise<Notice | undefined> {
  const row = await findMessage(db, channelId, id);
  const channel = row && (await findAnyChannel(db, channelId));
  if (!channel) return undefined;
  const message = messageView(row);
  const { urls } = db.services;
  const { content, system, attachments: [file] = [] } = message;
  const raw = system ? systemPhrase(system) : content || stillPhrase(message);
  const body = content ? nameAll(content, await findNames(db, message, channel)) : raw;
  const server = channel.channel_type === "TextChannel" ? { server: channel.server } : {};
  return {
    ...(await findSpeaker(db, message, channel)),
    image: file && fileUrl(file, urls),
    body,
    raw_body: body === raw ? undefined : raw,
    tag: channelId,
    timestamp: Math.floor(timeOfId(id) / 1_000),
    url: `${urls.app}/channel/${channelId}/${id}`,
    more: { message, channel },
    brief: {
      message: { _id: id, channel: channelId, author: message.author },
      channel: { _id: channelId, channel_type: channel.channel_type, ...server },
    },
    sending: { ttl: week, urgency: "high", topic: channelId, id },
  };
}
